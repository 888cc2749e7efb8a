import { triggersOf } from './submission.ts';
import type { Operator, Transaction } from './transaction.ts';
import type { Trigger } from './transition.ts';

/** Money that arrived, as a text told it. */
export interface Receipt {
  readonly operator: Operator;
  /** E.164. */
  readonly payer: string;
  /** The line that got it, in one spelling (`lineOf`). */
  readonly line: string;
  readonly amountXaf: number;
}

/** A deposit with the line that its instructions name. */
export interface MatchCandidate {
  readonly transaction: Transaction;
  readonly line: string;
}

export interface MatchContext {
  readonly at: Date;
  readonly lateWindowMs: number;
}

export type Match =
  | {
      readonly kind: 'matched';
      readonly transaction: Transaction;
      readonly triggers: readonly Trigger[];
    }
  /** Held for a person, with the reason in words. */
  | { readonly kind: 'held'; readonly reason: string };

/**
 * Finds the one deposit that a payment completes: paying number, receiving number and exact amount
 * (interface, deposits rule 5). Whatever is not beyond doubt is held.
 */
export function matchReceipt(
  receipt: Receipt,
  candidates: readonly MatchCandidate[],
  context: MatchContext,
): Match {
  const ofNumber = candidates.filter(
    ({ transaction }) =>
      transaction.direction === 'deposit' &&
      transaction.operator === receipt.operator &&
      transaction.msisdn === receipt.payer &&
      takesPayment(transaction, context),
  );
  if (ofNumber.length === 0) return held(REASONS.noDeposit);
  const ofAmount = ofNumber.filter(
    ({ transaction }) => transaction.amountXaf === receipt.amountXaf,
  );
  if (ofAmount.length === 0) return held(REASONS.otherAmount);
  // Players, not numbers, are credited; two of them on one phone are for a person to tell apart.
  const players = new Set(
    ofAmount.map(({ transaction }) => `${transaction.applicationId} ${transaction.playerId}`),
  );
  if (players.size > 1) return held(REASONS.twoPlayers);
  const onLine = ofAmount.filter(({ line }) => line === receipt.line);
  if (onLine.length === 0) return held(REASONS.otherLine);
  const [best] = onLine.map(({ transaction }) => transaction).toSorted(firstInTurn(context));
  if (best === undefined) return held(REASONS.noDeposit);
  return { kind: 'matched', transaction: best, triggers: triggersFor(best, context) };
}

export const REASONS = {
  noDeposit: 'No deposit of this number waits for a payment.',
  otherAmount: 'The amount is that of no deposit of this number.',
  twoPlayers: 'Deposits of different players wait for the same number and amount.',
  otherLine: 'The payment went to another merchant number than the one in the instructions.',
} as const;

function held(reason: string): Match {
  return { kind: 'held', reason };
}

/** Open deposits and those that ended a short while ago; a long late payment fits nothing. */
function takesPayment(transaction: Transaction, { at, lateWindowMs }: MatchContext): boolean {
  const { state, stateUpdatedAt } = transaction;
  if (isOpen(transaction)) return true;
  const lateByMs = at.getTime() - stateUpdatedAt.getTime();
  return (state === 'expired' || state === 'failed') && lateByMs <= lateWindowMs;
}

function isOpen({ state }: Transaction): boolean {
  return state === 'pending' || state === 'provider_acknowledged';
}

/** The oldest that is open, else the one that expired last; one that failed comes at the end. */
function firstInTurn({ at }: MatchContext) {
  const rank = (transaction: Transaction): number => {
    const { expiresAt, state } = transaction;
    if (!isOpen(transaction)) return state === 'expired' ? 2 : 3;
    return expiresAt !== null && at < expiresAt ? 0 : 1;
  };
  return (a: Transaction, b: Transaction): number =>
    rank(a) - rank(b) ||
    (rank(a) <= 1
      ? a.createdAt.getTime() - b.createdAt.getTime()
      : b.stateUpdatedAt.getTime() - a.stateUpdatedAt.getTime()) ||
    (a.id < b.id ? -1 : 1);
}

/** What the payment is to the deposit by the tables: in time, late, or after a failure. */
function triggersFor(transaction: Transaction, { at }: MatchContext): readonly Trigger[] {
  const { state, collectionMode, expiresAt } = transaction;
  if (collectionMode !== 'customer_initiated' || state === 'failed') {
    return triggersOf(transaction, { kind: 'succeeded' }, at);
  }
  if (state === 'expired') return ['matching_payment_received'];
  const isLate = expiresAt !== null && at.getTime() >= expiresAt.getTime();
  return isLate ? ['window_closed', 'matching_payment_received'] : ['payment_confirmed'];
}
