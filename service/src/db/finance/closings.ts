import {
  BOOKED_WITHIN_MS,
  type ClosedAccount,
  type RowSum,
  type SummedTable,
  type SummedTransaction,
} from '../../domain/finance/closing.ts';
import { BOOK_DAYS } from '../books/totals.ts';
import type { Queryable } from '../client.ts';
import { interval } from '../clock.ts';
import { streamRows } from '../rows.ts';
import { SEALED_FACTS } from '../transactions/sealed-transactions.ts';

const BOOKED_WITHIN = interval(BOOKED_WITHIN_MS);

export interface ClosingRow {
  readonly day: string;
  readonly content: string;
  readonly previousHash: string;
  readonly hash: string;
  /** Over its day and its hash; `null` in the sandbox and before release 0.3. */
  readonly seal: string | null;
  readonly closedAt: Date;
}

/** Only one process closes at a time. */
export async function lockClosings(connection: Queryable): Promise<void> {
  await connection.query({
    text: `select pg_advisory_xact_lock(hashtext('book_closings'))`,
  });
}

export async function listClosings(connection: Queryable): Promise<readonly ClosingRow[]> {
  return connection.query<ClosingRow>({
    text: `select day::text, content, previous_hash as "previousHash", hash, seal,
                  closed_at as "closedAt"
           from book_closings order by day`,
  });
}

/** The closings that the audit log knows: the days of each run, and since release 0.3 the last hash. */
export function listLoggedClosings(
  connection: Queryable,
): Promise<readonly { readonly days: string; readonly hash: string | null }[]> {
  return connection.query({
    text: `select after ->> 'days' as days, after ->> 'hash' as hash from audit_log
           where split_part(action, '.', 1) = 'books' and action = 'books.close' order by id`,
  });
}

export interface OpenDays {
  readonly lastClosed: string | null;
  readonly lastHash: string | null;
  /** The last day whose rows were summed. */
  readonly lastSummed: string | null;
  /** The first day with an entry, or `null`. */
  readonly firstBooked: string | null;
  /**
   * The last day that is over in Douala, with a margin for what was under way. No open deposit has
   * its deadline in it: an expiry is dated at the deadline, however late it is noticed.
   */
  readonly lastOver: string;
  /** An open deposit whose deadline was in a day that is over: that day waits for it. */
  readonly waitsFor: string | null;
  readonly today: string;
  /** The hour in Douala. */
  readonly hour: number;
}

export async function findOpenDays(connection: Queryable): Promise<OpenDays> {
  const [row] = await connection.query<OpenDays>({
    text: `select (select max(day)::text from book_closings) as "lastClosed",
                  (select hash from book_closings order by day desc limit 1) as "lastHash",
                  (select max(day)::text from book_closings where seal is not null)
                    as "lastSummed",
                  (select min(day)::text from ${BOOK_DAYS} d) as "firstBooked",
                  ((least(app_now() - ${BOOKED_WITHIN},
                          (select min(expires_at) from open_transactions))
                    at time zone 'Africa/Douala')::date - 1)::text as "lastOver",
                  (select transaction_id from open_transactions
                   where expires_at < date_trunc('day', (app_now() - ${BOOKED_WITHIN})
                                      at time zone 'Africa/Douala') at time zone 'Africa/Douala'
                   order by expires_at limit 1) as "waitsFor",
                  (app_now() at time zone 'Africa/Douala')::date::text as today,
                  extract(hour from app_now() at time zone 'Africa/Douala')::int as hour`,
  });
  if (row === undefined) throw new Error('the database does not know the time');
  return row;
}

/** Every account at the end of a day. */
export function listClosedAccounts(
  connection: Queryable,
  day: string,
): Promise<readonly ClosedAccount[]> {
  return connection.query<ClosedAccount>({
    text: `select a.kind, a.key,
                  coalesce(sum(t.debit_cents - t.credit_cents) filter (where t.day < $1::date), 0)
                    ::text as opening,
                  coalesce(sum(t.debit_cents) filter (where t.day = $1::date), 0)::text as debits,
                  coalesce(sum(t.credit_cents) filter (where t.day = $1::date), 0)::text as credits,
                  coalesce(sum(t.debit_cents - t.credit_cents), 0)::text as closing
           from book_accounts a join ${BOOK_DAYS} t on t.account = a.id and t.day <= $1::date
           group by a.id order by a.name`,
    values: [day],
  });
}

export function countDifferences(
  connection: Queryable,
): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  return connection.query({
    text: `select kind, count(*) as count from statement_differences where closed_at is null
           group by kind order by kind`,
  });
}

