import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { DIRECTIONS, type Direction } from '../../domain/payment-kinds.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';

export interface RowFilter {
  readonly direction: Direction | null;
  readonly operator: Operator | null;
  /** Any of these, or `null` for all. */
  readonly states: readonly State[] | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Adds a value to a query and returns its parameter. */
export type Put = (value: unknown, type: string) => string;

/** The values of a query, in the order in which it names them. */
export function createValues(): { readonly values: unknown[]; readonly put: Put } {
  const values: unknown[] = [];
  const put: Put = (value, type) => `$${values.push(value)}::${type}`;
  return { values, put };
}

export interface RowPage {
  readonly order: 'asc' | 'desc';
  readonly limit: string;
  /** A further condition on the id. */
  readonly after?: (id: string) => string;
}

/**
 * Rows in the order of ids, from the smallest source that has all that is asked for: what is open,
 * what ended badly, or everything of a direction and operator.
 */
export function rowsOf(filter: RowFilter, put: Put, page: RowPage): string {
  const { direction, operator } = filter;
  const states = put(filter.states, 'text[]');
  const from = put(filter.from && firstIdAt(filter.from), 'uuid');
  const to = put(filter.to && firstIdAt(filter.to), 'uuid');
  const boundsOf = (id: string) => `(${from} is null or ${id} >= ${from})
    and (${to} is null or ${id} < ${to}) ${page.after === undefined ? '' : `and ${page.after(id)}`}
    order by ${id} ${page.order} limit ${page.limit}`;
  const isAnyKind = direction === null && operator === null;
  if (isAnyKind && partToRead(filter.states) === 'everything') {
    return `select ${COLUMNS} from transactions t
            where (${states} is null or t.state = any(${states})) and ${boundsOf('t.id')}`;
  }
  const directions = put(direction === null ? DIRECTIONS : [direction], 'text[]');
  const operators = put(operator === null ? OPERATORS : [operator], 'text[]');
  const ofKind = `t.direction = any(${directions}) and t.operator = any(${operators})`;
  switch (partToRead(filter.states)) {
    case 'everything':
      return `select k.*
              from unnest(${directions}) as d (direction), unnest(${operators}) as o (operator),
                lateral (select ${COLUMNS} from transactions t
                         where t.direction = d.direction and t.operator = o.operator
                           and (${states} is null or t.state = any(${states}))
                           and ${boundsOf('t.id')}) k`;
    case 'ended_badly':
      // State by state the index gives their order, and it has all that is read of the history.
      // One may have failed twice.
      return `(select k.*
               from unnest(${states}) as s (state),
                 lateral (select distinct on (h.transaction_id) ${COLUMNS} from transitions h
                          join transactions t on t.id = h.transaction_id and t.state = h.to_state
                          where h.to_state = s.state and h.to_state in ('failed', 'expired')
                            and ${ofKind} and ${boundsOf('h.transaction_id')}) k)
              union all
              (select ${COLUMNS} from transactions t
               where t.id < ${ARCHIVED_UP_TO} and t.state = any(${states})
                 and not exists (select from transitions h
                                 where h.transaction_id = t.id and h.seq = t.version)
                 and ${ofKind} and ${boundsOf('t.id')})`;
    case 'open':
      return `select ${COLUMNS} from open_transactions o
              join transactions t on t.id = o.transaction_id
              where o.state = any(${states}) and ${ofKind} and ${boundsOf('o.transaction_id')}`;
  }
}

/** Histories before this id are in files; `null`, which no id is before, if there are none. */
const ARCHIVED_UP_TO = `(select m.to_id from months m
  where m.table_name = 'transitions' and m.archived_at is not null
  order by m.to_id desc limit 1)`;

const COLUMNS = 't.id, t.amount_xaf, t.msisdn, t.state, t.created_at, t.direction';

const ENDED: ReadonlySet<State> = new Set(['succeeded', 'failed', 'expired']);

/** Where the rows of these states are found with the least reading. */
export function partToRead(states: readonly State[] | null): 'everything' | 'ended_badly' | 'open' {
  if (states === null || states.includes('succeeded')) return 'everything';
  if (states.every((state) => !ENDED.has(state))) return 'open';
  return states.every((state) => ENDED.has(state)) ? 'ended_badly' : 'everything';
}
