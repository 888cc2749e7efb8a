import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';

/** Whose transactions, and which of them. */
export interface PlayerFilter {
  readonly applicationId: string;
  readonly playerId: string;
  readonly status: string | null;
  readonly direction: Direction | null;
}

export interface TransactionSummaryRow {
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

/** A place in a player's list, counted from the oldest. */
export interface LandmarkRow {
  readonly position: number;
  readonly created_at: Date;
  readonly id: string;
}

const FILTER = `application_id = $1 and player_id = $2
  and ($3::text is null or state = $3) and ($4::text is null or direction = $4)`;

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

const SUMMARY = `t.id, t.reference, t.direction, t.operator, t.amount_xaf, t.state,
  t.provider_tx_id, t.created_at, t.updated_at, t.msisdn`;

/** A page near the newest and the total, in one statement. Only the page's rows are read. */
export async function listNewestWithTotal(
  database: Queryable,
  filter: PlayerFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly rows: readonly TransactionSummaryRow[] }> {
  const found = await database.query<
    { readonly total: number } & (TransactionSummaryRow | { readonly id: null })
  >({
    name: 'list-newest-with-total',
    text: `select c.total, ${SUMMARY}
           from (select count(*) as total from transactions where ${FILTER}) c
           left join (select id from transactions where ${FILTER}
                      order by created_at desc, id desc offset $5 limit $6) page on true
           left join transactions t on t.id = page.id
           order by t.created_at desc, t.id desc`,
    values: [...valuesOf(filter), page.offset, page.limit],
  });
  return {
    total: found[0]?.total ?? 0,
    rows: found.filter((row): row is { total: number } & TransactionSummaryRow => row.id !== null),
  };
}

export function listNewest(
  database: Queryable,
  filter: PlayerFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<TransactionSummaryRow[]> {
  return database.query<TransactionSummaryRow>({
    name: 'list-newest',
    text: `select ${SUMMARY}
           from (select id from transactions where ${FILTER}
                 order by created_at desc, id desc offset $5 limit $6) page
           join transactions t using (id)
           order by t.created_at desc, t.id desc`,
    values: [...valuesOf(filter), page.offset, page.limit],
  });
}

/**
 * A page counted from a landmark towards the newest; it is returned newest first like any other.
 */
export function listFromLandmark(
  database: Queryable,
  filter: PlayerFilter,
  page: { readonly landmark: LandmarkRow | null; readonly offset: number; readonly limit: number },
): Promise<TransactionSummaryRow[]> {
  return database.query<TransactionSummaryRow>({
    name: 'list-from-landmark',
    text: `select ${SUMMARY}
           from (select id from transactions
                 where ${FILTER}
                   and (created_at, id) > (coalesce($7::timestamptz, '-infinity'),
                                           coalesce($8::uuid, '${LEAST_ID}'))
                 order by created_at, id offset $5 limit $6) page
           join transactions t using (id)
           order by t.created_at desc, t.id desc`,
    values: [
      ...valuesOf(filter),
      page.offset,
      page.limit,
      page.landmark?.created_at ?? null,
      page.landmark?.id ?? null,
    ],
  });
}

/** Counts on the index alone, unless a state or direction is asked for. */
export async function countPlayerTransactions(
  database: Queryable,
  filter: PlayerFilter,
  range: { readonly from: Date | null; readonly before: Date | null },
): Promise<number> {
  const [row] = await database.query<{ readonly total: number }>({
    name: 'count-player-transactions',
    text: `select count(*) as total from transactions
           where ${FILTER} and created_at >= coalesce($5::timestamptz, '-infinity')
             and created_at < coalesce($6::timestamptz, 'infinity')`,
    values: [...valuesOf(filter), range.from, range.before],
  });
  return row?.total ?? 0;
}

/** Every n-th transaction before a time, the oldest first. */
export function listLandmarks(
  database: Queryable,
  filter: PlayerFilter,
  wanted: { readonly before: Date; readonly every: number },
): Promise<LandmarkRow[]> {
  return database.query<LandmarkRow>({
    text: `select position, created_at, id
           from (select row_number() over (order by created_at, id) as position, created_at, id
                 from transactions where ${FILTER} and created_at < $5) numbered
           where position % $6 = 0 order by position`,
    values: [...valuesOf(filter), wanted.before, wanted.every],
  });
}

function valuesOf(filter: PlayerFilter): readonly unknown[] {
  return [filter.applicationId, filter.playerId, filter.status, filter.direction];
}
