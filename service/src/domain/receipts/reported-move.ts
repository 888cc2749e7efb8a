import type { ReportedMove } from '../books/wallet-move.ts';
import type { State } from '../transactions/transaction.ts';
import type { SmsReading } from './sms/reading.ts';

/** A move of the line's wallet that a text reports, with the other party's number. */
export interface TextMove extends ReportedMove {
  readonly other: string | null;
  /** The text itself says that both numbers are ours. */
  readonly isBetweenOwn: boolean;
}

/**
 * What a text says of its line's wallet besides players' payments: money that left, came from
 * another line of ours, or was paid in by an agent or the operator. `null` if nothing is certain.
 */
export function moveOf(reading: SmsReading): TextMove | null {
  if (reading.kind === 'sent') {
    const { payee: other } = reading;
    return { ...reading, direction: 'out', other, isBetweenOwn: false };
  }
  if (reading.kind !== 'review') return null;
  const { reason, moves: direction, operator, operatorTxId, amountXaf } = reading;
  const isBetweenOwn = reason === 'between_own_lines';
  if (!isBetweenOwn && reason !== 'no_player') return null;
  if (direction === null || operator === null || operatorTxId === null || amountXaf === null) {
    return null;
  }
  const other = direction === 'in' ? reading.payer : reading.payee;
  return { ...reading, direction, operator, operatorTxId, amountXaf, other, isBetweenOwn };
}

/** Clocks differ: money may leave, by the operator's clock, a little before it was sent by ours. */
export const CLOCKS_DIFFER_MS = 2 * 60_000;

/** A report that comes later than this after the end of a payout is not taken for it. */
export const PAYOUT_REPORTED_WITHIN_MS = 72 * 3_600_000;

/** A payout that reported money out may be. */
export interface PossiblePayout {
  readonly id: string;
  readonly state: State;
  readonly endedAt: Date;
  /** It has the operator's id of the money, or the SIM that paid it has. */
  readonly isNamed: boolean;
  /** Other money out is taken for it. */
  readonly isTaken: boolean;
}

export interface ChosenPayout {
  readonly payout: PossiblePayout | null;
  /** No other payout can be meant, so it gets the operator's id. */
  readonly isCertain: boolean;
  /** If no other explanation is found: the payout that failed last. */
  readonly failed: PossiblePayout | null;
}

/**
 * The payout that money out was: the one with its id, or any of its number and amount as long as
 * fewer transfers than payouts were reported. One that failed comes last.
 */
export function choosePayout(possible: readonly PossiblePayout[]): ChosenPayout {
  const named = possible.find(({ isNamed }) => isNamed);
  if (named !== undefined) return { payout: named, isCertain: true, failed: null };
  const [failed, others] = [possible.filter(isFailed), possible.filter((one) => !isFailed(one))];
  const [last = null] = failed
    .filter(({ isTaken }) => !isTaken)
    .sort((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
  const payout = others.find(({ isTaken }) => !isTaken) ?? null;
  return { payout, isCertain: others.length === 1, failed: last };
}

function isFailed({ state }: PossiblePayout): boolean {
  return state === 'failed';
}
