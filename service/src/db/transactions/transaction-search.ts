import { MAX_AMOUNT_XAF } from '../../domain/money.ts';
import {
  FOUND_BY,
  type FoundBy,
  type SearchKeys,
} from '../../domain/transactions/search/search-text.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { Queryable } from '../client.ts';
import { createValues, type Put, partToRead, type RowFilter, rowsOf } from './filtered-rows.ts';
import { idsOfNumber } from './numbers.ts';
import { hasReference } from './own-transactions.ts';
import { type ListedTransactionRow, ROW } from './staff-transactions.ts';

/**
 * Amounts and ends of numbers have no index, which every payment would pay for: so many of the
 * newest rows of the range are read, whatever the size of the table.
 */
const READ_ROWS = 50_000;
/** What ended badly lies far apart, one page of the table each. */
const READ_BADLY_ENDED = 15_000;
/** This many payments of a name lead to their transactions. */
const NAMESAKES = 500;

export type TransactionSort = 'newest' | 'oldest' | 'largest' | 'smallest';

export interface FoundTransactionRow extends ListedTransactionRow {
  readonly found_by?: FoundBy;
}

/** A page of what a search text names, or of everything sorted by amount. */
export async function listFoundTransactions(
  database: Queryable,
  filter: RowFilter,
  page: {
    readonly search: SearchKeys | null;
    readonly sort: TransactionSort;
    /** The last row of the page before. */
    readonly after: { readonly id: string; readonly amountXaf: number } | null;
    readonly limit: number;
  },
): Promise<FoundTransactionRow[]> {
  const { values, put } = createValues();
  const found = foundRows(filter, page.search, put);
  const [key, comparison, order] = SORTS[page.sort];
  const id = put(page.after?.id ?? null, 'uuid');
  const amount = put(key === NO_KEY ? 0 : (page.after?.amountXaf ?? null), 'bigint');
  const rows = await database.query<ListedTransactionRow & { readonly rank: number | null }>({
    text: `${found}
           select ${ROW}, f.rank
           from (select * from found t
                 where ${id} is null or (${key}, t.id) ${comparison} (${amount}, ${id})
                 order by ${key} ${order}, t.id ${order} limit ${put(page.limit, 'int')}) f
           join transactions t on t.id = f.id
           join applications a on a.id = t.application_id
           order by ${key} ${order}, t.id ${order}`,
    values,
  });
  return rows.map(({ rank, ...row }) => {
    const by = rank === null ? undefined : FOUND_BY[rank - 1];
    return by === undefined ? row : { ...row, found_by: by };
  });
}

/** Ids alone sort. A plain 0 would be the number of a column. */
const NO_KEY = '0::bigint';

const SORTS = {
  newest: [NO_KEY, '<', 'desc'],
  oldest: [NO_KEY, '>', 'asc'],
  largest: ['t.amount_xaf', '<', 'desc'],
  smallest: ['t.amount_xaf', '>', 'asc'],
} as const satisfies Record<TransactionSort, readonly [string, string, string]>;

export interface TransactionTotals {
  readonly count: number;
  readonly amount_xaf: number;
  readonly succeeded: number;
  readonly succeeded_xaf: number;
  readonly withdrawals_succeeded: number;
  readonly withdrawals_succeeded_xaf: number;
  /** Older ones were not read; `null` if all were. */
  readonly since: Date | null;
}

/** How many there are and how much they come to, among the newest rows of the range. */
export async function findTransactionTotals(
  database: Queryable,
  filter: RowFilter,
  search: SearchKeys | null,
): Promise<TransactionTotals> {
  const { values, put } = createValues();
  const [row] = await database.query<TransactionTotals>({
    text: `${foundRows(filter, search, put)}
           select count(*) as count, ${sumOr0('sum(amount_xaf)')} as amount_xaf,
                  count(*) filter (where state = 'succeeded') as succeeded,
                  ${sumOr0("sum(amount_xaf) filter (where state = 'succeeded')")}
                    as succeeded_xaf,
                  count(*) filter (where ${PAID_OUT}) as withdrawals_succeeded,
                  ${sumOr0(`sum(amount_xaf) filter (where ${PAID_OUT})`)}
                    as withdrawals_succeeded_xaf,
                  ${readsRows(search) ? oldestRead(filter) : 'null::timestamptz'} as since
           from found`,
    values,
  });
  if (row === undefined) throw new Error('a sum gave no row');
  return row;
}

const PAID_OUT = `state = 'succeeded' and direction = 'withdrawal'`;

function sumOr0(sum: string): string {
  return `least(coalesce(${sum}, 0), ${MAX_AMOUNT_XAF})::bigint`;
}

