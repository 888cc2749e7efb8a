import { AGES, type Ages, type ClosedAccount } from '../../domain/finance/closing.ts';
import { BOOK_DAYS } from '../books/totals.ts';
import type { Queryable } from '../client.ts';

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
                  ((least(app_now() - interval '15 minutes',
                          (select min(expires_at) from open_transactions))
                    at time zone 'Africa/Douala')::date - 1)::text as "lastOver",
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

const BUCKETS = AGES.map(
  (age, index) => `coalesce(sum(cents) filter (where age = ${index}), 0)::text as ${age}`,
).join(', ');

/** The first moment after the day $1. */
const DAY_END = `($1::date + 1)::timestamp at time zone 'Africa/Douala'`;

const AGE = (at: string) =>
  `width_bucket(extract(epoch from ${DAY_END} - ${at}) / 86400, array[1, 7, 30]::numeric[])`;

export async function findDayEnd(connection: Queryable, day: string): Promise<Date> {
  const [row] = await connection.query<{ readonly end: Date }>({
    text: `select ${DAY_END} as end`,
    values: [day],
  });
  if (row === undefined) throw new Error('a day has no end');
  return row.end;
}

/**
 * Payments that were booked and unused at the end of a day, by their age: whatever the receipt has
 * become since then. What has left the account under the payment's own cause is not in it, and what
 * the operator had taken back is disputed instead.
 */
export function findUnmatchedAges(connection: Queryable, day: string): Promise<Ages> {
  return one(
    connection,
    day,
    `
    select b.cents, ${AGE('r.received_at')} as age
    from receipts r
    cross join lateral (
      select sum(case when a.id = e.credit then e.amount_cents else - e.amount_cents end) as cents
      from book_entries e join book_accounts a on a.id in (e.debit, e.credit)
      where a.kind = 'unmatched'
        and e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id
        and e.booked_at < ${DAY_END}) b
    where (r.state <> 'used'
           or r.id in (select u.receipt_id from receipt_uses u where u.used_at >= ${DAY_END}))
      and b.cents > 0
      and not exists (
        select from book_entries e
        where e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id
          and e.rule = 'payment_reversed' and e.booked_at < ${DAY_END}
          and not exists (
            select from book_entries b
            where b.cause = e.cause and b.rule = 'dispute_returned' and b.booked_at < ${DAY_END}))`,
  );
}

/**
 * Money that operators had taken, or paid for a failed payout, and had not returned by the end of a
 * day, by its age.
 */
export function findDisputedAges(connection: Queryable, day: string): Promise<Ages> {
  return one(
    connection,
    day,
    `
    select e.amount_cents as cents, ${AGE('e.value_at')} as age
    from book_entries e join book_accounts a on a.id = e.debit
    where a.kind = 'disputed' and e.booked_at < ${DAY_END}
      and not exists (
        select from book_entries b
        where b.cause = e.cause and b.booked_at < ${DAY_END}
          and b.rule = case e.rule when 'payment_reversed' then 'dispute_returned'
                                   when 'failed_payout_paid' then 'failed_payout_returned' end)`,
  );
}

async function one(connection: Queryable, day: string, money: string): Promise<Ages> {
  const [row] = await connection.query<Ages>({
    text: `select ${BUCKETS} from (${money}) aged`,
    values: [day],
  });
  if (row === undefined) throw new Error('an aggregate gave no row');
  return row;
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
  { day, content, previousHash, hash, seal }: Omit<ClosingRow, 'closedAt'>,
): Promise<void> {
  await connection.query({
    text: `insert into book_closings (day, content, previous_hash, hash, seal, closed_at)
           values ($1, $2, $3, $4, $5, app_now())`,
    values: [day, content, previousHash, hash, seal],
  });
}
