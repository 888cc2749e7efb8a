import type { Act, Approved } from '../access/agreement.ts';
import { type ApplicationMoney, isBeyondMoney } from '../books/application-money.ts';
import type { Message } from '../messages/message.ts';
import { MIN_AMOUNT_XAF, sumXaf } from '../money.ts';
import type { State, Transaction } from './transaction.ts';

/** Limits that a deployment may set, or `null` for none. */
export interface PaymentLimits {
  /** Open prompts that one number may have. */
  readonly openPromptsPerNumber: number | null;
  /** Payouts within 24 hours; more of them are marked and need a second person. */
  readonly payoutsPerNumber: number | null;
  readonly payoutsPerPlayer: number | null;
  /** A payout of the same amount to the same number within this many minutes is marked. */
  readonly duplicateMinutes: number | null;
}

/** Payouts that exist when a new one is created; failed ones do not count. */
export interface EarlierPayouts {
  readonly toNumber: number;
  readonly toPlayer: number;
  /** With the same amount to the same number, within the minutes of the limit. */
  readonly alike: number;
}

/** What an approver should know about a payout. */
export const PAYOUT_MARKS = [
  'many_to_number',
  'many_to_player',
  'probable_duplicate',
  // Of a refund: its deposit was taken back or is disputed, or is older than 90 days.
  'deposit_disputed',
  'deposit_old',
] as const;
export type PayoutMark = (typeof PAYOUT_MARKS)[number];

/** After this time the number of a deposit may belong to another person. */
export const OLD_DEPOSIT_DAYS = 90;

/** The marks that a payout gets when it is created, and keeps. */
export function marksOf(earlier: EarlierPayouts, limits: PaymentLimits): readonly PayoutMark[] {
  const { payoutsPerNumber, payoutsPerPlayer, duplicateMinutes } = limits;
  const isMarked: Readonly<Record<PayoutMark, boolean>> = {
    many_to_number: payoutsPerNumber !== null && earlier.toNumber >= payoutsPerNumber,
    many_to_player: payoutsPerPlayer !== null && earlier.toPlayer >= payoutsPerPlayer,
    probable_duplicate: duplicateMinutes !== null && earlier.alike > 0,
    deposit_disputed: false,
    deposit_old: false,
  };
  return PAYOUT_MARKS.filter((mark) => isMarked[mark]);
}

/** The approval of a payout, with the facts that decide how many people it needs. */
export function approvalOf(
  {
    id,
    amountXaf,
    marks,
  }: { readonly id: string; readonly amountXaf: number; readonly marks: readonly PayoutMark[] },
  approved: Approved | null,
  money: ApplicationMoney | null,
): Extract<Act, { readonly kind: 'approve' }> {
  // Without this one, so that a repeated click counts it once.
  const ownXaf = approved?.among.includes(id) === true ? amountXaf : 0;
  return {
    kind: 'approve',
    amountXaf,
    // A duplicate is only shown: the approver can see both, and most of them are meant.
    hasManyPayouts: marks.some((mark) => mark === 'many_to_number' || mark === 'many_to_player'),
    isOfDisputed: marks.includes('deposit_disputed'),
    isOfOld: marks.includes('deposit_old'),
    approvedXaf: approved === null ? null : approved.sumXaf - ownXaf,
    isBeyondMoney: isBeyondMoney(money, amountXaf),
  };
}

/** Whether a number may get one more prompt. */
export function mayPrompt(open: number, { openPromptsPerNumber }: PaymentLimits): boolean {
  return openPromptsPerNumber === null || open < openPromptsPerNumber;
}

/** Refunds of one deposit that are alike. */
export interface RefundSum {
  readonly state: State;
  /** Something speaks against how they ended, and nobody has closed it. */
  readonly isContradicted: boolean;
  readonly sumXaf: number;
}

/** What is given back of a deposit, or may be: money of a failed refund may have left after all. */
export function refundedXafOf(refunds: readonly RefundSum[]): number {
  const counted = refunds.filter(
    ({ state, isContradicted }) => state !== 'failed' || isContradicted,
  );
  return sumXaf(counted.map((refund) => refund.sumXaf));
}

/** What decides whether a deposit can be refunded, read under the lock of its row. */
export interface RefundedDeposit {
  readonly deposit: Pick<Transaction, 'direction' | 'state' | 'amountXaf'>;
  readonly refundedXaf: number;
  /** Its number was erased at the request of a person. */
  readonly isErased: boolean;
  /** An operator disputes it or took it back and nobody has closed that, or its row was changed. */
  readonly isDisputed: boolean;
}

export type RefundRefusal =
  | { readonly code: 'deposit_not_paid' | 'deposit_disputed' | 'number_erased' }
  | { readonly code: 'refund_too_large'; readonly params: { readonly amount_xaf: number } };

/** How much is refunded, everything that is left unless an amount is asked for, or why nothing is. */
export function decideRefund(
  { deposit, refundedXaf, isErased, isDisputed }: RefundedDeposit,
  askedXaf: number | null,
):
  | { readonly kind: 'refund'; readonly amountXaf: number }
  | { kind: 'refused'; why: RefundRefusal } {
  const refused = (why: RefundRefusal) => ({ kind: 'refused', why }) as const;
  if (deposit.direction !== 'deposit' || deposit.state !== 'succeeded') {
    return refused({ code: 'deposit_not_paid' });
  }
  if (isDisputed) return refused({ code: 'deposit_disputed' });
  if (isErased) return refused({ code: 'number_erased' });
  // A lost refund of a restored database may be there twice.
  const leftXaf = Math.max(0, deposit.amountXaf - refundedXaf);
  const amountXaf = askedXaf ?? leftXaf;
  return amountXaf > leftXaf || amountXaf < MIN_AMOUNT_XAF
    ? refused({ code: 'refund_too_large', params: { amount_xaf: leftXaf } })
    : { kind: 'refund', amountXaf };
}

/** What a new refund waits for, with the words of the platform. */
export function refundMessage(reason: string | null): Message {
  if (reason === null) return { code: 'waits_for_refund' };
  return { code: 'waits_for_refund_because', params: { their_words: reason } };
}
