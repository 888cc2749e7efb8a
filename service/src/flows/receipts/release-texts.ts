import type { Queryable } from '../../db/client.ts';
import { claimSms } from '../../db/receipts/sms.ts';
import { walletKey } from '../../domain/books/posting.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import { moveOf } from '../../domain/receipts/told-move.ts';
import { bookMove } from './booking/book-move.ts';
import { creditWaiting } from './credit-receipt.ts';
import { bookReversal } from './note-reversal.ts';
import { parseStored } from './parse-stored.ts';

export interface ReleaseDeps {
  readonly lateWindowMs: number;
  readonly templates: readonly SmsTemplate[];
}

/**
 * Texts that connect to a trusted balance now are believed: their payments are matched, and what
 * else they tell of the wallet is booked, as if they had been believed when they came.
 */
export async function releaseTexts(
  deps: ReleaseDeps,
  connection: Queryable,
  smsIds: readonly string[],
): Promise<{ readonly credited: number; readonly held: number }> {
  const credited = await creditWaiting(deps, connection, smsIds);
  for (const id of smsIds) {
    const [sms] = await claimSms(connection, [id], ['sent', 'review']);
    if (sms === undefined || sms.line === null || sms.trust !== 'trusted') continue;
    const reading = await parseStored(deps.templates, connection, sms);
    const move = moveOf(reading);
    if (move !== null) await bookMove(connection, walletKey({ ...move, number: sms.line }), move);
    if (reading.kind === 'review') await bookReversal(connection, id, reading);
  }
  return credited;
}
