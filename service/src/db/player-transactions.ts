import type { Direction, Operator, State } from '../domain/transaction.ts';
import type { Queryable } from './client.ts';

export interface PlayerListQuery {
  readonly applicationId: string;
  readonly playerId: string;
  readonly status: string | null;
  readonly direction: Direction | null;
  readonly page: number;
  readonly limit: number;
}

export interface TransactionSummary {
  readonly id: string;
  readonly reference: string;
  readonly direction: Direction;
  readonly operator: Operator;
  readonly amount_xaf: number;
  readonly state: State;
  readonly provider_tx_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly msisdn: string;
}

/** Counts on the index alone; the table itself is not read. */
export async function countPlayerTransactions(
  database: Queryable,
  query: PlayerListQuery,
): Promise<number> {
  const [row] = await database.query<{ readonly total: number }>({
    name: 'count-player-transactions',
    text: `select count(*) as total from transactions
           where application_id = $1 and player_id = $2
             and ($3::text is null or state = $3) and ($4::text is null or direction = $4)`,
    values: [query.applicationId, query.playerId, query.status, query.direction],
  });
  return row?.total ?? 0;
}

/**
 * One page, newest first. The page's ids are found on the index alone, from whichever end of the
 * list is nearer, and only then are those few rows read: a deep page costs index entries, not rows.
 */
export function listPlayerTransactions(
  database: Queryable,
  query: PlayerListQuery,
  total: number,
): Promise<TransactionSummary[]> {
  const start = (query.page - 1) * query.limit;
  const size = Math.min(query.limit, total - start);
  if (size <= 0) return Promise.resolve([]);
  const fromTheOldest = start > total / 2;
  const offset = fromTheOldest ? total - start - size : start;
  const order = fromTheOldest ? 'created_at asc, id asc' : 'created_at desc, id desc';
  return database.query<TransactionSummary>({
    name: `list-player-transactions-${fromTheOldest ? 'oldest' : 'newest'}`,
    text: `select t.id, t.reference, t.direction, t.operator, t.amount_xaf, t.state,
                  t.provider_tx_id, t.created_at, t.updated_at, t.msisdn
           from (select id from transactions
                 where application_id = $1 and player_id = $2
                   and ($3::text is null or state = $3) and ($4::text is null or direction = $4)
                 order by ${order}
                 offset $5 limit $6) page
           join transactions t using (id)
           order by t.created_at desc, t.id desc`,
    values: [query.applicationId, query.playerId, query.status, query.direction, offset, size],
  });
}
