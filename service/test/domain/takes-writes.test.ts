import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NO_WRITES,
  needsProbe,
  type RecentWrites,
  takesWrites,
} from '../../src/domain/takes-writes.ts';

const NOW = 100_000;
const good = { at: NOW - 500, succeeded: true };
const bad = { at: NOW - 500, succeeded: false };
const recent = (facts: Partial<RecentWrites>): RecentWrites => ({ ...NO_WRITES, ...facts });

const PROBES = [
  ['at first', NO_WRITES, null, true],
  ['while a probe is fresh', NO_WRITES, good, false],
  [
    'when nothing was written for a second',
    recent({ writtenAt: NOW - 1_000 }),
    { ...good, at: NOW - 2_000 },
    true,
  ],
  [
    'while something is written',
    recent({ writtenAt: NOW - 10 }),
    { ...good, at: NOW - 60_000 },
    false,
  ],
  [
    'after a refusal, whatever else is written',
    recent({ writtenAt: NOW - 5, refusedAt: NOW - 10 }),
    good,
    true,
  ],
  ['after a probe that failed', NO_WRITES, bad, true],
] as const;

for (const [when, facts, probe, expected] of PROBES) {
  test(`a probe is ${expected ? '' : 'not '}needed ${when}`, () => {
    assert.equal(needsProbe(facts, probe, NOW), expected);
  });
}

const VERDICTS = [
  ['a probe succeeded', NO_WRITES, good, true],
  ['a probe failed', NO_WRITES, bad, false],
  ['a probe failed and something was written later', recent({ writtenAt: NOW - 100 }), bad, true],
  ['a probe failed after what was written', recent({ writtenAt: NOW - 600 }), bad, false],
  [
    'two were refused and a probe succeeds',
    recent({ refusedAt: NOW - 10, refusedInARow: 2 }),
    good,
    true,
  ],
  ['three were refused in a row', recent({ refusedAt: NOW - 10, refusedInARow: 3 }), good, false],
  ['they were refused long ago', recent({ refusedAt: NOW - 5_000, refusedInARow: 9 }), good, true],
] as const;

for (const [when, facts, probe, expected] of VERDICTS) {
  test(`the database ${expected ? 'takes' : 'does not take'} writes when ${when}`, () => {
    assert.equal(takesWrites(facts, probe, NOW), expected);
  });
}
