import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookedMoves, postingsOf } from '../../../src/domain/transactions/bookings.ts';
import type { Trigger } from '../../../src/domain/transactions/transition.ts';
import { EXPIRES_AT, sampleDeposit, sampleWithdrawal } from './sample-transaction.ts';

const DEPOSIT = { ...sampleDeposit('merchant_initiated'), id: 'T' };
const PAYOUT = { ...sampleWithdrawal(), id: 'T' };
const OWN = 'transaction:T';
const NAMED = 'payment:mtn:MP-1';

test('a payment is booked under its operator id, or else under its deposit', () => {
  const paid = (known: Partial<BookedMoves>) => causesOf(DEPOSIT, ['payment_confirmed'], known);
  assert.deepEqual(paid({}), [`payment_in ${OWN}`, `deposit_credited ${OWN}`]);
  const named = [
    `payment_in ${NAMED}`,
    `topped_up_was_payment ${NAMED}`,
    `came_from_own_was_payment ${NAMED}`,
    `deposit_credited ${OWN}`,
  ];
  assert.deepEqual(paid({ providerTxId: 'MP-1' }), named);
  const stored = { ...DEPOSIT, providerTxId: 'MP-1' };
  assert.deepEqual(causesOf(stored, ['payment_confirmed']), named);
  assert.deepEqual(
    causesOf({ ...DEPOSIT, providerTxId: 'MP-0' }, ['payment_confirmed'], { providerTxId: 'MP-1' }),
    named,
    'the latest id counts',
  );
});

test('a payment of another deposit is not booked again', () => {
  const remark = { code: 'paid_with_taken_payment', params: { transaction: 'D' } } as const;
  const moves = [{ trigger: 'late_confirmation', at: EXPIRES_AT, remark }] as const;
  const postings = postingsOf({ transaction: DEPOSIT, moves, providerTxId: 'MP-1' });
  assert.deepEqual(postings, []);
  const credited = [{ ...moves[0], trigger: 'payment_confirmed' }] as const;
  const rules = postingsOf({ transaction: DEPOSIT, moves: credited, providerTxId: 'MP-1' });
  assert.deepEqual(
    rules.map(({ rule }) => rule),
    ['deposit_credited'],
  );
});

test('a payout that is refused while it is prepared is not booked, one that was sent is', () => {
  assert.deepEqual(causesOf(PAYOUT, ['transfer_sent', 'transfer_refused']), []);
  assert.deepEqual(causesOf(PAYOUT, ['transfer_sent']), [`payout_sent ${OWN}`]);
  assert.deepEqual(causesOf(PAYOUT, ['transfer_refused']), [`payout_failed ${OWN}`]);
  assert.deepEqual(causesOf(PAYOUT, ['transfer_succeeded'], { providerTxId: 'MP-1' }), [
    `payout_succeeded ${OWN}`,
    `moved_out_was_payout ${NAMED}`,
    `left_for_own_was_payout ${NAMED}`,
  ]);
});

test('what moves no money books nothing', () => {
  assert.deepEqual(causesOf(DEPOSIT, ['prompt_sent', 'window_closed']), []);
  assert.deepEqual(causesOf(PAYOUT, ['approved', 'stuck']), []);
  assert.deepEqual(causesOf(DEPOSIT, ['approved']), [], 'a deposit is not approved');
});

test('an entry has the amount, the application and the moment of its move', () => {
  const [posting] = postingsOf(movesOf(DEPOSIT, ['staff_confirmed'], {}));
  assert.deepEqual(posting, {
    rule: 'deposit_credited',
    cause: OWN,
    amountCents: 1_250_000n,
    valueAt: EXPIRES_AT,
    wallet: null,
    applicationId: 'default',
    transactionId: 'T',
  });
});

function movesOf(
  transaction: BookedMoves['transaction'],
  triggers: readonly Trigger[],
  known: Partial<BookedMoves>,
): BookedMoves {
  const moves = triggers.map((trigger) => ({ trigger, at: EXPIRES_AT, remark: null }));
  return { transaction, moves, providerTxId: null, ...known };
}

function causesOf(
  transaction: BookedMoves['transaction'],
  triggers: readonly Trigger[],
  known: Partial<BookedMoves> = {},
): readonly string[] {
  return postingsOf(movesOf(transaction, triggers, known)).map(
    ({ rule, cause }) => `${rule} ${cause}`,
  );
}
