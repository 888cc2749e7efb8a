import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { nameOf } from '../../db/receipts/receipts.ts';
import {
  claimTexts,
  finishSms,
  listSmsToReparse,
  listStoredSms,
  type StoredSms,
} from '../../db/receipts/sms.ts';
import { creditRules } from '../../domain/access/policy.ts';
import { assert } from '../../domain/assert.ts';
import type { Message } from '../../domain/messages/message.ts';
import type {
  SmsPayment,
  SmsReading,
  SmsReview,
  SmsSent,
} from '../../domain/receipts/sms/reading.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';
import { type BalanceCheck, checkBalances, lockLinesOf, type ReadText } from './balance-check.ts';
import { followMove } from './booking/book-move.ts';
import { followPayments } from './follow-payments.ts';
import { noteReversal } from './note-reversal.ts';
import { openReceipt } from './open-receipts.ts';
import { ownLinesIn, parseStored } from './parse-stored.ts';
import { type ReleaseDeps, releaseTexts } from './release-texts.ts';
import type { SmsResult } from './settle-rivals.ts';

export interface ReadSmsDeps {
  readonly database: Database;
  readonly templates: readonly SmsTemplate[];
  readonly policy: Pick<PolicySource, 'within'>;
  readonly onQueued: OnWebhooksQueued;
}

/** Reads one text: a batch of one, which leaves nothing. */
export async function readSms(
  deps: ReadSmsDeps,
  id: string,
  states: readonly SmsState[] = ['stored'],
): Promise<SmsState | null> {
  const [state = null] = await readTexts(deps, [id], states);
  return state;
}

/**
 * Reads stored texts and does what they mean, in one database transaction: a payment becomes a
 * receipt and completes its deposit, or is held. Reading a text twice changes nothing. Returns the
 * new state of each, or `null` if another reader has it, or if it depends on another text of the
 * batch and is left, to be read alone.
 */
export async function readTexts(
  deps: ReadSmsDeps,
  ids: readonly string[],
  states: readonly SmsState[] = ['stored'],
): Promise<readonly (SmsState | null)[]> {
  const results = await deps.database.atomically(async (connection) => {
    const texts = independentOf(await parseAll(deps, connection, ids, states));
    const rules = { ...deps, ...creditRules(await deps.policy.within(connection)) };
    const results = await follow(rules, connection, texts);
    const read = texts.flatMap(({ sms: { id }, reading }) => {
      const result = results.get(id);
      return result === undefined ? [] : [{ ...result, id, template: templateOf(reading) }];
    });
    if (read.length > 0) await finishSms(connection, read);
    return results;
  });
  if ([...results.values()].some(({ isCredited }) => isCredited)) deps.onQueued();
  return ids.map((id) => results.get(id)?.state ?? null);
}

async function parseAll(
  { templates }: ReadSmsDeps,
  connection: Queryable,
  ids: readonly string[],
  states: readonly SmsState[],
): Promise<readonly ReadText[]> {
  const ownLinesOf = ownLinesIn(connection);
  const texts: ReadText[] = [];
  for (const sms of await claimTexts(connection, ids, states)) {
    texts.push({ sms, reading: await parseStored(templates, connection, sms, ownLinesOf) });
  }
  return texts;
}

/**
 * The texts of a batch that can be read at once: payments with different ids of the operator, and
 * texts that move no money. Money that left, and what a person has to check, may be about the
 * payment of any other text, so each is read alone. From the first text of a line that is left, the
 * later ones of that line are left too.
 */
function independentOf(texts: readonly ReadText[]): readonly ReadText[] {
  if (texts.length === 1) return texts;
  const names = new Set<string>();
  const left = new Set<string>();
  return texts.filter(({ sms: { line }, reading }) => {
    const isAlone = reading.kind === 'sent' || reading.kind === 'review';
    const name = reading.kind === 'payment' ? nameOf(reading) : null;
    const isLeft = isAlone || (name !== null && names.has(name)) || left.has(line ?? '');
    if (name !== null) names.add(name);
    if (isLeft && line !== null) left.add(line);
    return !isLeft;
  });
}

/** By text id. */
async function follow(
  deps: ReleaseDeps,
  connection: Queryable,
  texts: readonly ReadText[],
): Promise<ReadonlyMap<string, SmsResult>> {
  const results = new Map(await followPayments(deps, connection, texts.filter(isPayment)));
  for (const { sms, reading } of texts) {
    switch (reading.kind) {
      case 'payment':
        break;
      case 'sent':
        results.set(sms.id, await followSent(deps, connection, { sms, reading }));
        break;
      case 'balance':
        results.set(sms.id, { state: 'balance', reason: null });
        break;
      case 'review':
        results.set(sms.id, await followReview(deps, connection, { sms, reading }));
        break;
      case 'nothing': {
        const params = { nothing_reason: reading.reason };
        results.set(sms.id, { state: 'nothing', reason: { code: 'sms_nothing', params } });
      }
    }
  }
  return results;
}

