import { OWN_APPLICATIONS } from '../access/own-application.ts';
import { settlementCause } from '../books/application-money.ts';
import {
  type Posting,
  paymentCause,
  postPaymentIn,
  toCents,
  transactionCause,
} from '../books/posting.ts';
import type { RuleName } from '../books/rules.ts';
import type { DepositTrigger } from './deposit-transitions.ts';
import { isSettlement, type Transaction } from './transaction.ts';
import type { Move } from './transition.ts';
import type { WithdrawalTrigger } from './withdrawal-transitions.ts';

/** What the moves of a deposit book. A person who confirms it reports no payment. */
const DEPOSIT_BOOKINGS = {
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

/** What the transfer of a payout may be booked as, from when nobody knew that it was one. */
const OF_TRANSFER = ['moved_out_was_payout', 'left_for_own_was_payout'] as const;

/** A payout confirmed after a restore may have been sent in the lost time: it is sent now. */
const WITHDRAWAL_BOOKINGS = {
  approved: [],
  rejected: [],
  cancelled: [],
  approval_lapsed: [],
  approved_anew: [],
  transfer_sent: ['payout_sent'],
  transfer_succeeded: ['payout_succeeded', ...OF_TRANSFER],
  transfer_refused: ['payout_failed'],
  stuck: [],
  restored: [],
  staff_confirmed: ['payout_sent', 'payout_succeeded', ...OF_TRANSFER],
  staff_rejected: ['payout_failed'],
} as const satisfies Record<WithdrawalTrigger, readonly RuleName[]>;

/** What moves that are recorded in one go write into the books. */
export function postingsOf({ transaction, moves, providerTxId }: BookedMoves): readonly Posting[] {
  const table: Readonly<Partial<Record<string, readonly RuleName[]>>> =
    transaction.direction === 'deposit' ? DEPOSIT_BOOKINGS : WITHDRAWAL_BOOKINGS;
  const operatorTxId = providerTxId ?? transaction.providerTxId;
  const { id, operator } = transaction;
  const cause = transactionCause(id);
  const paid = operatorTxId === null ? cause : paymentCause({ operator, operatorTxId });
  const own = OF_OWN[transaction.applicationId];
  const postings = moves.flatMap((move) =>
    (table[move.trigger] ?? []).filter(believedIn(move)).flatMap((booked): readonly Posting[] => {
      const rule = own?.[booked] ?? booked;
      const posting = {
        rule,
        ...debtOf(transaction, rule, OF_PAYMENT.has(rule) ? paid : cause),
        amountCents: toCents(transaction.amountXaf),
        valueAt: move.at,
        wallet: null,
        transactionId: id,
      };
      return rule === 'payment_in' && paid !== cause ? postPaymentIn(posting) : [posting];
    }),
  );
  return wasNeverSent(postings) ? [] : postings;
}

/** What comes out of what is owed to a payer, or settles what is owed, has rules of its own. */
const OF_OWN: Readonly<Partial<Record<string, Readonly<Partial<Record<RuleName, RuleName>>>>>> = {
  [OWN_APPLICATIONS.returns.id]: { payout_sent: 'return_sent', payout_failed: 'return_failed' },
  [OWN_APPLICATIONS.overpayments.id]: {
    payout_sent: 'overpayment_sent',
    payout_failed: 'overpayment_failed',
  },
  [OWN_APPLICATIONS.settlements.id]: {
    payout_sent: 'settlement_sent',
    payout_failed: 'settlement_failed',
  },
};

/** A settlement is booked for its platform, under the same cause as one by a bank. */
function debtOf(
  transaction: BookedMoves['transaction'],
  rule: RuleName,
  cause: string,
): Pick<Posting, 'cause' | 'applicationId'> {
  const { applicationId, playerId, reference } = transaction;
  if (!isSettlement(transaction)) return { cause, applicationId };
  const isOwed = rule === 'settlement_sent' || rule === 'settlement_failed';
  return { cause: isOwed ? settlementCause(playerId, reference) : cause, applicationId: playerId };
}

export interface BookedMoves {
  readonly transaction: Pick<
    Transaction,
    | 'id'
    | 'direction'
    | 'operator'
    | 'applicationId'
    | 'playerId'
    | 'reference'
    | 'amountXaf'
    | 'providerTxId'
  >;
  readonly moves: readonly Pick<Move, 'trigger' | 'at' | 'remark'>[];
  readonly providerTxId: string | null;
}

/** Rules that are booked for the operator's payment, and not for our transaction. */
const OF_PAYMENT: ReadonlySet<RuleName> = new Set(['payment_in', ...OF_TRANSFER]);

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
  const has = (step: 'sent' | 'failed') =>
    PAYOUT_KINDS.some((kind) => rules.has(`${kind}_${step}`));
  return has('sent') && has('failed');
}

const PAYOUT_KINDS = ['payout', 'return', 'overpayment', 'settlement'] as const;
