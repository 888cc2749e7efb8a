import { assert } from '../../domain/assert.ts';
import type { AccountKind } from '../../domain/books/rules.ts';
import type { UnnamedFee } from '../../domain/books/wallet-move.ts';
import type { Queryable } from '../client.ts';
import { unseen } from '../rows.ts';
import { accountOf } from './accounts.ts';
import { causesOf } from './entries.ts';

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

/** Zero for an account that nothing was ever booked to; of joined wallets what all of them have. */
export async function findBalanceCents(
  database: Queryable,
  account: { readonly kind: AccountKind; readonly key: string },
): Promise<bigint> {
  const [row] = await database.query<{ readonly cents: string }>({
    name: 'find-balance',
    text: `with account as (select ${accountOf("$1 || ' ' || $2")} as id)
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

/** By transaction, the application that bears the operators' fees; we bear the others. */
export async function findFeeBearers(
  connection: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await connection.query<{ readonly id: string; readonly bearer: string }>({
    name: 'find-fee-bearers',
    text: `select t.id, a.id as bearer
           from transactions t join applications a on a.id = t.application_id
           where t.id = any(${unseen(1, 'uuid[]')}) and a.bears_fees`,
    values: [transactionIds],
    trusts: { applications: 'a' },
  });
  return new Map(rows.map(({ id, bearer }) => [id, bearer]));
}

/** False if no application has this name. */
export async function updateFeeBearer(
  connection: Queryable,
  { name, bearsFees }: { readonly name: string; readonly bearsFees: boolean },
): Promise<boolean> {
  const rows = await connection.query({
    text: 'update applications set bears_fees = $2 where name = $1 returning id',
    values: [name, bearsFees],
    changes: [{ table: 'applications', where: 'name = $1', values: [name] }],
  });
  return rows.length > 0;
}

export async function findApplicationId(database: Queryable, name: string): Promise<string | null> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from applications where name = $1',
    values: [name],
  });
  return row?.id ?? null;
}

/** The fees of transactions that are booked without an operator's id. */
export async function listUnnamedFees(
  connection: Queryable,
  transactionIds: readonly string[],
): Promise<readonly UnnamedFee[]> {
  if (transactionIds.length === 0) return [];
  const rows = await connection.query<Omit<UnnamedFee, 'feeCents'> & { readonly cents: string }>({
    name: 'list-unnamed-fees',
    text: `select x.id as "transactionId", e.amount_cents::text as cents, w.key as wallet,
                  e.value_at as "valueAt"
           from unnest(${unseen(1, 'uuid[]')}) as x (id)
           join book_entries e on e.cause = 'transaction:' || x.id and e.rule = 'fee_charged'
           join book_accounts w on w.id = e.credit
           where not exists (select from book_entries n
                             where n.cause = e.cause and n.rule = 'fee_named')`,
    values: [transactionIds],
  });
  return rows.map(({ cents, ...fee }) => ({ ...fee, feeCents: BigInt(cents) }));
}

/** Where the fee of a transaction is booked, and what is booked of it. */
export interface FeePlace {
  /** The operator's payment, or the transaction as long as no id of one is known. */
  readonly cause: string;
  /** A payment to us is booked, or a payout has left: what became of it may be open or disputed. */
  readonly isMoved: boolean;
  readonly isCharged: boolean;
}

export async function findFeePlace(connection: Queryable, id: string): Promise<FeePlace> {
  const [row] = await connection.query<FeePlace>({
    name: 'find-fee-place',
    text: `with cause as (${causesOf('$1::uuid')})
           select (select name from cause order by rank, name limit 1) as cause,
                  exists (select from cause join book_entries e on e.cause = cause.name
                          where e.rule in ('payment_in', 'payout_succeeded', 'payout_sent',
                                           'return_sent', 'overpayment_sent', 'settlement_sent'))
                    as "isMoved",
                  exists (select from cause join book_entries e on e.cause = cause.name
                          where e.rule = 'fee_charged') as "isCharged"`,
    values: [id],
  });
  assert(row !== undefined, 'a query without a row');
  return row;
}
