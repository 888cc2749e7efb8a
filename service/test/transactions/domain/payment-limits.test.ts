import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asksForSecondPerson,
  marksOf,
  mayPrompt,
  PAYOUT_MARKS,
} from '../../../src/domain/transactions/payment-limits.ts';
import { needsSecondPerson } from '../../../src/domain/transactions/second-person.ts';

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

test('a marked payout needs a second person, save a duplicate that is only shown', () => {
  const payout = { direction: 'withdrawal', amountXaf: 500 } as const;
  const rule = { secondPersonAboveXaf: 500 };
  assert.equal(needsSecondPerson({ ...payout, marks: [] }, rule), false);
  for (const mark of PAYOUT_MARKS) {
    assert.equal(needsSecondPerson({ ...payout, marks: [mark] }, rule), asksForSecondPerson(mark));
  }
  assert.deepEqual(PAYOUT_MARKS.filter(asksForSecondPerson), ['many_to_number', 'many_to_player']);
});

test('what is above the limit takes two people to pay out, and a deposit never does', () => {
  const rule = { secondPersonAboveXaf: 500 };
  const needs = (direction: 'deposit' | 'withdrawal', amountXaf: number) =>
    needsSecondPerson({ direction, amountXaf, marks: [] }, rule);
  assert.deepEqual([needs('withdrawal', 500), needs('withdrawal', 501)], [false, true]);
  assert.equal(needs('deposit', 501), false);
});
