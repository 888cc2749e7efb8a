import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { DIRECTIONS, type Direction } from '../../domain/payment-kinds.ts';
import type { PayoutMark } from '../../domain/transactions/payment-limits.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { Queryable } from '../client.ts';
import { idsOfNumber } from './numbers.ts';

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
 * One page, from the smallest place that has all that is asked for: what is open, what ended badly,
 * or everything of a direction and operator, each in the order of ids.
 */
export function listTransactions(
  database: Queryable,
  filter: TransactionFilter,
): Promise<ListedTransactionRow[]> {
  const [comparison, order] = filter.sort === 'newest' ? ['<', 'desc'] : ['>', 'asc'];
  const boundsOf = (id: string) => `($4::uuid is null or ${id} ${comparison} $4)
    and ($5::uuid is null or ${id} >= $5) and ($6::uuid is null or ${id} < $6)
    order by ${id} ${order} limit $7`;
  return database.query<ListedTransactionRow>({
    text: `select ${LINE}
           from (${idsOf(filter.state, boundsOf)}) found
           join transactions t using (id)
           join applications a on a.id = t.application_id
           order by t.id ${order}
           limit $7`,
    values: [
      filter.direction === null ? DIRECTIONS : [filter.direction],
      filter.operator === null ? OPERATORS : [filter.operator],
      filter.state,
      filter.after,
      filter.from && firstIdAt(filter.from),
      filter.to && firstIdAt(filter.to),
      filter.limit,
    ],
  });
}

const OF_KIND = 't.direction = any($1::text[]) and t.operator = any($2::text[])';

function idsOf(state: State | null, boundsOf: (id: string) => string): string {
  if (state === null || state === 'succeeded') {
    return `select k.id
            from unnest($1::text[]) as d (direction), unnest($2::text[]) as o (operator),
              lateral (select t.id from transactions t
                       where t.direction = d.direction and t.operator = o.operator
                         and ($3::text is null or t.state = $3) and ${boundsOf('t.id')}) k`;
  }
  if (state === 'failed' || state === 'expired') {
    return `select t.id from transitions h
            join transactions t on t.id = h.transaction_id and t.version = h.seq
            where h.to_state = $3 and h.to_state in ('failed', 'expired') and ${OF_KIND}
              and ${boundsOf('h.transaction_id')}`;
  }
  return `select t.id from open_transactions o join transactions t on t.id = o.transaction_id
          where o.state = $3 and ${OF_KIND} and ${boundsOf('o.transaction_id')}`;
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
                 union select transaction_id from ${idsOfNumber('$2::text')} n
                 union select id from transactions
                   where reference_key between (half_key($3) || repeat('0', 16))::uuid
                                           and (half_key($3) || repeat('f', 16))::uuid
                     and reference = $3::text
                 union select transaction_id from operator_ids where operator_tx_id = $3::text
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
           where t.id in ${idsOfNumber('$1')} and t.id <> $2
           order by t.id desc limit $3`,
    values: [number.msisdn, number.except, number.limit],
  });
}
