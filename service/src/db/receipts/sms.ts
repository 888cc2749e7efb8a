import { randomUUIDv7 } from 'node:crypto';
import { assert } from '../../domain/assert.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import { readSmsReason, type SmsTrust, writeSmsReason } from '../../domain/receipts/sms-trust.ts';
import type { SearchKeys } from '../../domain/transactions/search/search-text.ts';
import type { Queryable } from '../client.ts';
import { rowsWith, unseen } from '../rows.ts';
import { toNameQuery } from '../transactions/transaction-search.ts';

/** A text as it came. */
export interface Sms {
  readonly id: string;
  readonly gatewayId: string;
  readonly sim: string | null;
  readonly operator: Operator | null;
  readonly line: string | null;
  readonly sender: string;
  readonly body: string;
  readonly sentAt: Date | null;
  readonly at: Date;
  readonly trust: SmsTrust;
  readonly state: SmsState;
}

export type NewSms = Omit<Sms, 'id' | 'at'> & {
  readonly digest: Buffer;
  readonly reason: Message | null;
};

const SMS = `s.id, s.gateway_id as "gatewayId", s.sim, s.operator, s.line, s.sender, s.body,
  s.sent_at as "sentAt", s.at, s.trust, s.state`;

export interface SmsStored {
  readonly id: string;
  readonly isRepeat: boolean;
  readonly state: SmsState;
}

/** Stores texts before anything acts on them; `null` for one that was stored before. */
export async function insertSms(
  database: Queryable,
  batch: readonly NewSms[],
): Promise<readonly (SmsStored | null)[]> {
  // One order for every process, so that two of them never wait for each other in a circle.
  const texts = batch.toSorted((a, b) => a.digest.compare(b.digest));
  const rows = await database.query<Omit<SmsStored, 'isRepeat'> & { readonly digest: Buffer }>({
    name: 'insert-sms',
    writes: true,
    text: `insert into sms_messages (id, gateway_id, sim, operator, line, sender, body, sent_at, at,
                                     trust, digest, state, reason)
           select n.id, n.gateway_id, n.sim, n.operator, n.line, n.sender, n.body, n.sent_at,
                  (select app_now()), n.trust, n.digest, n.state, n.reason
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                       $7::text[], $8::timestamptz[], $9::text[], $10::bytea[], $11::text[],
                       $12::text[])
                  as n (id, gateway_id, sim, operator, line, sender, body, sent_at, trust, digest,
                        state, reason)
           on conflict on constraint one_row_per_message do nothing
           returning id, state, digest`,
    values: [
      texts.map(() => randomUUIDv7()),
      texts.map(({ gatewayId }) => gatewayId),
      texts.map(({ sim }) => sim),
      texts.map(({ operator }) => operator),
      texts.map(({ line }) => line),
      texts.map(({ sender }) => sender),
      texts.map(({ body }) => body),
      texts.map(({ sentAt }) => sentAt),
      texts.map(({ trust }) => trust),
      texts.map(({ digest }) => digest),
      texts.map(({ state }) => state),
      texts.map(({ reason }) => reason && writeSmsReason(reason)),
    ],
  });
  const stored = new Map(rows.map(({ digest, ...row }) => [digest.toString('hex'), row]));
  return batch.map(({ digest }) => {
    const name = digest.toString('hex');
    const row = stored.get(name);
    // Of two equal ones in the batch the second is the repeat.
    return row !== undefined && stored.delete(name) ? { ...row, isRepeat: false } : null;
  });
}

/** Counts a text that was stored before. Alone: while it waits for a reader, it locks no other. */
export async function countRepeat(database: Queryable, { digest }: NewSms): Promise<SmsStored> {
  const [row] = await database.query<SmsStored>({
    name: 'count-repeat',
    writes: true,
    text: `update sms_messages set seen = seen + 1 where digest = $1
           returning id, state, true as "isRepeat"`,
    values: [digest],
  });
  assert(row !== undefined, 'a message was not stored');
  return row;
}

/**
 * Locks texts in one of these states, in the order in which they came. It waits for a single one;
 * of several it skips those that another reader has: a reader that waits for a second text while it
 * holds a first one may wait in a circle.
 */
export function claimTexts(
  connection: Queryable,
  ids: readonly string[],
  states: readonly SmsState[],
): Promise<Sms[]> {
  const isSeveral = ids.length > 1;
  return connection.query<Sms>({
    name: isSeveral ? 'claim-texts' : 'claim-text',
    text: `select ${SMS} from sms_messages s
           where s.id = any(${unseen(1, 'uuid[]')}) and s.state = any(${unseen(2, 'text[]')})
           order by s.id
           for update ${isSeveral ? 'skip locked' : ''}`,
    values: [ids, states],
  });
}

export interface SmsRead {
  readonly id: string;
  readonly state: SmsState;
  readonly reason: Message | null;
  readonly template: string | null;
}

