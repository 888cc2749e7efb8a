import type { Queryable } from '../../../db/client.ts';
import { nameJob } from '../../../db/lines/sim-jobs.ts';
import { lockSimPayout } from '../../../db/receipts/sim-payouts.ts';
import { assert } from '../../../domain/assert.ts';
import { walletKey } from '../../../domain/books/posting.ts';
import type { SmsReading, SmsSent } from '../../../domain/receipts/sms/reading.ts';
import { moveOf } from '../../../domain/receipts/told-move.ts';
import { decideSequence } from '../../../domain/transactions/transition.ts';
import { recordTransitions } from '../../transactions/record-transition.ts';
import { bookMove } from './book-move.ts';

/**
 * What a believed text tells of its line besides players' payments, whether it is believed when it
 * comes or later: money that left names the payout by a SIM that has no id yet, and all is booked.
 */
export async function followMove(
  connection: Queryable,
  { line, smsId }: { readonly line: string; readonly smsId: string },
  reading: SmsReading,
): Promise<void> {
  if (reading.kind === 'sent' && reading.payee !== null) {
    const { operator, operatorTxId, amountXaf, payee: msisdn } = reading;
    await nameJob(connection, { line, operator, operatorTxId, amountXaf, msisdn });
    await holdDenied(connection, reading);
  }
  const move = moveOf(reading);
  if (move === null) return;
  await bookMove(connection, { wallet: walletKey({ ...move, number: line }), move, smsId });
}

/**
 * Screens that say no against a text that says yes are for a person. The payout is held at once: a
 * process that has read the screens and not yet the text would otherwise call it failed.
 */
async function holdDenied(connection: Queryable, transfer: SmsSent): Promise<void> {
  const payout = await lockSimPayout(connection, transfer);
  if (payout === null || !payout.isDenied) return;
  const { transaction, now: at } = payout;
  const reason = { code: 'sim_screens_contradicted' } as const;
  const decision = decideSequence(transaction, ['stuck'], { at, lateWindowMs: 0, reason });
  if (decision.kind === 'refused') return;
  const [isRecorded] = await recordTransitions(connection, [
    {
      transaction,
      moves: decision.moves,
      actor: `provider:${transaction.providerId}`,
      providerTxId: null,
    },
  ]);
  assert(isRecorded === true, 'a locked payout has moved');
}
