import { AGE_DAYS, AGES, type Ages } from '../../domain/finance/closing.ts';
import type {
  DayMovement,
  DayPayout,
  PayoutTotals,
  StatementDifferenceOfDay,
} from '../../domain/finance/day-report.ts';
import { feeOf, transactionOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';

/** Whether an entry `e` is of the day $1 of Douala. */
const OF_DAY = `e.booked_at >= $1::date::timestamp at time zone 'Africa/Douala'
  and e.booked_at < ($1::date + 1)::timestamp at time zone 'Africa/Douala'`;

/** What moved each wallet and each application's account on a day, by rule. */
export function listDayMovements(database: Queryable, day: string): Promise<DayMovement[]> {
  return database.query<DayMovement>({
    text: `select a.kind, a.key, e.rule,
                  sum(case when a.id = e.debit then e.amount_cents else - e.amount_cents end)::text
                    as cents
           from book_entries e join book_accounts a on a.id in (e.debit, e.credit)
           where ${OF_DAY} and a.kind in ('wallet', 'application')
           group by a.kind, a.key, e.rule`,
    values: [day],
  });
}

/** The last days of Douala up to today, the newest last. */
export async function listLastDays(
  database: Queryable,
  { days }: { readonly days: number },
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly day: string }>({
    text: `select ((app_now() at time zone 'Africa/Douala')::date - back)::text as day
           from generate_series($1::int - 1, 0, -1) as back`,
    values: [days],
  });
  return rows.map(({ day }) => day);
}

/** Every payout that left a wallet on the day $1, with what the operator calls it and kept of it. */
const PAYOUTS_OF_DAY = `
  select t.id, e.booked_at as at, a.name as application, t.reference, w.key as wallet,
         n.id as "operatorTxId", e.amount_cents::text as cents,
         coalesce(${feeOf('t')}, 0)::text as "feeCents",
         e.rule = 'failed_payout_paid' as "isFailed"
  from book_entries e
  join book_accounts w on w.id = e.credit
  join transactions t on t.id = ${transactionOf('e.cause')}
  join applications a on a.id = t.application_id
  cross join lateral (
    select coalesce(t.provider_tx_id, (select min(p.operator_tx_id)
                                       from payout_transfers p
                                       where p.transaction_id = t.id)) as id) n
  where ${OF_DAY} and e.rule in ('payout_succeeded', 'failed_payout_paid')`;

export function listDayPayouts(
  database: Queryable,
  { day, limit }: { readonly day: string; readonly limit: number },
): Promise<DayPayout[]> {
  return database.query<DayPayout>({
    text: `${PAYOUTS_OF_DAY} order by e.booked_at, t.id limit $2`,
    values: [day, limit],
  });
}

export async function sumDayPayouts(database: Queryable, day: string): Promise<PayoutTotals> {
  const [row] = await database.query<PayoutTotals>({
    text: `select count(*)::int as count, coalesce(sum(cents::bigint), 0)::text as cents,
                  coalesce(sum("feeCents"::bigint), 0)::text as "feeCents"
           from (${PAYOUTS_OF_DAY}) p`,
    values: [day],
  });
  return row ?? { count: 0, cents: '0', feeCents: '0' };
}

/** Differences with statements that were open at the moment $1. */
const OPEN_THEN = 'found_at <= $1 and (closed_at is null or closed_at > $1)';

export function listDifferencesAt(
  database: Queryable,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<StatementDifferenceOfDay[]> {
  return database.query<StatementDifferenceOfDay>({
    text: `select wallet, kind, operator_tx_id as "operatorTxId", ours_cents as "oursCents",
                  theirs_cents as "theirsCents", found_at as since
           from statement_differences where ${OPEN_THEN}
           order by found_at, wallet, operator_tx_id limit $2`,
    values: [at, limit],
  });
}

export async function countDifferencesAt(database: Queryable, at: Date): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*)::int as count from statement_differences where ${OPEN_THEN}`,
    values: [at],
  });
  return row?.count ?? 0;
}

export async function listApplicationNames(
  database: Queryable,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ readonly id: string; readonly name: string }>({
    text: 'select id, name from applications',
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who closed a day, by the audit log. */
export async function findCloser(database: Queryable, day: string): Promise<string | null> {
  const [row] = await database.query<{ readonly actor: string }>({
    text: `select actor from audit_log
           where split_part(action, '.', 1) = 'books' and action = 'books.close'
             and $1 = any(string_to_array(after ->> 'days', ', '))
           order by id desc limit 1`,
    values: [day],
  });
  return row?.actor ?? null;
}

const BUCKETS = AGES.map(
  (age, index) => `coalesce(sum(cents) filter (where age = ${index}), 0)::text as ${age}`,
).join(', ');

/** The first moment after the day $1. */
const DAY_END = `($1::date + 1)::timestamp at time zone 'Africa/Douala'`;

const AGE = (at: string) =>
  `width_bucket(extract(epoch from ${DAY_END} - ${at}) / 86400, array[${AGE_DAYS.join()}]::numeric[])`;

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
 * Money that operators had taken, or paid for a failed payout, and that nothing had settled by the
 * end of a day, by its age. Corrections name no cause: they settle the oldest first, and what they
 * add stands against payouts that came back, whose money the account has with the other sign.
 */
export function findDisputedAges(connection: Queryable, day: string): Promise<Ages> {
  return one(
    connection,
    day,
    `
    with side as (
      select e.cause, e.amount_cents as cents, e.value_at
      from book_entries e join book_accounts a on a.id = e.debit
      where a.kind = 'disputed' and e.booked_at < ${DAY_END}
      union all
      select e.cause, - e.amount_cents, e.value_at
      from book_entries e join book_accounts a on a.id = e.credit
      where a.kind = 'disputed' and e.booked_at < ${DAY_END}
    ), own as (
      select sum(cents) as cents, min(value_at) as at
      from side where cause not like 'adjustment:%' group by cause
    ), claim as (
      select cents, at from own where cents > 0
      union all
      select sum(cents) + (select coalesce(sum(cents), 0) from own where cents < 0), max(value_at)
      from side where cause like 'adjustment:%' and cents > 0
    ), open as (
      select least(cents, sum(cents) over (order by at, cents rows unbounded preceding)
                          + (select coalesce(sum(cents), 0) from side
                             where cause like 'adjustment:%' and cents < 0)) as cents, at
      from claim where cents > 0
    )
    select cents, ${AGE('at')} as age from open where cents > 0`,
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