export async function finishSms(connection: Queryable, read: readonly SmsRead[]): Promise<void> {
  await connection.query({
    name: 'finish-sms',
    text: `update sms_messages s set state = r.state, reason = r.reason, template = r.template
           from ${READ.unnest('r')} where s.id = r.id`,
    values: READ.values(read),
  });
}

const READ = rowsWith<SmsRead>({
  id: ['uuid', ({ id }) => id],
  state: ['text', ({ state }) => state],
  reason: ['text', ({ reason }) => reason && writeSmsReason(reason)],
  template: ['text', ({ template }) => template],
});

export interface StoredSms {
  readonly id: string;
  readonly at: Date;
}

interface StoredPage {
  readonly olderThanMs: number;
  /** The last text of the page before, or `null` for the first page. */
  readonly after: StoredSms | null;
  readonly limit: number;
}

/** Texts that were stored by a process that died before it read them. */
export function listStoredSms(
  database: Queryable,
  { olderThanMs, after, limit }: StoredPage,
): Promise<readonly StoredSms[]> {
  return database.query<StoredSms>({
    name: 'list-stored-sms',
    text: `select id, at from sms_messages
           where state = 'stored' and at <= app_now() - $1 * interval '1 millisecond'
             and ($2::timestamptz is null or (at, id) > ($2, $3::uuid))
           order by at, id limit $4`,
    values: [olderThanMs, after?.at ?? null, after?.id ?? null, limit],
  });
}

/** Texts that no template matched, in order, for a newer template to try. */
export async function listSmsToReparse(
  database: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>({
    text: `select id from sms_messages
           where state in ('review', 'nothing') and ($1::uuid is null or id > $1)
           order by id limit $2`,
    values: [after, limit],
  });
  return rows.map(({ id }) => id);
}

export interface ListedSms extends Sms {
  readonly reason: Message | null;
  readonly template: string | null;
  readonly seen: number;
  readonly lookedAt: Date | null;
  readonly lookedAtBy: string | null;
  /** The payment that it became. */
  readonly receiptId: string | null;
}

interface StoredRow extends Omit<ListedSms, 'reason'> {
  readonly reason: string | null;
}

function toRow({ reason, ...row }: StoredRow): ListedSms {
  return { ...row, reason: reason === null ? null : readSmsReason(row.state, reason) };
}

const LINE = `${SMS}, s.reason, s.template, s.seen, s.looked_at as "lookedAt",
  s.looked_at_by as "lookedAtBy",
  coalesce((select r.id from receipts r where r.sms_id = s.id limit 1),
           (select v.receipt_id from rival_texts v where v.sms_id = s.id limit 1))
    as "receiptId"`;

/** The newest texts, of one state or of all; in review only those that no person has checked. */
export async function listSms(
  database: Queryable,
  {
    state,
    before,
    limit,
  }: {
    readonly state: SmsState | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<ListedSms[]> {
  const rows = await database.query<StoredRow>({
    text: `select ${LINE} from sms_messages s
           where ($1::text is null or s.state = $1) and ($2::uuid is null or s.id < $2)
             and ($1::text is distinct from 'review' or s.looked_at is null)
           order by s.id desc limit $3`,
    values: [state, before, limit],
  });
  return rows.map(toRow);
}

/** A search for words reads this many of the newest texts, which have no index of their words. */
const READ_TEXTS = 2_000;

/**
 * Texts of payments that a search found, and those that have its words or come from its number.
 * Digits are never looked for: with some more at a time a program would read a hidden balance.
 */
export async function listTextsBySearch(
  database: Queryable,
  { name, msisdn }: Pick<SearchKeys, 'name' | 'msisdn'>,
  { receiptIds, limit }: { readonly receiptIds: readonly string[]; readonly limit: number },
): Promise<ListedSms[]> {
  const rows = await database.query<StoredRow>({
    text: `select ${LINE} from sms_messages s
           where s.id in (
             select sms_id from receipts where id = any($1::uuid[])
             union all
             select id from (select id, sender, body from sms_messages
                             where num_nonnulls($2::tsquery, $3::text) > 0
                             order by id desc limit ${READ_TEXTS}) newest
             where name_words(sender || ' ' || body) @@ $2::tsquery or sender = $3)
           order by s.id desc limit $4`,
    values: [receiptIds, name.length === 0 ? null : toNameQuery(name), msisdn, limit],
  });
  return rows.map(toRow);
}

export async function findSms(database: Queryable, id: string): Promise<ListedSms | null> {
  const [row] = await database.query<StoredRow>({
    text: `select ${LINE} from sms_messages s where s.id = $1`,
    values: [id],
  });
  return row === undefined ? null : toRow(row);
}

/** False if it is not in review, or a person has checked it before. */
export async function markSmsLookedAt(
  connection: Queryable,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<boolean> {
  const rows = await connection.query({
    text: `update sms_messages set looked_at = app_now(), looked_at_by = $2
           where id = $1 and state = 'review' and looked_at is null
           returning id`,
    values: [id, by],
  });
  return rows.length > 0;
}
