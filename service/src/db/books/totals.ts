import type { Queryable } from '../client.ts';

/**
 * All days of the books as a table: the totals, and what is not in them yet. A long database
 * transaction, even in another database of the same server, holds entries back.
 */
export const BOOK_DAYS = `
  (select account, day, debit_cents, credit_cents from book_totals
   union all
   select s.account, (e.booked_at at time zone 'Africa/Douala')::date, s.debit, s.credit
   from book_entries e,
        lateral (values (e.debit, e.amount_cents, 0), (e.credit, 0, e.amount_cents))
          as s (account, debit, credit)
   where e.xact >= (select rolled_to from books))`;

/** Only one process adds up at a time; false if another one does. */
export async function lockTotals(connection: Queryable): Promise<boolean> {
  const [row] = await connection.query<{ readonly locked: boolean }>({
    name: 'lock-totals',
    text: `select pg_try_advisory_xact_lock(hashtext('book_totals')) as locked`,
  });
  return row?.locked === true;
}

/**
 * Adds entries to the totals: those of database transactions that ended before the oldest that
 * still runs, since nothing can appear below it any more. The order of ids or times would skip a
 * late commit. Returns how many.
 */
export async function addToTotals(connection: Queryable, most: number): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>({
    name: 'add-to-totals',
    text: `with reach as materialized (
             select b.rolled_to as first,
                    least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint + b.xact_offset,
                          (select greatest(e.xact, b.rolled_to + 1) from book_entries e
                           where e.xact >= b.rolled_to
                           order by e.xact offset $1 limit 1)) as after_last
             from books b
           ), fresh as materialized (
             select e.* from book_entries e
             where e.xact >= (select first from reach) and e.xact < (select after_last from reach)
           ), side as (
             select s.account, (e.booked_at at time zone 'Africa/Douala')::date as day,
                    sum(s.debit) as debit, sum(s.credit) as credit
             from fresh e,
                  lateral (values (e.debit, e.amount_cents, 0), (e.credit, 0, e.amount_cents))
                    as s (account, debit, credit)
             group by 1, 2
           ), added as (
             insert into book_totals as t (account, day, debit_cents, credit_cents)
             select account, day, debit, credit from side
             on conflict (account, day) do update
               set debit_cents = t.debit_cents + excluded.debit_cents,
                   credit_cents = t.credit_cents + excluded.credit_cents
           )
           update books set rolled_to = reach.after_last from reach
           where exists (select from fresh)
           returning (select count(*) from fresh) as count`,
    values: [most],
  });
  return row?.count ?? 0;
}

/**
 * Keeps the ids of database transactions rising: in another cluster, into which a dump was
 * restored, they begin anew, and an entry would seem to be added already.
 */
export async function raiseXacts(database: Queryable): Promise<void> {
  await database.query({
    text: `update books
           set xact_identity = database_identity(),
               xact_offset = greatest(
                 xact_offset,
                 greatest(rolled_to, coalesce((select max(xact) + 1 from book_entries), 0))
                   - pg_current_xact_id()::text::bigint)
           where xact_identity is distinct from database_identity()`,
  });
}
