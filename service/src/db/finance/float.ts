import { walletOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';

export interface WalletRow {
  readonly wallet: string;
  readonly bookCents: bigint;
  readonly promisedCents: bigint;
  /** Debits less credits since the beginning of the day before yesterday. */
  readonly leftCents: bigint;
  readonly hours: number;
}

/** What the books say of every wallet, and what is promised of it. */
export async function listWallets(database: Queryable): Promise<readonly WalletRow[]> {
  const rows = await database.query<Record<'book' | 'promised' | 'left', string> & Named>({
    text: `with day as (
             select (app_now() at time zone 'Africa/Douala')::date - 2 as first
           ), tail as (
             select s.account, sum(s.cents) as cents
             from book_entries e,
                  lateral (values (e.debit, e.amount_cents), (e.credit, - e.amount_cents))
                    as s (account, cents)
             where e.xact >= (select rolled_to from books)
             group by s.account
           ), promised as (
             select 'wallet ' || ${walletOf('t', 'c', 'v')} as name,
                    sum(t.amount_xaf) * 100 as cents
             from open_transactions o
             join transactions t on t.id = o.transaction_id
             left join channels c on c.id = t.channel_id
             left join providers v on v.id = t.provider_id
             where o.state = 'approved'
             group by 1
           )
           select a.key as wallet,
                  (coalesce((select sum(t.debit_cents - t.credit_cents) from book_totals t
                             where t.account = a.id), 0) + coalesce(l.cents, 0))::text as book,
                  (coalesce((select sum(t.credit_cents - t.debit_cents) from book_totals t
                             where t.account = a.id and t.day >= (select first from day)), 0)
                   - coalesce(l.cents, 0))::text as left,
                  coalesce(p.cents, 0)::text as promised,
                  extract(epoch from app_now() - (select first from day)::timestamp
                            at time zone 'Africa/Douala')::float8 / 3600 as hours
           from book_accounts a
           left join tail l on l.account = a.id
           left join promised p on p.name = a.name
           where a.kind = 'wallet' and a.same_as is null
           order by a.key`,
  });
  return rows.map(({ wallet, book, promised, left, hours }) => ({
    wallet,
    bookCents: BigInt(book),
    promisedCents: BigInt(promised),
    leftCents: BigInt(left),
    hours,
  }));
}

interface Named {
  readonly wallet: string;
  readonly hours: number;
}

export interface WalletDay {
  readonly wallet: string;
  /** In Douala. */
  readonly day: string;
  readonly cents: bigint;
}

/** What was in each wallet at the end of each of the last days on which it moved. */
export async function listWalletDays(
  database: Queryable,
  { days }: { readonly days: number },
): Promise<readonly WalletDay[]> {
  const rows = await database.query<{
    readonly wallet: string;
    readonly day: string;
    readonly cents: string;
  }>({
    text: `select wallet, day, cents from (
             select a.key as wallet, t.day::text as day,
                    (sum(t.debit_cents - t.credit_cents) over (partition by a.id order by t.day))
                      ::text as cents
             from book_totals t join book_accounts a on a.id = t.account
             where a.kind = 'wallet' and a.same_as is null) history
           where day::date > (app_now() at time zone 'Africa/Douala')::date - $1::int
           order by wallet, day`,
    values: [days],
  });
  return rows.map((row) => ({ ...row, cents: BigInt(row.cents) }));
}
