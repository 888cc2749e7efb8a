import type { Queryable } from '../../../db/client.ts';
import { nameJob } from '../../../db/lines/sim-jobs.ts';
import { walletKey } from '../../../domain/books/posting.ts';
import type { SmsReading } from '../../../domain/receipts/sms/reading.ts';
import { moveOf } from '../../../domain/receipts/told-move.ts';
import { bookMove } from './book-move.ts';

/**
 * What a believed text tells of its line besides players' payments, whether it is believed when it
 * comes or later: money that left names the payout by a SIM that has no id yet, and all is booked.
 */
export async function followMove(
  connection: Queryable,
  line: string,
  reading: SmsReading,
): Promise<void> {
  if (reading.kind === 'sent' && reading.payee !== null) {
    const { operator, operatorTxId, amountXaf, payee: msisdn } = reading;
    await nameJob(connection, { line, operator, operatorTxId, amountXaf, msisdn });
  }
  const move = moveOf(reading);
  if (move === null) return;
  await bookMove(connection, walletKey({ ...move, number: line }), move);
}
