import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowXafOf, POLICY_FIELDS } from '../../../src/domain/access/policy-fields.ts';
import { floatOf } from '../../../src/domain/finance/wallet.ts';

const readLowFloats = POLICY_FIELDS.floatLowXaf.parse;

const AT = new Date('2026-03-01T10:00:00Z');
const FACTS = {
  reported: { differenceCents: 10_000n, cause: 'unknown' },
  bookCents: 90_000n,
  promisedCents: 40_000n,
  leftCents: 120_000n,
  hours: 60,
  lowXaf: 601,
  at: AT,
} as const;

test('what is free is what was reported less what is promised, and lasts as it left so far', () => {
  assert.deepEqual(floatOf(FACTS), {
    freeCents: 60_000n,
    perHourCents: 2_000n,
    emptyAt: new Date('2026-03-02T16:00:00Z'),
    level: 'low',
  });
  assert.equal(floatOf({ ...FACTS, lowXaf: 600 }).level, 'enough');
});

test('without a reported balance nobody knows what is free, whatever the books say', () => {
  const { freeCents, emptyAt, level } = floatOf({ ...FACTS, reported: null });
  assert.deepEqual([freeCents, emptyAt, level], [null, null, 'unknown']);
});

test('what was under way when the balance was read is not taken off twice', () => {
  const reported = { differenceCents: -40_000n, cause: 'read_in_between' } as const;
  assert.equal(floatOf({ ...FACTS, reported }).freeCents, 50_000n);
});

test('a wallet that fills does not empty, one with nothing free is empty now', () => {
  assert.equal(floatOf({ ...FACTS, leftCents: -5n }).emptyAt, null);
  assert.equal(floatOf({ ...FACTS, leftCents: 60n }).emptyAt, null);
  assert.deepEqual(floatOf({ ...FACTS, promisedCents: 100_000n }).emptyAt, AT);
  const spent = { ...FACTS, promisedCents: 100_000n, leftCents: 0n };
  assert.deepEqual(floatOf(spent).emptyAt, AT, 'however little leaves');
  const overdrawn = { ...FACTS, promisedCents: 150_000n, leftCents: 0n };
  assert.deepEqual(floatOf(overdrawn).emptyAt, AT);
  assert.equal(floatOf({ ...FACTS, leftCents: -120_000n }).perHourCents, 0n);
  assert.equal(floatOf({ ...FACTS, hours: 0 }).perHourCents, 0n, 'no time, no forecast');
});

test('a forecast reaches a year ahead, and a wallet without a limit is never low', () => {
  const reported = { differenceCents: 0n, cause: 'none' } as const;
  const year = { ...FACTS, reported, promisedCents: 0n, hours: 1, leftCents: 1n };
  assert.notEqual(floatOf({ ...year, bookCents: 8_760n }).emptyAt, null);
  assert.equal(floatOf({ ...year, bookCents: 8_761n }).emptyAt, null);
  assert.equal(floatOf({ ...FACTS, lowXaf: null, promisedCents: 200_000n }).level, 'enough');
});

test('what counts as low is said for all, for one, or for both', () => {
  const low = readLowFloats('500000, mtn:+237670000000=2000000');
  assert.equal(lowXafOf(low, 'mtn:+237670000000'), 2_000_000);
  assert.equal(lowXafOf(low, 'orange:1'), 500_000);
  assert.equal(lowXafOf(readLowFloats(''), 'orange:1'), null);
  for (const wrong of ['x', '-5', 'mtn=5', '5,,6', '1.5']) {
    assert.throws(() => readLowFloats(wrong), /must be XAF/, wrong);
  }
});
