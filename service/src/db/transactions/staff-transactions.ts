import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction, ReasonCode } from '../../domain/payment-kinds.ts';
import type { PayoutMark } from '../../domain/transactions/payment-limits.ts';
import type { SearchKeys } from '../../domain/transactions/search/search-text.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { createValues, type RowFilter, rowsOf } from './filtered-rows.ts';
import { idsOfNumber } from './numbers.ts';
import { MARKS } from './payment-limits.ts';

/** A row of the console's lists. */
export interface ListedTransactionRow {
  readonly id: string;
  readonly direction: Direction;
  readonly operator: Operator;
  readonly provider_id: string;
  readonly player_id: string;
  readonly reference: string;
  readonly msisdn: string;
  readonly amount_xaf: number;
  readonly state: State;
  readonly state_reason: string;
  readonly reason_code: ReasonCode | null;
  readonly application: string;
  readonly created_at: Date;
  readonly state_updated_at: Date;
  readonly marks: readonly PayoutMark[];
}

/** What a list selects of `transactions t` and `applications a`. */
export const ROW = `t.id, t.direction, t.operator, t.provider_id, t.player_id, t.reference,
  t.msisdn, t.amount_xaf, t.state, t.state_reason, t.reason_code, a.name as application,
  t.created_at, t.state_updated_at,
  ${MARKS} as marks`;

/** One page in the order of ids. */
export function listTransactions(
  database: Queryable,
  filter: RowFilter,
  page: {
    readonly sort: 'newest' | 'oldest';
    /** The id of the last row of the page before. */
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<ListedTransactionRow[]> {
  const { values, put } = createValues();
  const [comparison, order] =
    page.sort === 'newest' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
  const after = put(page.after, 'uuid');
  const limit = put(page.limit, 'int');
  const rows = rowsOf(filter, put, {
    order,
    limit,
    after: (id) => `(${after} is null or ${id} ${comparison} ${after})`,
  });
  return database.query<ListedTransactionRow>({
    text: `select ${ROW}
           from (${rows}) found
           join transactions t on t.id = found.id
           join applications a on a.id = t.application_id
           order by t.id ${order}
           limit ${limit}`,
    values,
  });
}

/** The keys that match exactly. */
type ExactKeys = Pick<SearchKeys, 'id' | 'msisdn' | 'text'>;

/** Exact matches only: of an id, a player, a number, a reference or the operator's id. */
export function listTransactionsBySearch(
  database: Queryable,
  search: ExactKeys,
  page: { readonly after: string | null; readonly limit: number },
): Promise<ListedTransactionRow[]> {
  return database.query<ListedTransactionRow>({
    name: 'list-transactions-by-search',
    text: `select ${ROW}
           from (select id from transactions where id = $1::uuid
                 union select transaction_id from ${idsOfNumber('$2::text')} n
                 union select id from transactions
                   where reference_key between (half_key($3) || repeat('0', 16))::uuid
                                           and (half_key($3) || repeat('f', 16))::uuid
                     and reference = $3::text
                 union select transaction_id from operator_ids
                   where operator_tx_id in ($3::text, upper($3::text))
                 union select id from transactions where player_id = $1::uuid
                   and application_id in (select id from applications)
                 union select transaction_id from receipt_uses u
                   join receipts r on r.id = u.receipt_id
                   where r.operator_tx_id in ($3::text, upper($3::text))) found
           join transactions t using (id)
           join applications a on a.id = t.application_id
           where $4::uuid is null or t.id < $4
           order by t.id desc limit $5`,
    values: [search.id, search.msisdn, search.text, page.after, page.limit],
  });
}

/** The newest transactions of a number, except a given one. */
export function listTransactionsOfNumber(
  database: Queryable,
  number: { readonly msisdn: string; readonly except: string; readonly limit: number },
): Promise<ListedTransactionRow[]> {
  return database.query<ListedTransactionRow>({
    text: `select ${ROW} from transactions t join applications a on a.id = t.application_id
           where t.id in ${idsOfNumber('$1')} and t.id <> $2
           order by t.id desc limit $3`,
    values: [number.msisdn, number.except, number.limit],
  });
}
