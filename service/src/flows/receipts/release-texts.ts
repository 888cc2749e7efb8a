import type { Queryable } from '../../db/client.ts';
import { claimSms } from '../../db/receipts/sms.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import { followMove } from './booking/book-move.ts';
import { creditWaiting } from './credit-receipt.ts';
import { bookReversal } from './note-reversal.ts';
import { parseStored } from './parse-stored.ts';

export interface ReleaseDeps {
  readonly lateWindowMs: number;
  readonly templates: readonly SmsTemplate[];
}

/**
 * Texts that connect to a trusted balance now are believed: their payments are matched, payouts
 * that they tell of are named, and what else moved is booked, as if they had been believed when
 * they came.
 */
export async function releaseTexts(
  deps: ReleaseDeps,
  connection: Queryable,
  smsIds: readonly string[],
): Promise<{ readonly credited: number; readonly held: number }> {
  const credited = await creditWaiting(deps, connection, smsIds);
  for (const id of smsIds) {
    const sms = await claimSms(connection, id, ['sent', 'review']);
    if (sms === null || sms.line === null || sms.trust !== 'trusted') continue;
    const reading = await parseStored(deps.templates, connection, sms);
    await followMove(connection, { line: sms.line, smsId: id }, reading);
    if (reading.kind === 'review') await bookReversal(connection, id, reading);
  }
  return credited;
}
