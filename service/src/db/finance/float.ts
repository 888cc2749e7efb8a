import { walletOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';

export interface WalletRow {
  readonly wallet: string;
  readonly bookCents: bigint;
  /** Payouts that are approved, or sent and not confirmed. */
  readonly promisedCents: bigint;
  /** Debits less credits since the beginning of the day before yesterday. */
  readonly leftCents: bigint;
  readonly hours: number;
}

/** What the books say of every wallet that has moved, and what is promised of each. */
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
             select coalesce(j.key, w.wallet) as wallet, sum(t.amount_xaf) * 100 as cents
             from open_transactions o
             join transactions t on t.id = o.transaction_id
             left join submissions s on s.transaction_id = t.id and s.sent_at is not null
             left join channels c on c.id = t.channel_id
             left join providers v on v.id = t.provider_id
             cross join lateral (
               select coalesce(s.wallet, ${walletOf('t', 'c', 'v')}) as wallet) w
             left join book_accounts n on n.name = 'wallet ' || w.wallet
             left join book_accounts j on j.id = coalesce(n.same_as, n.id)
             where t.direction = 'withdrawal' and (o.state = 'approved' or s.sent_at is not null)
             group by 1
           )
           select coalesce(a.key, p.wallet) as wallet,
                  (coalesce((select sum(t.debit_cents - t.credit_cents) from book_totals t
                             where t.account = a.id), 0) + coalesce(l.cents, 0))::text as book,
                  (coalesce((select sum(t.credit_cents - t.debit_cents) from book_totals t
                             where t.account = a.id and t.day >= (select first from day)), 0)
                   - coalesce(l.cents, 0))::text as left,
                  coalesce(p.cents, 0)::text as promised,
                  extract(epoch from app_now() - (select first from day)::timestamp
                            at time zone 'Africa/Douala')::float8 / 3600 as hours
           from (select * from book_accounts where kind = 'wallet' and same_as is null) a
           left join tail l on l.account = a.id
           full join promised p on p.wallet = a.key
           order by 1`,
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

/** The wallets out of which these channels pay. */
export function listPayoutWallets(
  database: Queryable,
  channelIds: readonly string[],
): Promise<readonly PayoutWalletRow[]> {
  return database.query<PayoutWalletRow>({
    name: 'list-payout-wallets',
    text: `select c.id as "channelId", coalesce(j.key, w.wallet) as wallet
           from channels c
           join providers v on v.id = c.provider_id
           cross join lateral (select c.operator, 'withdrawal' as direction, c.id as channel_id,
                                      null as line) t
           cross join lateral (select ${walletOf('t', 'c', 'v')} as wallet) w
           left join book_accounts n on n.name = 'wallet ' || w.wallet
           left join book_accounts j on j.id = coalesce(n.same_as, n.id)
           where c.id = any($1) order by c.id`,
    values: [channelIds],
  });
}

interface PayoutWalletRow {
  readonly channelId: string;
  readonly wallet: string;
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
