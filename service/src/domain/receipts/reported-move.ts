import type { ReportedMove } from '../books/wallet-move.ts';
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
