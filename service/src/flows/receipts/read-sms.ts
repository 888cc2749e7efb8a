import type { Database, Queryable } from '../../db/client.ts';
import { claimSms, finishSms, type Sms } from '../../db/receipts/sms.ts';
import { lateWindowMs } from '../../domain/access/policy.ts';
import type { SmsReading, SmsReview, SmsSent } from '../../domain/receipts/sms/reading.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { PolicySource } from '../access/policy.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';
import { followMove } from './booking/follow-move.ts';
import { followPayment } from './follow-payment.ts';
import { noteReversal } from './note-reversal.ts';
import { parseStored } from './parse-stored.ts';
import { type ReleaseDeps, releaseTexts } from './release-texts.ts';
import type { SmsResult } from './settle-rivals.ts';
import { lockLineOf, type Stand, standOf } from './stand-of-text.ts';

export interface ReadSmsDeps {
  readonly database: Database;
  readonly templates: readonly SmsTemplate[];
  readonly policy: Pick<PolicySource, 'within'>;
  readonly onQueued: OnWebhooksQueued;
}

/**
 * Reads a stored text and does what it means, in one database transaction: a payment becomes a
 * receipt and completes its deposit, or is held. Reading it twice changes nothing.
 */
export async function readSms(
  deps: ReadSmsDeps,
  id: string,
  states: readonly SmsState[] = ['stored'],
): Promise<SmsState | null> {
  const done = await deps.database.atomically(async (connection) => {
    const sms = await claimSms(connection, id, states);
    if (sms === null) return null;
    const reading = await parseStored(deps.templates, connection, sms);
    const rules = { ...deps, lateWindowMs: lateWindowMs(await deps.policy.within(connection)) };
    const result = await follow(rules, connection, sms, reading);
    await finishSms(connection, [{ id, ...result, template: templateOf(reading) }]);
    return result;
  });
  if (done?.isCredited === true) deps.onQueued();
  return done?.state ?? null;
}

async function follow(
  deps: ReleaseDeps,
  connection: Queryable,
  sms: Sms,
  reading: SmsReading,
): Promise<SmsResult> {
  switch (reading.kind) {
    case 'payment':
      return followPayment(deps, connection, sms, reading);
    case 'sent':
      return followSent(deps, connection, sms, reading);
    case 'balance':
      return { state: 'balance', reason: null };
    case 'review':
      return followReview(deps, connection, sms, reading);
    case 'nothing':
      return {
        state: 'nothing',
        reason: { code: 'sms_nothing', params: { nothing_reason: reading.reason } },
      };
  }
}

/** A text that a person has to look at still tells how the balance of its line moved. */
async function followReview(
  deps: ReleaseDeps,
  connection: Queryable,
  sms: Sms,
  review: SmsReview,
): Promise<SmsResult> {
  const line = await lockLineOf(connection, sms);
  const { balance, released } = await standOf(connection, { sms, line, reading: review });
  await followIfBelieved(connection, { sms, line: line?.line ?? null, balance, reading: review });
  await noteReversal(connection, sms, review);
  const { credited } = await releaseTexts(deps, connection, released);
  const reason: Remark = { code: 'sms_review', params: { review_reason: review.reason } };
  return { state: 'review', reason, isCredited: credited > 0 };
}

/** Money that left a line: it moves the balance, and may name a payout that has no id yet. */
async function followSent(
  deps: ReleaseDeps,
  connection: Queryable,
  sms: Sms,
  sent: SmsSent,
): Promise<SmsResult> {
  const line = await lockLineOf(connection, sms);
  if (line === null) return { state: 'sent', reason: null };
  const { balance, doubt, released } = await standOf(connection, { sms, line, reading: sent });
  await followIfBelieved(connection, { sms, line: line.line, balance, reading: sent });
  const { credited } = await releaseTexts(deps, connection, released);
  return { state: 'sent', reason: doubt, isCredited: credited > 0 };
}

/** A text that may be forged names no payout, and nothing is booked by it. */
async function followIfBelieved(
  connection: Queryable,
  told: {
    readonly sms: Sms;
    readonly line: string | null;
    readonly balance: Stand['balance'];
    readonly reading: SmsReading;
  },
): Promise<void> {
  const { sms, line, balance, reading } = told;
  const mayBeForged = balance === 'waits' || balance === 'missing';
  if (line === null || mayBeForged) return;
  await followMove(connection, { line, smsId: sms.id }, reading);
}

export function templateOf(reading: SmsReading): string | null {
  if (reading.kind === 'nothing' || reading.templateId === null) return null;
  return `${reading.templateId} v${reading.templateVersion}`;
}
