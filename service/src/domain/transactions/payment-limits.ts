import type { Act, Approved } from '../access/agreement.ts';

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
export const PAYOUT_MARKS = ['many_to_number', 'many_to_player', 'probable_duplicate'] as const;
export type PayoutMark = (typeof PAYOUT_MARKS)[number];

export function marksOf(earlier: EarlierPayouts, limits: PaymentLimits): readonly PayoutMark[] {
  const { payoutsPerNumber, payoutsPerPlayer, duplicateMinutes } = limits;
  const isMarked: Readonly<Record<PayoutMark, boolean>> = {
    many_to_number: payoutsPerNumber !== null && earlier.toNumber >= payoutsPerNumber,
    many_to_player: payoutsPerPlayer !== null && earlier.toPlayer >= payoutsPerPlayer,
    probable_duplicate: duplicateMinutes !== null && earlier.alike > 0,
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
): Extract<Act, { readonly kind: 'approve' }> {
  // Without this one, so that a repeated click counts it once.
  const ownXaf = approved?.among.includes(id) === true ? amountXaf : 0;
  return {
    kind: 'approve',
    amountXaf,
    hasManyPayouts: marks.some(asksForSecondPerson),
    approvedXaf: approved === null ? null : approved.sumXaf - ownXaf,
  };
}

/** A duplicate is only shown: the approver can see both, and most of them are meant. */
export function asksForSecondPerson(mark: PayoutMark): boolean {
  return mark !== 'probable_duplicate';
}

/** Whether a number may get one more prompt. */
export function mayPrompt(open: number, { openPromptsPerNumber }: PaymentLimits): boolean {
  return openPromptsPerNumber === null || open < openPromptsPerNumber;
}
