import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Posting } from '../../../src/domain/books/posting.ts';
import {
  openingOf,
  postingsOfPayment,
  postingsOfStored,
} from '../../../src/domain/finance/opening.ts';
import {
  EXPIRES_AT,
  sampleDeposit,
  sampleWithdrawal,
} from '../../transactions/domain/sample-transaction.ts';

type Stored = Parameters<typeof postingsOfStored>[0];

const PAID = { trigger: 'payment_confirmed', at: EXPIRES_AT, remark: null } as const;
const DEPOSIT: Stored = {
  transaction: { ...sampleDeposit('merchant_initiated', 'succeeded'), id: 'D', amountXaf: 500 },
  moves: [PAID],
  paidXaf: null,
  isReversed: false,
  isPaidThoughFailed: false,
};
const OWN = 'transaction:D';

test('a deposit without receipts is booked by its own name', () => {
  assert.deepEqual(booked(DEPOSIT), [
    ['payment_in', OWN, 50_000n],
    ['deposit_credited', OWN, 50_000n],
  ]);
});

test('a deposit with receipts is not booked as paid a second time', () => {
  assert.deepEqual(booked({ ...DEPOSIT, paidXaf: 500 }), [
    ['deposit_credited', OWN, 50_000n],
    ['payment_named', OWN, null],
  ]);
});

test('the payment of a refused deposit was settled by staff', () => {
  const refused = { trigger: 'staff_rejected', at: EXPIRES_AT, remark: null } as const;
  const moves = [{ ...PAID, trigger: 'late_confirmation' as const }, refused];
  assert.deepEqual(booked({ ...DEPOSIT, moves }), []);
});

test('a payment with a name is booked by that, refused or not', () => {
  const transaction = { ...DEPOSIT.transaction, providerTxId: 'MP-1' };
  assert.deepEqual(booked({ ...DEPOSIT, transaction, paidXaf: 500 }), [
    ['payment_in', 'payment:mtn:MP-1', 50_000n],
    ['topped_up_was_payment', 'payment:mtn:MP-1', null],
    ['came_from_own_was_payment', 'payment:mtn:MP-1', null],
    ['deposit_credited', OWN, 50_000n],
    ['payment_named', OWN, null],
  ]);
});

test('what was paid above the amount is owed to the payer, once the deposit has succeeded', () => {
  const overpaid = ['deposit_overpaid', OWN, 20_000n];
  assert.deepEqual(booked({ ...DEPOSIT, paidXaf: 700 }).at(-1), overpaid);
  const held = { ...DEPOSIT.transaction, state: 'requires_manual_resolution' } as const;
  const rules = booked({ ...DEPOSIT, transaction: held, paidXaf: 700 }).map(([rule]) => rule);
  assert.ok(!rules.includes('deposit_overpaid'));
});

test('what an operator reversed is disputed, and what it paid though we called it failed', () => {
  assert.deepEqual(booked({ ...DEPOSIT, isReversed: true }).slice(2), [
    ['payment_reversed', OWN, null],
    ['payout_reversed', OWN, null],
    ['failed_payout_returned', OWN, null],
  ]);
  const transaction = { ...sampleWithdrawal('failed'), id: 'D', amountXaf: 500 };
  const failed: Stored = { ...DEPOSIT, transaction, moves: [], isPaidThoughFailed: true };
  assert.deepEqual(booked(failed), [['failed_payout_paid', OWN, 50_000n]]);
});

test('a payment that was reversed is booked and disputed', () => {
  const payment = {
    operator: 'mtn',
    operatorTxId: 'MP-1',
    line: '+237670000000',
    amountXaf: 500,
    feeCents: 4_448,
    operatorTime: EXPIRES_AT,
    isReversed: false,
  };
  const rules = (postings: readonly Posting[]) => postings.map(({ rule }) => rule);
  const kept = ['payment_in', 'topped_up_was_payment', 'came_from_own_was_payment', 'fee_charged'];
  assert.deepEqual(rules(postingsOfPayment(payment)), kept);
  for (const feeCents of [0, null]) {
    const rulesWithoutFee = rules(postingsOfPayment({ ...payment, feeCents }));
    assert.deepEqual(rulesWithoutFee, kept.slice(0, 3), 'no fee, no entry of one');
  }
  const postings = postingsOfPayment({ ...payment, isReversed: true });
  assert.deepEqual(rules(postings), [...kept, 'payment_reversed']);
  for (const { cause } of postings) assert.equal(cause, 'payment:mtn:MP-1');
  assert.deepEqual(
    postings.map(({ wallet }) => wallet),
    ['mtn:+237670000000', null, null, 'mtn:+237670000000', null],
  );
});

const WALLET = { wallet: 'mtn:+237670000000', bookCents: 1_000n, at: EXPIRES_AT };

test('a wallet opens with what is known of it less what is booked', () => {
  const opening = (knownCents: bigint) =>
    openingOf({ ...WALLET, knownCents }).map(({ rule, amountCents }) => [rule, amountCents]);
  assert.deepEqual(opening(1_000n), []);
  assert.deepEqual(opening(1_001n), [['wallet_opened', 1n]]);
  assert.deepEqual(opening(400n), [['wallet_opened_below', 600n]]);
  const [posting] = openingOf({ ...WALLET, knownCents: 0n });
  assert.equal(posting?.cause, `opening:${WALLET.wallet}`);
  assert.equal(posting.wallet, WALLET.wallet);
  assert.equal(posting.valueAt, EXPIRES_AT);
});

function booked(stored: Stored): readonly (readonly [string, string, bigint | null])[] {
  return postingsOfStored(stored).map(({ rule, cause, amountCents }) => [rule, cause, amountCents]);
}
