import type { Act, AgreedAct, AgreedDecision, Approved } from '../access/agreement.ts';
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
    refundsDisputedDeposit: marks.includes('deposit_disputed'),
    refundsOldDeposit: marks.includes('deposit_old'),
    approvedXaf: approved === null ? null : approved.sumXaf - ownXaf,
    isBeyondMoney: isBeyondMoney(money, amountXaf),
  };
}

/** Whether a number may get one more prompt. */
export function mayPrompt(open: number, { openPromptsPerNumber }: PaymentLimits): boolean {
  return openPromptsPerNumber === null || open < openPromptsPerNumber;
}

/** A refund of a deposit, or a transfer of one that a restored database does not have. */
export interface RefundFacts {
  readonly state: State;
  readonly amountXaf: number;
  /** What was sent with its reference before a restore, or `null` if nothing else is known. */
  readonly lostXaf: number | null;
  /** It counts as failed, and its money may have left after all, also if that was closed. */
  readonly mayHaveLeft: boolean;
}

/** What is given back of a deposit, or may be. */
export function refundedXafOf(refunds: readonly RefundFacts[]): number {
  const counted = refunds.filter(({ state, mayHaveLeft }) => state !== 'failed' || mayHaveLeft);
  return sumXaf(counted.map(({ amountXaf, lostXaf }) => Math.max(amountXaf, lostXaf ?? 0)));
}

type RefundedFacts = Pick<
  Transaction,
  'applicationId' | 'playerId' | 'operator' | 'msisdn' | 'amountXaf'
>;

/** What decides whether a deposit can be refunded, read under the lock of its row. */
export interface RefundedDeposit {
  readonly deposit: RefundedFacts & Pick<Transaction, 'direction' | 'state'>;
  /** By its other refunds. */
  readonly refundedXaf: number;
  /** Its number was erased at the request of a person. */
  readonly isErased: boolean;
  /** An operator disputes it or took it back, and nobody has closed that. */
  readonly isDisputed: boolean;
  /** Its row, or that of another payout to its player, is not as the service wrote it. */
  readonly isChanged: boolean;
  /** Something else was sent with the refund's reference before the database was restored. */
  readonly isOtherSent: boolean;
}

export type RefundRefusal =
  | {
      readonly code: 'deposit_not_paid' | 'deposit_disputed' | 'number_erased' | 'reference_taken';
    }
  | { readonly code: 'refund_too_large'; readonly params: { readonly amount_xaf: number } };

/** Why a stored return may not be paid any more. */
export type ReturnRefusal = {
  readonly code: 'returned_payment_taken_back' | 'returned_payment_credited';
};

/** How much is refunded, everything that is left unless an amount is asked for, or why nothing is. */
export function decideRefund(
  refunded: RefundedDeposit,
  askedXaf: number | null,
):
  | { readonly kind: 'refund'; readonly amountXaf: number }
  | { kind: 'refused'; why: RefundRefusal } {
  const amountXaf = askedXaf ?? leftXafOf(refunded);
  const isDisputed = refunded.isDisputed || refunded.isChanged;
  const why = isDisputed
    ? ({ code: 'deposit_disputed' } as const)
    : findObstacle(refunded, { ...refunded.deposit, amountXaf });
  return why === null ? { kind: 'refund', amountXaf } : { kind: 'refused', why };
}

/**
 * Why a refund that is stored may not be paid any more, when it is approved and when it is sent. A
 * dispute is none: two people may pay it all the same.
 */
export function refuseRefund(
  refunded: RefundedDeposit,
  refund: RefundedFacts,
): RefundRefusal | { readonly code: 'not_as_written' } | null {
  const isAsWritten = !refunded.isChanged && isBackTo(refunded.deposit, refund);
  if (!isAsWritten && !refunded.isErased) return { code: 'not_as_written' };
  return findObstacle(refunded, refund);
}

/** Whether it goes to the number that paid, and is of the same player. */
export function isBackTo(
  deposit: Omit<RefundedFacts, 'amountXaf'>,
  refund: Omit<RefundedFacts, 'amountXaf'>,
): boolean {
  return (
    refund.applicationId === deposit.applicationId &&
    refund.playerId === deposit.playerId &&
    refund.operator === deposit.operator &&
    refund.msisdn === deposit.msisdn
  );
}

function findObstacle(
  refunded: RefundedDeposit,
  { amountXaf }: Pick<RefundedFacts, 'amountXaf'>,
): RefundRefusal | null {
  const { deposit, isErased, isOtherSent } = refunded;
  if (deposit.direction !== 'deposit' || deposit.state !== 'succeeded') {
    return { code: 'deposit_not_paid' };
  }
  if (isErased) return { code: 'number_erased' };
  if (isOtherSent) return { code: 'reference_taken' };
  const leftXaf = leftXafOf(refunded);
  return amountXaf > leftXaf || amountXaf < MIN_AMOUNT_XAF
    ? { code: 'refund_too_large', params: { amount_xaf: leftXaf } }
    : null;
}

/** A lost refund of a restored database may be there twice. */
function leftXafOf({ deposit, refundedXaf }: RefundedDeposit): number {
  return Math.max(0, deposit.amountXaf - refundedXaf);
}

/** Whether a payout that was sent before a restore is another one than this with its reference. */
export function isOtherSend(
  sent: { readonly refundOf: string | null; readonly amountXaf: number | null },
  payout: { readonly refundOf: string | null; readonly amountXaf: number | null },
): boolean {
  const isOther = sent.amountXaf !== null && payout.amountXaf !== null;
  return sent.refundOf !== payout.refundOf || (isOther && sent.amountXaf !== payout.amountXaf);
}

/** What those knew who approved a refund last, of what is said against its deposit. */
export function disputesKnown(agreed: readonly AgreedRefund[]): number {
  const yeses = agreed.filter(({ decision }) => decision === 'approve');
  const version = Math.max(...yeses.map((yes) => yes.version));
  const last = yeses.filter((yes) => yes.version === version);
  return Math.max(0, ...last.map(({ about }) => about?.disputes ?? 0));
}

interface AgreedRefund {
  readonly decision: AgreedDecision;
  readonly version: number;
  readonly about: AgreedAct | null;
}

/** What a new refund waits for, with the words of the platform. */
export function refundMessage(reason: string | null): Message {
  if (reason === null) return { code: 'waits_for_refund' };
  return { code: 'waits_for_refund_because', params: { their_words: reason } };
}
