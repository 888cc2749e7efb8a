import type { Queryable } from '../../db/client.ts';
import {
  claimWaitingReceipts,
  holdForReading,
  lockWaitingReceipts,
} from '../../db/receipts/receipts.ts';
import { adoptRivals } from '../../db/receipts/rival-texts.ts';
import { claimTexts } from '../../db/receipts/sms.ts';
import type { CreditRules } from '../../domain/access/policy.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import { doubtWithoutReading } from '../../domain/receipts/sms-trust.ts';
import { followMove } from './booking/book-move.ts';
import { creditReceipts } from './credit-receipts.ts';
import { noteReversal } from './note-reversal.ts';
import { areTwoPeople } from './on-ones-word.ts';
import { openReceipt } from './open-receipts.ts';
import { parseStored } from './parse-stored.ts';

export interface ReleaseDeps extends CreditRules {
  readonly templates: readonly SmsTemplate[];
}

/** How many payments completed their deposits, left them to a person, or are still unmatched. */
export interface ReleasedPayments {
  readonly credited: number;
  readonly toDecide: number;
  readonly held: number;
}

/**
 * Texts that connect to a trusted balance now are believed: their payments are matched, the payouts
 * they report get their ids, and the other movements are booked, as if they had been believed on
 * arrival.
 */
export async function releaseTexts(
  deps: ReleaseDeps,
  connection: Queryable,
  texts: ReleasedTexts,
): Promise<ReleasedPayments> {
  if (texts.released.length === 0) return { credited: 0, toDecide: 0, held: 0 };
  const released = await creditWaiting(deps, connection, texts);
  for (const id of texts.released) {
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

interface ReleasedTexts {
  readonly released: readonly string[];
  /** Those that a balance proves which was read after they came. */
  readonly proven?: readonly string[];
  readonly isInBurst: boolean;
  /** The person on whose typed balance alone it rests that they are believed. */
  readonly typedBy: string | null;
}

/** Matches the payments of texts that connect to a trusted balance now. */
async function creditWaiting(
  deps: ReleaseDeps,
  connection: Queryable,
  { released: smsIds, proven = [], isInBurst, typedBy }: ReleasedTexts,
): Promise<ReleasedPayments> {
  await adoptRivals(connection, { smsIds, reason: { code: 'rival_replaced' } });
  const needing = new Set<string>();
  for (const { id, smsId, amountXaf, ...row } of await lockWaitingReceipts(connection, smsIds)) {
    const doubt = doubtWithoutReading({ amountXaf, balance: 'proven', isInBurst }, deps);
    if (doubt === null || row.typedBy !== null || proven.includes(smsId)) continue;
    needing.add(smsId);
    await holdForReading(connection, { id, reason: doubt });
  }
  const certain = smsIds.filter((smsId) => !needing.has(smsId));
  const receipts = [];
  for (const receipt of await claimWaitingReceipts(connection, certain)) {
    const words = [receipt.typedBy ?? null, typedBy] as const;
    receipts.push({ ...receipt, typedBy: await wordOf(deps, connection, words) });
  }
  const results = [...(await creditReceipts(deps, connection, receipts)).values()];
  const credited = results.filter(({ isCredited }) => isCredited).length;
  const toDecide = results.filter(({ isToDecide }) => isToDecide).length;
  return { credited, toDecide, held: results.length - credited - toDecide };
}

/** Whose word alone it is; `null` if another person, or the operator, says the same. */
async function wordOf(
  deps: ReleaseDeps,
  connection: Queryable,
  [before, now]: readonly [before: string | null, now: string | null],
): Promise<string | null> {
  if (before === null || now === null) return now;
  return (await areTwoPeople(connection, deps, [before, now])) ? null : before;
}
