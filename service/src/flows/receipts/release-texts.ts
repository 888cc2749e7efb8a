import type { Queryable } from '../../db/client.ts';
import { claimWaitingReceipts } from '../../db/receipts/receipts.ts';
import { adoptRivals } from '../../db/receipts/rival-texts.ts';
import { claimTexts } from '../../db/receipts/sms.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import { followMove } from './booking/book-move.ts';
import { creditReceipts } from './credit-receipts.ts';
import { noteReversal } from './note-reversal.ts';
import { openReceipt } from './open-receipts.ts';
import { parseStored } from './parse-stored.ts';

export interface ReleaseDeps {
  readonly lateWindowMs: number;
  readonly templates: readonly SmsTemplate[];
}

/**
 * Texts that connect to a trusted balance now are believed: their payments are matched, the payouts
 * they report get their ids, and the other movements are booked, as if they had been believed on
 * arrival.
 */
export async function releaseTexts(
  deps: ReleaseDeps,
  connection: Queryable,
  smsIds: readonly string[],
): Promise<{ readonly credited: number; readonly held: number }> {
  if (smsIds.length === 0) return { credited: 0, held: 0 };
  const released = await creditWaiting(deps, connection, smsIds);
  for (const id of smsIds) {
    const [sms] = await claimTexts(connection, [id], ['sent', 'review']);
    if (sms === undefined || sms.line === null || sms.trust !== 'trusted') continue;
    const reading = await parseStored(deps.templates, connection, sms);
    await followMove(connection, { line: sms.line, smsId: id }, reading);
    if (reading.kind !== 'review') continue;
    await noteReversal(connection, sms, reading);
    await openReceipt(connection, sms, reading, 'proven');
  }
  return released;
}

/** Matches the payments of texts that connect to a trusted balance now. */
async function creditWaiting(
  deps: ReleaseDeps,
  connection: Queryable,
  smsIds: readonly string[],
): Promise<{ readonly credited: number; readonly held: number }> {
  await adoptRivals(connection, { smsIds, reason: { code: 'rival_replaced' } });
  const receipts = await claimWaitingReceipts(connection, smsIds);
  const results = [...(await creditReceipts(deps, connection, receipts)).values()];
  const credited = results.filter(({ isCredited }) => isCredited).length;
  return { credited, held: results.length - credited };
}
