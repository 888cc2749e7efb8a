import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findLineProblem,
  isReadLate,
  type LineSim,
} from '../../../src/domain/lines/line-health.ts';
import { english } from '../../support/sentences.ts';

const LINE = '+237699000001';
const SILENT_MS = 900_000;
const WORKING: LineSim = {
  line: LINE,
  isRevoked: false,
  silentMs: 1_000,
  storeUsed: null,
  storeSize: null,
};

const RULES = { silentMs: SILENT_MS, isOpened: true };

const SIMS: readonly (readonly [
  name: string,
  changes: Partial<LineSim>,
  problem: RegExp | null,
])[] = [
  ['seen just now', {}, null],
  ['silent for as long as is allowed', { silentMs: SILENT_MS }, null],
  ['silent for longer', { silentMs: SILENT_MS + 1 }, /is silent/],
  ['never seen', { silentMs: null }, /has never reported/],
  ['revoked', { isRevoked: true }, /was revoked/],
  ['of another line', { line: '+237699000002' }, /No SMS gateway/],
  ['with room', { storeUsed: 17, storeSize: 20 }, null],
  ['nearly full', { storeUsed: 18, storeSize: 20 }, /nearly full/],
  ['full', { storeUsed: 20, storeSize: 20 }, /nearly full/],
  ['of unknown size', { storeUsed: 20, storeSize: null }, null],
  ['that reports nothing of its store', { storeUsed: null, storeSize: 0 }, null],
  ['in its network', { registration: 'roaming', agentSilentMs: 75_000 }, null],
  ['outside its network', { registration: 'searching', agentSilentMs: 75_000 }, /network/],
  ['that says nothing of its network', { agentSilentMs: 75_000 }, /network/],
  ['outside its network long ago', { registration: 'searching', agentSilentMs: 75_001 }, null],
];

for (const [name, changes, problem] of SIMS) {
  test(`a line with one SIM ${name} ${problem === null ? 'works' : 'does not work'}`, () => {
    const found = findLineProblem(LINE, [{ ...WORKING, ...changes }], RULES);
    if (problem === null) assert.equal(found, null);
    else assert.match(english(found), problem);
  });

  test(`beside a SIM ${name}, a working one is enough`, () => {
    const sims = [{ ...WORKING, ...changes }, WORKING];
    assert.equal(findLineProblem(LINE, sims, RULES), null);
  });
}

test('a line without SIMs does not work', () => {
  assert.match(english(findLineProblem(LINE, [], RULES)), /No SMS gateway/);
});

test('the texts of a line come late while no agent reads any of its SIMs', () => {
  const read = { ...WORKING, agentSilentMs: 75_000 };
  const unread = { ...WORKING, agentSilentMs: 75_001 };
  assert.equal(isReadLate(LINE, [unread, unread]), true);
  assert.equal(isReadLate(LINE, [unread, read]), false);
  assert.equal(isReadLate(LINE, [read, { ...unread, line: '+237699000002' }]), false);
  assert.equal(isReadLate(LINE, [unread, { ...read, line: '+237699000002' }]), true);
  assert.equal(isReadLate(LINE, [WORKING]), false, 'no agent drives it');
  assert.equal(isReadLate(LINE, []), false);
});

test('a line that was not opened confirms nothing, however well it works', () => {
  const found = findLineProblem(LINE, [WORKING], { ...RULES, isOpened: false });
  assert.match(english(found), /was not opened/);
});
