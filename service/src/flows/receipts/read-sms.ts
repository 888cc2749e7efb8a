import type { Database, Queryable } from '../../db/client.ts';
import { listOwnLines } from '../../db/lines/gateways.ts';
import { listOperatorsOfSender } from '../../db/receipts/senders.ts';
import { claimSms, finishSms, type Sms } from '../../db/receipts/sms.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { parseSms } from '../../domain/receipts/sms/parse.ts';
import type { SmsReading, SmsReview, SmsSent } from '../../domain/receipts/sms/reading.ts';
import { foldSender, type SmsTemplate } from '../../domain/receipts/sms/template.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';
import { bookSent } from './book-sent.ts';
import { creditWaiting } from './credit-receipt.ts';
import { followPayment } from './follow-payment.ts';
import { noteReversal } from './note-reversal.ts';
import type { SmsResult } from './settle-rivals.ts';
import { lockLineOf, standOf } from './stand-of-text.ts';

export interface ReadSmsDeps {
  readonly database: Database;
  readonly templates: readonly SmsTemplate[];
  readonly lateWindowMs: number;
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
    const ownLines = sms.operator === null ? [] : await listOwnLines(connection, sms.operator);
    const acceptedFor = await acceptedForOf(deps, connection, sms);
    const reading = parseSms(
      deps.templates,
      { sender: sms.sender, text: sms.body },
      { ownLines, line: sms.line, acceptedFor },
    );
    const result = await follow(deps, connection, sms, reading);
    await finishSms(connection, { id, ...result, template: templateOf(reading) });
    return result;
  });
  if (done?.isCredited === true) deps.onQueued();
  return done?.state ?? null;
}

/** Nearly every text comes from a sender that the templates know, and then nothing is asked. */
async function acceptedForOf(
  { templates }: ReadSmsDeps,
  connection: Queryable,
  sms: Sms,
): Promise<readonly Operator[]> {
  const sender = foldSender(sms.sender);
  const isKnown = templates.some(({ senders }) => senders.includes(sender));
  return isKnown ? [] : listOperatorsOfSender(connection, sender);
}

async function follow(
  deps: ReadSmsDeps,
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
  deps: ReadSmsDeps,
  connection: Queryable,
  sms: Sms,
  review: SmsReview,
): Promise<SmsResult> {
  const line = await lockLineOf(connection, sms);
  const { released } = await standOf(connection, { sms, line, reading: review });
  await noteReversal(connection, sms, review);
  const { credited } = await creditWaiting(deps, connection, released);
  const reason: Remark = { code: 'sms_review', params: { review_reason: review.reason } };
  return { state: 'review', reason, isCredited: credited > 0 };
}

/** Money that left a line: it moves the balance, and may name a payout that has no id yet. */
async function followSent(
  deps: ReadSmsDeps,
  connection: Queryable,
  sms: Sms,
  sent: SmsSent,
): Promise<SmsResult> {
  const line = await lockLineOf(connection, sms);
  if (line === null) return { state: 'sent', reason: null };
  const { balance, doubt, released } = await standOf(connection, { sms, line, reading: sent });
  // A text that may be forged names no payout, and nothing is booked by it.
  const mayBeForged = balance === 'waits' || balance === 'missing';
  if (!mayBeForged) await bookSent(connection, line.line, sent);
  const { credited } = await creditWaiting(deps, connection, released);
  return { state: 'sent', reason: doubt, isCredited: credited > 0 };
}

function templateOf(reading: SmsReading): string | null {
  if (reading.kind === 'nothing' || reading.templateId === null) return null;
  return `${reading.templateId} v${reading.templateVersion}`;
}
