import { hash } from 'node:crypto';
import type { AuditAction } from '../../domain/access/audit-action.ts';
import { assert } from '../../domain/assert.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';
import { lockAudit } from '../row-seals.ts';

/** One action, with everything needed to understand it later. */
export interface AuditEntry {
  /** In a readable form: a name with an address, or `momo` for the command line. */
  readonly actor: string;
  readonly actorId: string | null;
  readonly ip: string | null;
  readonly action: AuditAction;
  /** What it was done to, such as `transaction:019a…`. */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
}

export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly actor_id: string | null;
  readonly ip: string | null;
  /** An older release may have written one that is not known any more. */
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

export const FIRST_HASH = '0'.repeat(64);

/**
 * Adds an entry to the chain inside the caller's database transaction: no action lacks its entry.
 */
export async function appendAudit(connection: Queryable, entry: AuditEntry): Promise<void> {
  await lockAudit(connection);
  const [before] = await connection.query<LastEntry>({
    name: 'find-last-audit-entry',
    text: `select app_now() as now, l.id, l.hash
           from (select) one left join (
             select id, hash from audit_log order by id desc limit 1) l on true`,
  });
  assert(before !== undefined, 'the database does not know the time');
  const row = {
    ...entry,
    id: (before.id ?? 0) + 1,
    at: before.now,
    actor_id: entry.actorId,
    before: entry.before === null ? null : JSON.stringify(entry.before),
    after: entry.after === null ? null : JSON.stringify(entry.after),
    previous_hash: before.hash ?? FIRST_HASH,
  };
  await connection.query({
    name: 'insert-audit-entry',
    text: `insert into audit_log (id, at, actor, actor_id, ip, action, subject, before, after,
                                  reason, previous_hash, hash)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      row.id,
      row.at,
      row.actor,
      row.actor_id,
      row.ip,
      row.action,
      row.subject,
      row.before,
      row.after,
      row.reason,
      row.previous_hash,
      hashOfEntry(row),
    ],
  });
}

interface LastEntry {
  readonly now: Date;
  /** `null` if there is no entry yet. */
  readonly id: number | null;
  readonly hash: string | null;
}

/** The hash covers every column and the entry before. */
export function hashOfEntry(entry: Omit<AuditRow, 'hash'>): string {
  const { id, at, actor, actor_id, ip, action, subject, before, after, reason } = entry;
  const text = [id, at.toISOString(), actor, actor_id, ip, action, subject, before, after, reason];
  return hash('sha256', JSON.stringify([...text, entry.previous_hash]), 'hex');
}

/** A stretch of the log in its order, for verification. */
export function listAuditFrom(database: Queryable, id: number, limit: number): Promise<AuditRow[]> {
  return database.query<AuditRow>({
    text: `select id, at, actor, actor_id, ip, action, subject, before::text, after::text, reason,
                  previous_hash, hash
           from audit_log where id >= $1 order by id limit $2`,
    values: [id, limit],
  });
}

/** The last entry. Its hash shows whether the log was cut or written anew. */
export async function findAuditHead(
  database: Queryable,
): Promise<Pick<AuditRow, 'id' | 'at' | 'hash'> | null> {
  const [row] = await database.query<Pick<AuditRow, 'id' | 'at' | 'hash'>>({
    text: 'select id, at, hash from audit_log order by id desc limit 1',
  });
  return row ?? null;
}

export async function findLastAuditId(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly id: number | null }>({
    text: 'select max(id) as id from audit_log',
  });
  return row?.id ?? 0;
}

/** The lines whose balance a person has revealed within the last hour. */
export async function listRevealedLines(
  database: Queryable,
  staffId: string,
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly line: string }>({
    name: 'list-revealed-lines',
    text: `select split_part(subject, ':', 2) as line from audit_log
           where actor_id = $1 and action = 'line.reveal_balance'
             and at > app_now() - interval '1 hour'`,
    values: [staffId],
  });
  return rows.map(({ line }) => line);
}

export interface AuditFilter {
  /** A part of a name, an action or a subject, or a whole id. */
  readonly q: string | null;
  readonly actorId: string | null;
  /** The part of an action before the dot. */
  readonly kind: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly before: number | null;
  readonly limit: number;
}

/** No index finds a part of a text, so a search reads this many of the newest entries. */
const READ_ENTRIES = 50_000;

/** The newest first, before a given entry. */
export function listAudit(database: Queryable, wanted: AuditFilter): Promise<AuditRow[]> {
  const isId = wanted.q !== null && UUID.test(wanted.q);
  return database.query<AuditRow>({
    text: `select id, at, actor, actor_id, ip, action, subject, before::text, after::text, reason,
                  previous_hash, hash
           from (select * from audit_log
                 where ($2::bigint is null or id < $2)
                   and ($3::uuid is null or actor_id = $3)
                   and ($4::text is null or split_part(action, '.', 1) = $4)
                   and ($5::timestamptz is null or at >= $5)
                   and ($6::timestamptz is null or at < $6)
                   ${isId ? "and split_part(subject, ':', 2) = $1::text" : ''}
                 order by id desc limit ${READ_ENTRIES}) newest
           where ${isId ? 'true' : CONTAINS_TEXT}
           order by id desc limit $7`,
    values: [
      isId ? wanted.q?.toLowerCase() : wanted.q,
      wanted.before,
      wanted.actorId,
      wanted.kind,
      wanted.from,
      wanted.to,
      wanted.limit,
    ],
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CONTAINS_TEXT = `($1::text is null or position(
  lower($1) in lower(actor || ' ' || action || ' ' || subject)) > 0)`;

export interface SubjectNameRow {
  readonly subject: string;
  /** Of a channel. */
  readonly operator: Operator | null;
  /** `null` if people call it by its id. */
  readonly name: string | null;
  readonly amount_xaf: number | null;
}

/** What people call the subjects of entries, changes and faults, such as `transaction:019a…`. */
export function listSubjectNames(
  database: Queryable,
  subjects: readonly string[],
): Promise<SubjectNameRow[]> {
  return database.query<SubjectNameRow>({
    text: `select s.subject, coalesce(t.amount_xaf, r.amount_xaf, l.amount_xaf) as amount_xaf,
                  c.operator,
                  coalesce(m.name, t.reference, l.reference, r.operator_tx_id, p.display_name,
                           d.operator_tx_id, f.file_name, g.after ->> 'account', o.sender,
                           -- The name of an application may itself contain a colon.
                           a.name || case s.kind when 'settlement'
                                       then ' · ' || substring(s.subject from '^[^:]*:[^:]*:(.*)$')
                                       else '' end) as name
           from (select subject, split_part(subject, ':', 1) as kind,
                        substring(subject from position(':' in subject) + 1) as rest,
                        split_part(subject, ':', 2) as id,
                        case when split_part(subject, ':', 2) ~ '${UUID.source}'
                             then split_part(subject, ':', 2)::uuid end as uuid
                 from unnest($1::text[]) as s (subject)) s
           left join staff m on s.kind = 'staff' and m.id = s.uuid
           left join contradictions q on s.kind in ('contradiction', 'reversal') and q.id = s.uuid
           left join transactions t
             on t.id = case s.kind when 'transaction' then s.uuid else q.transaction_id end
           left join receipts r
             on r.id = case when s.kind in ('receipt', 'dismissal') then s.uuid
                            else q.receipt_id end
           left join checkouts l on s.kind = 'checkout' and l.id = s.uuid
           left join channels c on s.kind = 'channel' and c.id = s.id
           left join providers p
             on p.id = case s.kind when 'provider' then s.id when 'channel' then c.provider_id end
           left join statement_differences d
             on s.kind in ('difference', 'explanation', 'statement_line') and d.id = s.uuid
           left join statements f on s.kind = 'statement' and f.id = s.uuid
           left join sms_messages o on s.kind = 'sms' and o.id = s.uuid
           left join lateral (
             select after from agreements
             where s.kind = 'adjustment' and act = s.kind and subject = s.id
             order by said_at desc limit 1) g on true
           left join api_keys k on s.kind = 'key' and k.prefix = s.id
           left join applications a
             on a.id = case s.kind when 'key' then k.application_id
                                   when 'settlement' then s.uuid end
             or s.kind in ('application', 'credit_line', 'webhook_secret') and a.name = s.rest`,
    values: [subjects],
  });
}
