import {
  type Posting,
  paymentCause,
  postPaymentIn,
  toCents,
  transactionCause,
} from '../books/posting.ts';
import type { RuleName } from '../books/rules.ts';
import type { DepositTrigger } from './deposit-transitions.ts';
import { isReturn, type Transaction } from './transaction.ts';
import type { Move } from './transition.ts';
import type { WithdrawalTrigger } from './withdrawal-transitions.ts';

/** What the moves of a deposit book. A person who confirms it reports no payment. */
export const DEPOSIT_BOOKINGS = {
  prompt_sent: [],
  initiation_refused: [],
  payment_confirmed: ['payment_in', 'deposit_credited'],
  payment_refused: [],
  window_closed: [],
  late_confirmation: ['payment_in'],
  matching_payment_received: ['payment_in', 'deposit_credited'],
  staff_confirmed: ['deposit_credited'],
  staff_rejected: [],
  staff_completed: ['deposit_credited'],
} as const satisfies Record<DepositTrigger, readonly RuleName[]>;

/** A payout confirmed after a restore may have been sent in the lost time: it is sent now. */
export const WITHDRAWAL_BOOKINGS = {
  approved: [],
  rejected: [],
  cancelled: [],
  approval_lapsed: [],
  approved_anew: [],
  transfer_sent: ['payout_sent'],
  transfer_succeeded: ['payout_succeeded', 'moved_out_was_payout'],
  transfer_refused: ['payout_failed'],
  stuck: [],
  restored: [],
  staff_confirmed: ['payout_sent', 'payout_succeeded', 'moved_out_was_payout'],
  staff_rejected: ['payout_failed'],
} as const satisfies Record<WithdrawalTrigger, readonly RuleName[]>;

/** What moves that are recorded in one go write into the books. */
export function postingsOf({ transaction, moves, providerTxId }: BookedMoves): readonly Posting[] {
  const table: Readonly<Partial<Record<string, readonly RuleName[]>>> =
    transaction.direction === 'deposit' ? DEPOSIT_BOOKINGS : WITHDRAWAL_BOOKINGS;
  const operatorTxId = providerTxId ?? transaction.providerTxId;
  const { id, operator, applicationId } = transaction;
  const cause = transactionCause(id);
  const paid = operatorTxId === null ? cause : paymentCause({ operator, operatorTxId });
  const postings = moves.flatMap((move) =>
    (table[move.trigger] ?? []).filter(believedIn(move)).flatMap((booked): readonly Posting[] => {
      const rule = isReturn(transaction) ? (OF_RETURN[booked] ?? booked) : booked;
      const posting = {
        rule,
        cause: OF_PAYMENT.has(rule) ? paid : cause,
        amountCents: toCents(transaction.amountXaf),
        valueAt: move.at,
        wallet: null,
        applicationId,
        transactionId: id,
      };
      return rule === 'payment_in' && paid !== cause ? postPaymentIn(posting) : [posting];
    }),
  );
  return wasNeverSent(postings) ? [] : postings;
}

/** A return comes out of what is owed to its payer, and not out of an application's account. */
const OF_RETURN: Readonly<Partial<Record<RuleName, RuleName>>> = {
  payout_sent: 'return_sent',
  payout_failed: 'return_failed',
};

export interface BookedMoves {
  readonly transaction: Pick<
    Transaction,
    'id' | 'direction' | 'operator' | 'applicationId' | 'amountXaf' | 'providerTxId'
  >;
  readonly moves: readonly Pick<Move, 'trigger' | 'at' | 'remark'>[];
  readonly providerTxId: string | null;
}

/** Rules that are booked for the operator's payment, and not for our transaction. */
const OF_PAYMENT: ReadonlySet<RuleName> = new Set(['payment_in', 'moved_out_was_payout']);

/** A payment of another deposit, or of another amount or operator, is not the deposit's money. */
function believedIn({ remark }: BookedMoves['moves'][number]): (rule: RuleName) => boolean {
  const isDoubted = remark !== null && DOUBTED.has(remark.code);
  return (rule) => rule !== 'payment_in' || !isDoubted;
}

const DOUBTED: ReadonlySet<string> = new Set([
  'paid_with_taken_payment',
  'system_reports_paid_otherwise',
]);

/** A payout that is refused while it is prepared goes through "sent" only for the tables. */
function wasNeverSent(postings: readonly Posting[]): boolean {
  const rules = new Set(postings.map(({ rule }) => rule));
  const wasSent = rules.has('payout_sent') || rules.has('return_sent');
  return wasSent && (rules.has('payout_failed') || rules.has('return_failed'));
}