function isPayment(text: ReadText): text is ReadText<SmsPayment> {
  return text.reading.kind === 'payment';
}

/** A text that a person has to check still shows how the balance of its line moved. */
async function followReview(
  deps: ReleaseDeps,
  connection: Queryable,
  text: ReadText<SmsReview>,
): Promise<SmsResult> {
  const { sms, reading } = text;
  const balanceCheck = await followLine(connection, text);
  await noteReversal(connection, sms, reading);
  const isPayment = await openReceipt(connection, sms, reading, balanceCheck.balance);
  const { credited } = await releaseTexts(deps, connection, balanceCheck);
  const reason: Message = { code: 'sms_review', params: { review_reason: reading.reason } };
  return { state: isPayment ? 'receipt' : 'review', reason, isCredited: credited > 0 };
}

/** Money that left a line: it moves the balance, and may name a payout that has no id yet. */
async function followSent(
  deps: ReleaseDeps,
  connection: Queryable,
  text: ReadText<SmsSent>,
): Promise<SmsResult> {
  const balanceCheck = await followLine(connection, text);
  const { credited } = await releaseTexts(deps, connection, balanceCheck);
  return { state: 'sent', reason: balanceCheck.doubt, isCredited: credited > 0 };
}

/** A text that may be forged names no payout, and is not booked. */
async function followLine(connection: Queryable, text: ReadText): Promise<BalanceCheck> {
  const [onLine] = await lockLinesOf(connection, [text]);
  assert(onLine !== undefined, 'a text was lost');
  const [balanceCheck] = await checkBalances(connection, [onLine]);
  assert(balanceCheck !== undefined && balanceCheck !== null, 'a single text was left');
  const mayBeForged = balanceCheck.balance === 'waits' || balanceCheck.balance === 'missing';
  if (onLine.line === null || mayBeForged) return balanceCheck;
  const { line } = onLine.line;
  await followMove(connection, { line, smsId: text.sms.id }, text.reading);
  return balanceCheck;
}

function templateOf(reading: SmsReading): string | null {
  if (reading.kind === 'nothing' || reading.templateId === null) return null;
  return `${reading.templateId} v${reading.templateVersion}`;
}

/** The process that stored a text reads it within this time, or has died. */
const LEFT_AFTER_MS = 2_000;
const MAX_LEFT = 100;

/** Reads texts that a process stored before it died. */
export async function readLeftSms(deps: ReadSmsDeps): Promise<number> {
  const troubles: unknown[] = [];
  let count = 0;
  for (let after: StoredSms | null = null; ; ) {
    const page = { olderThanMs: LEFT_AFTER_MS, after, limit: MAX_LEFT };
    const texts: readonly StoredSms[] = await listStoredSms(deps.database, page);
    for (const { id } of texts) {
      // However many texts cannot be read, they do not hold up the texts after them.
      await readSms(deps, id).catch((error: unknown) => troubles.push(error));
    }
    count += texts.length;
    after = texts.at(-1) ?? null;
    if (texts.length < MAX_LEFT) break;
  }
  if (troubles.length > 0) throw troubles[0];
  return count;
}

export interface Reparsed {
  readonly read: number;
  /** Texts that today's templates read as a payment. */
  readonly payments: number;
}

const PAGE = 200;

/**
 * Reads every text again that no template matched on arrival. A known payment is a repeat, so
 * nothing is credited twice, however often this runs. The audit log gets one entry before the first
 * text, since each text is its own commit, and one entry with the result. Throws at the end if a
 * text could not be read.
 */
export async function reparseSms(deps: ReadSmsDeps, actor: Actor): Promise<Reparsed> {
  await note(deps, actor, null);
  const { troubles, ...reparsed } = await readAll(deps);
  await note(deps, actor, reparsed);
  if (troubles.length > 0) throw troubles[0];
  return reparsed;
}

function note({ database }: ReadSmsDeps, actor: Actor, after: Reparsed | null): Promise<void> {
  const what = {
    action: 'sms.reparse',
    subject: 'sms:unread',
    before: null,
    after,
    reason: null,
  } as const;
  return database.atomically((connection) => appendAudit(connection, { ...actor, ...what }));
}

async function readAll(
  deps: ReadSmsDeps,
): Promise<Reparsed & { readonly troubles: readonly unknown[] }> {
  const troubles: unknown[] = [];
  let after: string | null = null;
  let [read, payments] = [0, 0];
  for (;;) {
    const ids: readonly string[] = await listSmsToReparse(deps.database, { after, limit: PAGE });
    for (const id of ids) {
      // However many texts cannot be read, they do not hold up the texts after them.
      try {
        const state = await readSms(deps, id, ['review', 'nothing']);
        read += 1;
        if (state === 'receipt') payments += 1;
      } catch (error) {
        troubles.push(error);
      }
    }
    after = ids.at(-1) ?? null;
    if (ids.length < PAGE) return { read, payments, troubles };
  }
}