function oldestRead(filter: RowFilter): string {
  return `(select case when count(*) >= ${rowsToRead(filter)} then min(created_at) end from newest)`;
}

function rowsToRead({ states }: RowFilter): number {
  return partToRead(states) === 'ended_badly' ? READ_BADLY_ENDED : READ_ROWS;
}

function readsRows(search: SearchKeys | null): boolean {
  if (search === null) return true;
  return [search.amountXaf, search.lastDigits, search.digitsAndAmount].some((key) => key !== null);
}

/** The start of a query: `found` has each once, with the surest way in which it was found. */
function foundRows(filter: RowFilter, search: SearchKeys | null, put: Put): string {
  const newest = readsRows(search) ? `newest as materialized (${newestRows(filter, put)}),` : '';
  if (search === null) {
    return `with ${newest} found as (select n.*, null::int as rank from newest n)`;
  }
  const ways = [...exactWays(search, put), ...(readsRows(search) ? [readWay(search, put)] : [])];
  return `with ${newest} found as (
            select ${KEPT}, min(w.rank) as rank
            from (${ways.join(' union all ')}) w join transactions t on t.id = w.id
            where ${conditionOf(filter, put)}
            group by ${KEPT})`;
}

function newestRows(filter: RowFilter, put: Put): string {
  const limit = String(rowsToRead(filter));
  const rows = rowsOf(filter, put, { order: 'desc', limit });
  return `select * from (${rows}) r order by r.id desc limit ${limit}`;
}

const KEPT = 't.id, t.amount_xaf, t.state, t.created_at, t.direction';

function exactWays(search: SearchKeys, put: Put): readonly string[] {
  const id = put(search.id, 'uuid');
  const text = put(search.text, 'text');
  return [
    `select id, ${rankOf('id')} as rank from transactions where id = ${id}`,
    `select t.id, ${rankOf('reference')} from transactions t where ${hasReference(text)}`,
    `select transaction_id, ${rankOf('operator_id')} from operator_ids
     where operator_tx_id in (${text}, upper(${text}))`,
    `select u.transaction_id, ${rankOf('operator_id')} from receipt_uses u
     join receipts r on r.id = u.receipt_id
     where r.operator_tx_id in (${text}, upper(${text}))`,
    `select transaction_id, ${rankOf('number')} from ${idsOfNumber(put(search.msisdn, 'text'))} n`,
    `select id, ${rankOf('player')} from transactions
     where player_id = ${id} and application_id in (select id from applications)`,
    ...(search.name.length === 0 ? [] : [nameWay(search.name, put)]),
  ];
}

function nameWay(name: readonly string[], put: Put): string {
  return `select u.transaction_id, ${rankOf('payer_name')}
          from (select r.id from receipts r
                where name_words(r.payer_name) @@ ${put(toNameQuery(name), 'tsquery')}
                  and r.payer_name is not null
                order by r.id desc limit ${NAMESAKES}) r
          join receipt_uses u on u.receipt_id = r.id`;
}

/** Every word begins a word of the name. */
export function toNameQuery(name: readonly string[]): string {
  return name.map((word) => `${word}:*`).join(' & ');
}

function readWay(search: SearchKeys, put: Put): string {
  const amount = put(search.amountXaf, 'bigint');
  const digits = put(search.lastDigits, 'text');
  const ending = put(search.digitsAndAmount?.lastDigits ?? null, 'text');
  const sum = put(search.digitsAndAmount?.amountXaf ?? null, 'bigint');
  const isBoth = `r.amount_xaf = ${sum} and right(r.msisdn, length(${ending})) = ${ending}`;
  return `select r.id, case when ${isBoth} then ${rankOf('digits_and_amount')}
                            when r.amount_xaf = ${amount} then ${rankOf('amount')}
                            else ${rankOf('last_digits')} end
          from newest r
          where r.amount_xaf = ${amount} or right(r.msisdn, length(${digits})) = ${digits}
             or ${isBoth}`;
}

function rankOf(by: FoundBy): number {
  return FOUND_BY.indexOf(by) + 1;
}

function conditionOf(filter: RowFilter, put: Put): string {
  const direction = put(filter.direction, 'text');
  const operator = put(filter.operator, 'text');
  const states = put(filter.states, 'text[]');
  const from = put(filter.from && firstIdAt(filter.from), 'uuid');
  const to = put(filter.to && firstIdAt(filter.to), 'uuid');
  return `(${direction} is null or t.direction = ${direction})
          and (${operator} is null or t.operator = ${operator})
          and (${states} is null or t.state = any(${states}))
          and (${from} is null or t.id >= ${from})
          and (${to} is null or t.id < ${to})`;
}
