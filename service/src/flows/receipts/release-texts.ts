import type { Queryable } from '../../db/client.ts';
import {
  claimWaitingReceipts,
  holdForReading,
  lockWaitingReceipts,
} from '../../db/receipts/receipts.ts';
import { adoptRivals } from '../../db/receipts/rival-texts.ts';
import { claimTexts } from '../../db/receipts/sms.ts';
import type { CreditRules } from '../../domain/access/policy.ts';
import type { BalanceReading } from '../../domain/lines/balance-reading.ts';
import { wordOn } from '../../domain/receipts/held-payments.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import { doubtWithoutReading } from '../../domain/receipts/sms-trust.ts';
import { followMove } from './booking/book-move.ts';
import { creditReceipts } from './credit-receipts.ts';
import { noteReversal } from './note-reversal.ts';
import { openReceipt } from './open-receipts.ts';
import { parseStored } from './parse-stored.ts';
import { areTwoPeople } from './typed-balance-limit.ts';

export interface ReleaseDeps extends CreditRules {
  readonly templates: readonly SmsTemplate[];
}

/** How many payments completed their deposits, left them to a person, or are still unmatched. */
export interface ReleasedPayments {
  readonly credited: number;
  readonly toDecide: number;
  readonly held: number;
}

interface Released extends ReleasedPayments {
  /** The texts whose payments wait for a balance that is read after them. */
  readonly unproven: readonly string[];
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
): Promise<Released> {
  if (texts.released.length === 0) return { credited: 0, toDecide: 0, held: 0, unproven: [] };
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
  readonly reading: BalanceReading;
  readonly isInBurst: boolean;
  /** The person on whose typed balance alone it rests that they are believed. */
  readonly typedBy: string | null;
}

/** Matches the payments of texts that connect to a trusted balance now. */
async function creditWaiting(
  deps: ReleaseDeps,
  connection: Queryable,
  { released: smsIds, reading, isInBurst, typedBy }: ReleasedTexts,
): Promise<Released> {
  await adoptRivals(connection, { smsIds, reason: { code: 'rival_replaced' } });
  const unproven = new Set<string>();
  for (const { id, smsId, amountXaf } of await lockWaitingReceipts(connection, smsIds)) {
    const doubt = doubtWithoutReading({ amountXaf, balance: 'proven', isInBurst }, deps);
    if (doubt === null || reading.proven.has(smsId)) continue;
    unproven.add(smsId);
    await holdForReading(connection, { id, reason: doubt });
  }
  const certain = smsIds.filter((smsId) => !unproven.has(smsId));
  const receipts = [];
  for (const receipt of await claimWaitingReceipts(connection, certain)) {
    const { typedBy: before } = receipt;
    const areTwo =
      before !== null &&
      typedBy !== null &&
      (await areTwoPeople(connection, deps, [before, typedBy]));
    receipts.push({ ...receipt, typedBy: wordOn(receipt, reading, { typedBy, areTwo }) });
  }
  const results = [...(await creditReceipts(deps, connection, receipts)).values()];
  const credited = results.filter(({ isCredited }) => isCredited).length;
  const toDecide = results.filter(({ isToDecide }) => isToDecide).length;
  const held = results.length - credited - toDecide;
  return { credited, toDecide, held, unproven: [...unproven] };
}
