import type { AccountKind } from '../../domain/books/rules.ts';
import type { Queryable } from '../client.ts';

export interface BookBalance {
  readonly kind: AccountKind;
  readonly key: string;
  /** Debits less credits: what is in a wallet is positive, what we owe is negative. */
  readonly cents: bigint;
}

/** Totals of finished days and the entries since then, in one moment. */
const BALANCES = `
  with side as (
    select account, debit_cents - credit_cents as cents from book_totals
    union all
    select s.account, s.cents
    from book_entries e,
         lateral (values (e.debit, e.amount_cents), (e.credit, - e.amount_cents))
           as s (account, cents)
    where e.xact >= (select rolled_to from books)
  )
  select a.kind, a.key, coalesce(sum(s.cents), 0)::text as cents
  from book_accounts a left join side s on s.account = a.id`;

interface BalanceRow {
  readonly kind: AccountKind;
  readonly key: string;
  readonly cents: string;
}

export async function listBalances(database: Queryable): Promise<readonly BookBalance[]> {
  const rows = await database.query<BalanceRow>({
    name: 'list-balances',
    text: `${BALANCES} group by a.id order by a.kind, a.key`,
  });
  return rows.map(toBalance);
}

/** Zero for an account that nothing was ever booked to. */
export async function findBalanceCents(
  database: Queryable,
  account: { readonly kind: AccountKind; readonly key: string },
): Promise<bigint> {
  const [row] = await database.query<{ readonly cents: string }>({
    name: 'find-balance',
    text: `with account as (select id from book_accounts where name = $1 || ' ' || $2)
           select (coalesce((select sum(t.debit_cents - t.credit_cents) from book_totals t
                             where t.account = (select id from account)), 0)
                   + coalesce((select sum(case when e.debit = (select id from account)
                                               then e.amount_cents else - e.amount_cents end)
                               from book_entries e
                               where e.xact >= (select rolled_to from books)
                                 and (select id from account) in (e.debit, e.credit)), 0)
                  )::text as cents`,
    values: [account.kind, account.key],
  });
  return BigInt(row?.cents ?? 0);
}

function toBalance({ kind, key, cents }: BalanceRow): BookBalance {
  return { kind, key, cents: BigInt(cents) };
}
