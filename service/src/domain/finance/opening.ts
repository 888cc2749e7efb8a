import {
  type Posting,
  postEntry,
  postOverpayment,
  postPaidFailure,
  postPayment,
  postReversal,
  transactionCause,
} from '../books/posting.ts';
import { type BookedMoves, postingsOf } from '../transactions/bookings.ts';
import type { State } from '../transactions/transaction.ts';

// Turns what was stored before there were books into the postings that it would have had.

interface StoredMoney {
  readonly transaction: BookedMoves['transaction'] & { readonly state: State };
  readonly moves: BookedMoves['moves'];
  /** The sum of the receipts bound to it, or `null` without any. */
  readonly paidXaf: number | null;
  readonly isReversed: boolean;
  readonly isPaidThoughFailed: boolean;
}

export function postingsOfStored(stored: StoredMoney): readonly Posting[] {
  const { transaction, moves, paidXaf, isReversed, isPaidThoughFailed } = stored;
  const { id, operator, state, amountXaf, providerTxId } = transaction;
  const own = transactionCause(id);
  const wasRefused = moves.some(({ trigger }) => trigger === 'staff_rejected');
  const booked = moves
    .flatMap((move) => postingsOf({ transaction, moves: [move], providerTxId }))
    // Its payments have receipts, also those of a refused deposit, which staff have assigned.
    .filter(({ rule, cause }) => {
      const lacksOperatorId = rule === 'payment_in' && cause === own;
      return !lacksOperatorId || (paidXaf === null && !wasRefused);
    });
  const rest = state === 'succeeded' && paidXaf !== null ? paidXaf - amountXaf : 0;
  return [
    ...booked,
    ...(paidXaf === null ? [] : [postEntry('payment_named', own)]),
    ...postOverpayment(id, rest),
    ...(isReversed
      ? postReversal({ operator, operatorTxId: providerTxId, transactionId: id })
      : []),
    ...(isPaidThoughFailed ? postPaidFailure({ ...transaction, operatorTxId: providerTxId }) : []),
  ];
}

export function postingsOfPayment(
  payment: Parameters<typeof postPayment>[0] & { readonly isReversed: boolean },
): readonly Posting[] {
  const reversal = payment.isReversed ? postReversal({ ...payment, transactionId: null }) : [];
  return [...postPayment(payment), ...reversal];
}

/** A wallet's balance before the first entry: its known balance less what is booked. */
export function openingOf(known: {
  readonly wallet: string;
  readonly knownCents: bigint;
  readonly bookCents: bigint;
  readonly at: Date | null;
}): readonly Posting[] {
  const { wallet, at: valueAt } = known;
  const cents = known.knownCents - known.bookCents;
  if (cents === 0n) return [];
  const isMore = cents > 0n;
  return [
    {
      ...postEntry(isMore ? 'wallet_opened' : 'wallet_opened_below', openingCause(wallet)),
      wallet,
      valueAt,
      amountCents: isMore ? cents : -cents,
    },
  ];
}

export function openingCause(wallet: string): string {
  return `opening:${wallet}`;
}
