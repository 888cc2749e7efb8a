import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  type AskedLine,
  isBalanceDue,
  MAX_BALANCE_AGE_MS,
} from '../../../src/domain/lines/line-health.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const CALM: AskedLine = {
  sinceAskedMs: HOUR_MS - 1,
  lastAsked: '00000000-9b1e-4d5e-8f6a-7c1d2e3f4a5b',
  sinceGapMs: null,
  needsReading: false,
};
const LATEST = 'ffffffff-9b1e-4d5e-8f6a-7c1d2e3f4a5b';

const CASES: readonly (readonly [name: string, line: Partial<AskedLine>, isDue: boolean])[] = [
  ['a line that was never asked', { sinceAskedMs: null, lastAsked: null }, true],
  ['a line that was asked within the hour', {}, false],
  ['a line that was asked an hour ago', { sinceAskedMs: HOUR_MS }, true],
  ['a line whose gap has just begun', { sinceGapMs: 0 }, false],
  ['a gap of less than three minutes', { sinceGapMs: 3 * MINUTE_MS - 1 }, false],
  ['a gap of three minutes', { sinceGapMs: 3 * MINUTE_MS }, true],
  ['three minutes, and a later moment', { sinceGapMs: 3 * MINUTE_MS, lastAsked: LATEST }, false],
  ['ten minutes', { sinceGapMs: 10 * MINUTE_MS, lastAsked: LATEST }, true],
  ['a gap in which it was just asked', { sinceGapMs: HOUR_MS, sinceAskedMs: MINUTE_MS }, false],
  ['a payment that needs a balance', { needsReading: true, sinceAskedMs: MINUTE_MS }, true],
  ['two questions a minute', { needsReading: true, sinceAskedMs: MINUTE_MS - 1 }, false],
];

for (const [name, line, isDue] of CASES) {
  test(`${name}: the balance is ${isDue ? '' : 'not '}asked`, () => {
    assert.equal(isBalanceDue({ ...CALM, ...line }, HOUR_MS), isDue);
  });
}

test('in a gap the balance is asked at a random moment, 3 to 10 minutes after the last time', () => {
  const moments = Array.from({ length: 200 }, () => {
    const line = { ...CALM, lastAsked: randomUUID() };
    const isDueAt = (ms: number) =>
      isBalanceDue({ ...line, sinceAskedMs: ms, sinceGapMs: ms }, HOUR_MS);
    const first = Array.from({ length: 11 }, (_, minute) => minute).find((minute) =>
      isDueAt(minute * MINUTE_MS),
    );
    return first ?? assert.fail('it is not asked within ten minutes');
  });
  assert.ok(Math.min(...moments) > 3 && Math.max(...moments) === 10, `${moments}`);
  assert.ok(new Set(moments).size >= 5, 'the moments are spread');
});

test('a gap never makes a line be asked less often', () => {
  const asked = { sinceAskedMs: MINUTE_MS, sinceGapMs: 0 };
  assert.equal(isBalanceDue({ ...CALM, ...asked }, MINUTE_MS), true);
});

test('an answer is too old before a line in a gap is asked again', () => {
  assert.ok(MAX_BALANCE_AGE_MS <= 3 * MINUTE_MS);
});
