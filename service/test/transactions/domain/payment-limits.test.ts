import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredPeople } from '../../../src/domain/access/agreement.ts';
import {
  approvalOf,
  decideRefund,
  marksOf,
  mayPrompt,
  PAYOUT_MARKS,
  type PayoutMark,
  refundedXafOf,
  refuseRefund,
} from '../../../src/domain/transactions/payment-limits.ts';
import { ONE_PERSON_POLICY } from '../../support/access/policy.ts';

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
  assert.deepEqual(marksOf(MANY, limits), PAYOUT_MARKS.slice(0, 3));
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
  const isTwo = (marks: readonly PayoutMark[]) =>
    requiredPeople(approvalOf({ ...PAYOUT, marks }, null, null), ONE_PERSON_POLICY).people === 2;
  assert.equal(isTwo([]), false);
  const two = PAYOUT_MARKS.filter((mark) => isTwo([mark]));
  assert.deepEqual(
    two,
    PAYOUT_MARKS.filter((mark) => mark !== 'probable_duplicate'),
  );
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

const REFUNDED = {
  deposit: {
    direction: 'deposit',
    state: 'succeeded',
    amountXaf: 500,
    applicationId: 'a',
    playerId: 'p',
    operator: 'mtn',
    msisdn: '+237670000001',
  },
  refundedXaf: 300,
  isErased: false,
  isDisputed: false,
  isChanged: false,
  isOtherSent: false,
} as const;

test('refunds that have not failed count, and failed ones whose money may have left', () => {
  const sum = (state: 'failed' | 'succeeded' | 'pending_approval', mayHaveLeft: boolean) =>
    refundedXafOf([{ state, mayHaveLeft, amountXaf: 100, lostXaf: null }]);
  assert.deepEqual(
    [sum('pending_approval', false), sum('succeeded', true), sum('failed', false)],
    [100, 100, 0],
  );
  assert.equal(sum('failed', true), 100);
});

test('of a refund that was sent before a restore the greater amount counts', () => {
  const sum = (lostXaf: number | null) =>
    refundedXafOf([{ state: 'pending_approval', mayHaveLeft: false, amountXaf: 400, lostXaf }]);
  assert.deepEqual([sum(1000), sum(300), sum(null)], [1000, 400, 400]);
});

test('a stored refund is paid only to who paid, and within what is left, disputed or not', () => {
  const { deposit } = REFUNDED;
  const whyOf = (changes: object, refund: object = {}) =>
    refuseRefund({ ...REFUNDED, ...changes }, { ...deposit, amountXaf: 200, ...refund })?.code ??
    null;
  assert.equal(whyOf({}), null);
  assert.equal(whyOf({ isDisputed: true }), null);
  assert.equal(whyOf({ refundedXaf: 301 }), 'refund_too_large');
  assert.equal(whyOf({ isChanged: true }), 'not_as_written');
  assert.equal(whyOf({ isOtherSent: true }), 'reference_taken');
  assert.equal(whyOf({ isErased: true }, { msisdn: '' }), 'number_erased');
  for (const other of ['applicationId', 'playerId', 'operator', 'msisdn']) {
    assert.equal(whyOf({}, { [other]: 'another' }), 'not_as_written', other);
  }
});

test('a refund is at least 100 and at most what is left', () => {
  const amount = (askedXaf: number | null, refundedXaf: number = REFUNDED.refundedXaf) => {
    const decided = decideRefund({ ...REFUNDED, refundedXaf }, askedXaf);
    return decided.kind === 'refund' ? decided.amountXaf : decided.why;
  };
  const tooLarge = (left: number) => ({ code: 'refund_too_large', params: { amount_xaf: left } });
  assert.deepEqual([amount(null), amount(200), amount(100)], [200, 200, 100]);
  assert.deepEqual([amount(201), amount(99)], [tooLarge(200), tooLarge(200)]);
  assert.deepEqual([amount(null, 401), amount(null, 400)], [tooLarge(99), 100]);
  assert.deepEqual(amount(null, 600), tooLarge(0));
});

test('what is no paid deposit, is disputed or has no number is not refunded', () => {
  const whyOf = (changes: object) => {
    const decided = decideRefund({ ...REFUNDED, ...changes }, null);
    return decided.kind === 'refused' ? decided.why.code : null;
  };
  const { deposit } = REFUNDED;
  assert.equal(whyOf({ deposit: { ...deposit, state: 'failed' } }), 'deposit_not_paid');
  assert.equal(whyOf({ deposit: { ...deposit, direction: 'withdrawal' } }), 'deposit_not_paid');
  assert.equal(whyOf({ isDisputed: true }), 'deposit_disputed');
  assert.equal(whyOf({ isErased: true }), 'number_erased');
  assert.equal(whyOf({ isChanged: true }), 'deposit_disputed');
  assert.equal(whyOf({ isOtherSent: true }), 'reference_taken');
});
