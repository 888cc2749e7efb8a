import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { DIRECTIONS, type Direction } from '../../domain/payment-kinds.ts';
import type { PayoutMark } from '../../domain/transactions/payment-limits.ts';
import { STATES_OF, type State } from '../../domain/transactions/transaction.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { Queryable } from '../client.ts';

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
  readonly application: string;
  readonly created_at: Date;
  readonly state_updated_at: Date;
  readonly marks: readonly PayoutMark[];
}

export interface TransactionFilter {
  readonly direction: Direction | null;
  readonly operator: Operator | null;
  readonly state: State | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly sort: 'newest' | 'oldest';
  /** The id of the last row of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

const LINE = `t.id, t.direction, t.operator, t.provider_id, t.player_id, t.reference, t.msisdn,
  t.amount_xaf, t.state, t.state_reason, a.name as application, t.created_at, t.state_updated_at,
  array(select m.mark from payout_marks m where m.transaction_id = t.id order by 1) as marks`;

/**
 * One page. Each combination of the filters' values is a range of one index in the order of ids, so
 * a page reads at most `limit` entries of each of a few ranges, however rare the filter is.
 */
export function listTransactions(
  database: Queryable,
  filter: TransactionFilter,
): Promise<ListedTransactionRow[]> {
  const combinations = combinationsOf(filter);
  const [comparison, direction] = filter.sort === 'newest' ? ['<', 'desc'] : ['>', 'asc'];
  return database.query<ListedTransactionRow>({
    text: `select ${LINE}
           from unnest($1::text[], $2::text[], $3::text[]) as c (direction, operator, state)
           cross join lateral (
             select * from transactions t
             where t.direction = c.direction and t.operator = c.operator and t.state = c.state
               and ($4::uuid is null or t.id ${comparison} $4)
               and ($5::uuid is null or t.id >= $5) and ($6::uuid is null or t.id < $6)
             order by t.id ${direction}
             limit $7) t
           join applications a on a.id = t.application_id
           order by t.id ${direction}
           limit $7`,
    values: [
      combinations.map(({ direction }) => direction),
      combinations.map(({ operator }) => operator),
      combinations.map(({ state }) => state),
      filter.after,
      filter.from && firstIdAt(filter.from),
      filter.to && firstIdAt(filter.to),
      filter.limit,
    ],
  });
}

/** What a search text may be; several can fit. */
export interface SearchKeys {
  readonly id: string | null;
  readonly msisdn: string | null;
  readonly text: string;
}

/** Exact matches only: of an id, a player, a number, a reference or the operator's id. */
export function listTransactionsBySearch(
  database: Queryable,
  search: SearchKeys,
  page: { readonly after: string | null; readonly limit: number },
): Promise<ListedTransactionRow[]> {
  return database.query<ListedTransactionRow>({
    text: `select ${LINE}
           from (select id from transactions where id = $1::uuid
                 union select id from transactions where msisdn = $2::text
                 union select id from transactions where reference = $3::text
                 union select id from transactions where provider_tx_id = $3::text
                 union select id from transactions where player_id = $1::uuid
                   and application_id in (select id from applications)
                 union select transaction_id from receipt_uses u
                   join receipts r on r.id = u.receipt_id
                   where r.operator_tx_id = $3::text) found
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
    text: `select ${LINE} from transactions t join applications a on a.id = t.application_id
           where t.msisdn = $1 and t.id <> $2
           order by t.id desc limit $3`,
    values: [number.msisdn, number.except, number.limit],
  });
}

function combinationsOf(filter: TransactionFilter) {
  const directions = filter.direction === null ? DIRECTIONS : [filter.direction];
  const operators = filter.operator === null ? OPERATORS : [filter.operator];
  return directions.flatMap((direction) => {
    const known: readonly State[] = STATES_OF[direction];
    const states = known.filter((state) => filter.state === null || state === filter.state);
    return operators.flatMap((operator) => states.map((state) => ({ direction, operator, state })));
  });
}
