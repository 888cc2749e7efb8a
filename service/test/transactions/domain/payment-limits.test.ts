import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  approvalOf,
  asksForSecondPerson,
  marksOf,
  mayPrompt,
  PAYOUT_MARKS,
} from '../../../src/domain/transactions/payment-limits.ts';

const NONE = {
  openPromptsPerNumber: null,
  payoutsPerNumber: null,
  payoutsPerPlayer: null,
  duplicateMinutes: null,
};
const MANY = { toNumber: 1_000, toPlayer: 1_000, alike: 1_000 };

test('without limits nothing is marked and every prompt may go out', () => {
  assert.deepEqual(marksOf(MANY, NONE), []);
  assert.ok(mayPrompt(1_000, NONE));
});

test('the payout after the last one that the limit allows is the first that is marked', () => {
  const limits = { ...NONE, payoutsPerNumber: 2, payoutsPerPlayer: 3, duplicateMinutes: 5 };
  const before = { toNumber: 1, toPlayer: 2, alike: 0 };
  assert.deepEqual(marksOf(before, limits), []);
  assert.deepEqual(marksOf({ ...before, toNumber: 2 }, limits), ['many_to_number']);
  assert.deepEqual(marksOf({ ...before, toPlayer: 3 }, limits), ['many_to_player']);
  assert.deepEqual(marksOf({ ...before, alike: 1 }, limits), ['probable_duplicate']);
  assert.deepEqual(marksOf(MANY, limits), PAYOUT_MARKS);
});

test('a prompt is one too many when as many as allowed are open', () => {
  const limits = { ...NONE, openPromptsPerNumber: 2 };
  assert.deepEqual(
    [0, 1, 2, 3].map((open) => mayPrompt(open, limits)),
    [true, true, false, false],
  );
});

const PAYOUT = { id: 'p', amountXaf: 500, marks: [] } as const;

test('a marked payout needs a second person, save a duplicate that is only shown', () => {
  assert.equal(approvalOf(PAYOUT, null, null).hasManyPayouts, false);
  for (const mark of PAYOUT_MARKS) {
    const { hasManyPayouts } = approvalOf({ ...PAYOUT, marks: [mark] }, null, null);
    assert.equal(hasManyPayouts, asksForSecondPerson(mark));
  }
  assert.deepEqual(PAYOUT_MARKS.filter(asksForSecondPerson), ['many_to_number', 'many_to_player']);
});

test('what a person has approved counts a payout once, however often they click', () => {
  assert.equal(approvalOf(PAYOUT, null, null).approvedXaf, null);
  assert.equal(
    approvalOf(PAYOUT, { sumXaf: 700, unprovenXaf: 0, among: [] }, null).approvedXaf,
    700,
  );
  assert.equal(
    approvalOf(PAYOUT, { sumXaf: 700, unprovenXaf: 0, among: ['p'] }, null).approvedXaf,
    200,
  );
});
