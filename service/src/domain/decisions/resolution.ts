import type { Said } from '../submissions/submission.ts';
import type { SecondPersonRule } from '../transactions/second-person.ts';
import type { Transaction } from '../transactions/transaction.ts';

/** What a person may say of a held transaction: it was paid, or it was not. */
export const RESOLUTIONS = ['confirm', 'reject'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What people agree on, each on the same one. */
export const AGREED_DECISIONS = ['approve', ...RESOLUTIONS] as const;
export type AgreedDecision = (typeof AGREED_DECISIONS)[number];

/** What is known of the request that the transaction has with a provider. */
export interface RequestFacts {
  /** It is certain that it was never sent, or never taken. */
  readonly isUnsent: boolean;
  /** The provider's last answer that meant something. */
  readonly said: Said | null;
  /** Since when it says so. */
  readonly saidAt: Date | null;
}

/** A restored database does not know what was sent after its last moment. */
export function requestFactsOf(
  row: {
    readonly sent_at: Date | null;
    readonly said: Said | null;
    readonly said_at: Date | null;
  } | null,
  lastTrigger: string | null,
): RequestFacts | null {
  if (row === null) return null;
  const isUnsent = row.sent_at === null && lastTrigger !== 'restored';
  return { isUnsent, said: row.said, saidAt: row.said_at };
}

/** Why one person alone may not decide it. */
export const TWO_PEOPLE_REASONS = [
  'against_provider',
  'never_sent',
  'large_amount',
  'unproven_payment',
] as const;
export type TwoPeopleReason = (typeof TWO_PEOPLE_REASONS)[number];

/**
 * Why it takes two people to resolve a held transaction; null: one is enough. That a payout which
 * was certainly not sent was not paid is no judgement of anybody, so one person may say it.
 */
export function whyTwoPeople(
  { direction, amountXaf }: Pick<Transaction, 'direction' | 'amountXaf'>,
  resolution: Resolution,
  { request, secondPersonAboveXaf }: SecondPersonRule & { readonly request: RequestFacts | null },
): TwoPeopleReason | null {
  if (request !== null) {
    if (request.said !== null && AGAINST[resolution].includes(request.said)) {
      return 'against_provider';
    }
    if (direction === 'withdrawal' && request.isUnsent) {
      return resolution === 'confirm' ? 'never_sent' : null;
    }
  }
  return amountXaf > secondPersonAboveXaf ? 'large_amount' : null;
}

/**
 * Why it takes two people to complete a deposit from payments of which one is in doubt: to say that
 * it was paid is then their word alone.
 */
export function whyTwoToComplete(
  { direction, amountXaf }: Pick<Transaction, 'direction' | 'amountXaf'>,
  { secondPersonAboveXaf }: SecondPersonRule,
): TwoPeopleReason | null {
  return direction === 'deposit' && amountXaf > secondPersonAboveXaf ? 'unproven_payment' : null;
}

/** What a provider has said that a resolution contradicts. */
const AGAINST: Readonly<Record<Resolution, readonly Said[]>> = {
  confirm: ['failed', 'not_found'],
  reject: ['succeeded'],
};

/**
 * A person's yes counts from here on: an approval is good for so long, and whoever decided before
 * the provider had said what became of it has to decide again.
 */
export function countedSince(
  now: Date,
  { approvalValidMs }: { readonly approvalValidMs: number },
  request: RequestFacts | null,
): Date {
  const valid = now.getTime() - approvalValidMs;
  const isFinal = request?.said === 'succeeded' || request?.said === 'failed';
  const said = isFinal ? (request.saidAt?.getTime() ?? 0) : 0;
  return new Date(Math.max(valid, said));
}