export async function insertClosing(
  connection: Queryable,
  { day, content, previousHash, hash, seal, closedAt }: ClosingRow,
): Promise<void> {
  await connection.query({
    text: `insert into book_closings (day, content, previous_hash, hash, seal, closed_at)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [day, content, previousHash, hash, seal, closedAt],
  });
}

/** What a day's sum is made of, of a transaction `t`; its history is `h`. */
export const SUMMED_COLUMNS = `
  ${SEALED_FACTS}, t.state, t.provider_tx_id as "providerTxId",
  date_part('epoch', t.created_at) * 1000 as "createdAtMs",
  date_part('epoch', t.updated_at) * 1000 as "updatedAtMs", h.path, h.times`;

/** A history as one text: there are few different ones, so that each is read once. */
export const HISTORY_COLUMNS = `
  string_agg(seq || ' ' || coalesce(from_state, '-') || ' ' || to_state || ' ' || trigger,
             ',' order by seq) as path,
  string_agg(((date_part('epoch', at) * 1000)::bigint)::text, ',' order by seq) as times`;

/** Every transaction that something happened to since then, in the order of their ids. */
export async function* streamSummedTransactions(
  connection: Queryable,
  since: Date | null,
): AsyncGenerator<readonly SummedTransaction[]> {
  // No index has the times of changes: all are read.
  await connection.query({ text: 'set local enable_seqscan = on' });
  yield* streamRows<SummedTransaction>(
    connection,
    `select ${SUMMED_COLUMNS}
     from transactions t
     left join lateral (select ${HISTORY_COLUMNS} from transitions
                        where transaction_id = t.id) h on true
     where t.updated_at >= ${timeOf(since)} order by t.id`,
  );
}

/** The session may write a time in any zone and form. */
function msOf(column: string): string {
  return `(date_part('epoch', ${column}) * 1000)::bigint`;
}

const monthOfId = (id: string) => `to_char(time_of_id(${id}), 'YYYY-MM')`;

/** What never changes in them: texts are emptied and persons erased; payments are corrected. */
const ADDED_ROWS = {
  webhook_attempts: {
    month: monthOfId('webhook_id'),
    at: 'at',
    text: `concat_ws(' ', webhook_id, number, ${msOf('at')}, status)`,
  },
  evidence: {
    month: monthOfId('transaction_id'),
    at: 'at',
    text: `concat_ws(' ', id, transaction_id, provider_id, kind, ${msOf('at')}, status)`,
  },
  receipts: {
    month: monthOfId('id'),
    at: 'created_at',
    text: `concat_ws(' ', id, operator, ${msOf('created_at')})`,
  },
  sms_messages: {
    month: monthOfId('id'),
    at: 'at',
    text: `concat_ws(' ', id, gateway_id, ${msOf('at')}, encode(digest, 'hex'))`,
  },
  book_entries: {
    month: `to_char(booked_at at time zone 'UTC', 'YYYY-MM')`,
    at: 'booked_at',
    text: `concat_ws(' ', cause, rule, debit, credit, amount_cents, ${msOf('booked_at')},
                     ${msOf('value_at')}, xact)`,
  },
  statements: {
    month: monthOfId('id'),
    at: 'imported_at',
    text: `concat_ws('/', id, wallet, file_name, encode(digest, 'hex'), mapping, lines,
                     ${msOf('first_at')}, ${msOf('last_at')}, imported_by, ${msOf('imported_at')},
                     read_by)`,
  },
  statement_lines: {
    from: `(select l.*, i.imported_at from statement_lines l
            left join statements i on i.id = l.statement_id) lines`,
    month: monthOfId('statement_id'),
    at: 'imported_at',
    text: `concat_ws(' ', statement_id, row, wallet, operator, operator_tx_id, direction,
                     amount_cents, fee_cents, ${msOf('at')}, coalesce(balance_cents::text, '-'),
                     is_failed, case when is_computed then 'computed' end)`,
  },
  balance_steps: {
    month: monthOfId('id'),
    at: 'believed_at',
    text: `concat_ws(' ', id, line, sms_id, ${msOf('at')}, ${msOf('time')}, before_cents,
                     after_cents, encode(fingerprint, 'hex'), tells_time, ${msOf('believed_at')})`,
  },
} as const satisfies Partial<Record<SummedTable, AddedRows>>;

interface AddedRows {
  /** Unless it is the table itself. */
  readonly from?: string;
  readonly month: string;
  readonly at: string;
  readonly text: string;
}

export type AddedTable = keyof typeof ADDED_ROWS;

export const ADDED_TABLES = Object.keys(ADDED_ROWS) as readonly AddedTable[];

/** What was added to a table on a day of Douala, by the month of its transaction or webhook. */
export interface AddedDay extends RowSum {
  readonly day: string;
  readonly month: string;
}

/**
 * The days on which something was added since then, in their order. Hours are digested first, so
 * that no text gets too long.
 */
export async function listAddedDays(
  connection: Queryable,
  table: AddedTable,
  since: Date | null,
): Promise<readonly AddedDay[]> {
  const { from = table, month, at, text }: AddedRows = ADDED_ROWS[table];
  const lines = `string_agg(${text}, e'\\n' order by ${text} collate "C")`;
  return connection.query<AddedDay>({
    text: `select day::text, month, sum(rows)::bigint as rows,
                  encode(sha256(convert_to(string_agg(digest, ',' order by hour), 'UTF8')), 'hex')
                    as digest
           from (select (${at} at time zone 'Africa/Douala')::date as day,
                        ${month} as month,
                        date_trunc('hour', ${at} at time zone 'UTC') as hour, count(*) as rows,
                        encode(sha256(convert_to(${lines}, 'UTF8')), 'hex') as digest
                 from ${from} where ${at} >= ${timeOf(since)}
                 group by 1, 2, 3) hours
           group by 1, 2 order by 1, 2`,
  });
}

/** A range of ids without its end, whose rows of a table were put into a file. */
interface ArchivedIds {
  readonly table: string;
  readonly fromId: string;
  readonly toId: string;
}

export function listArchivedIds(connection: Queryable): Promise<ArchivedIds[]> {
  return connection.query<ArchivedIds>({
    text: `select table_name as table, from_id as "fromId", to_id as "toId" from months
           where archived_at is not null`,
  });
}

function timeOf(since: Date | null): string {
  return since === null ? `'-infinity'` : `'${since.toISOString()}'::timestamptz`;
}
