import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction, ReasonCode } from '../../domain/payment-kinds.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

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
  readonly reason_code: ReasonCode | null;
  readonly refund_of: string | null;
}

export interface PlayerPage {
  readonly total: number;
  readonly rows: readonly TransactionSummaryRow[];
}

/** A page near the newest, of any states. */
export interface NewestAsked {
  readonly filter: CountFilter;
  readonly offset: number;
  readonly limit: number;
}

/** A moment in a player's list, and how many are older. */
export interface LandmarkRow {
  readonly position: number;
  readonly created_at: Date;
}

const FILTER = `application_id = $1 and player_id = $2
  and ($3::text is null or state = $3) and ($4::text is null or direction = $4)`;

export const SUMMARY = `t.id, t.reference, t.direction, t.operator, t.amount_xaf, t.state,
  t.provider_tx_id, t.created_at, t.updated_at, t.msisdn, t.reason_code, t.refund_of`;

/**
 * The newest of several players, each with the total, in one query. Counts no total beyond
 * `countTo`, so that one long list does not keep the others waiting.
 */
export async function listNewestOfPlayers(
  database: Queryable,
  asked: readonly NewestAsked[],
  countTo: number,
): Promise<readonly PlayerPage[]> {
  const found = await database.query<ListedRow & { readonly place: number }>({
    name: 'list-newest-of-players',
    text: LIST_NEWEST_OF_PLAYERS,
    values: [countTo, ...ASKED.values(asked)],
  });
  const pages = asked.map(() => ({ total: 0, rows: new Array<TransactionSummaryRow>() }));
  for (const row of found) {
    const page = pages[row.place];
    if (page === undefined) continue;
    page.total = row.total;
    if (isListed(row)) page.rows.push(row);
  }
  return pages;
}

type ListedRow = { readonly total: number } & (TransactionSummaryRow | { readonly id: null });

function isListed<Row extends ListedRow>(row: Row): row is Row & TransactionSummaryRow {
  return row.id !== null;
}

const OF_ASKED = `application_id = a.application_id and player_id = a.player_id
  and (a.direction is null or direction = a.direction)`;

const ASKED = rowsWith<NewestAsked>({
  application_id: ['uuid', ({ filter }) => filter.applicationId],
  player_id: ['uuid', ({ filter }) => filter.playerId],
  direction: ['text', ({ filter }) => filter.direction],
  skipped: ['bigint', ({ offset }) => offset],
  most: ['bigint', ({ limit }) => limit],
  place: ['int', (_, index) => index],
});

const LIST_NEWEST_OF_PLAYERS = `
  select a.place, c.total, ${SUMMARY}
  from ${ASKED.unnest('a', 2)}
  cross join lateral (
    select count(*) as total
    from (select from transactions where ${OF_ASKED} limit $1) counted
  ) c
  left join lateral (
    select * from transactions where ${OF_ASKED}
    order by created_at desc, id desc offset a.skipped limit a.most
  ) t on true
  order by a.place, t.created_at desc, t.id desc`;

/** A page near the newest and the total, in one query. Only the page's rows are read. */
export async function listNewestWithTotal(
  database: Queryable,
  filter: PlayerFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<PlayerPage> {
  const found = await database.query<ListedRow>({
    name: 'list-newest-with-total',
    text: `select c.total, ${SUMMARY}
           from (select count(*) as total from transactions where ${FILTER}) c
           left join (select id from transactions where ${FILTER}
                      order by created_at desc, id desc offset $5 limit $6) page on true
           left join transactions t on t.id = page.id
           order by t.created_at desc, t.id desc`,
    values: [...valuesOf(filter), page.offset, page.limit],
  });
  return { total: found[0]?.total ?? 0, rows: found.filter(isListed) };
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

/** A page counted from a landmark towards the newest; returned newest first like any other. */
export function listFromLandmark(
  database: Queryable,
  filter: PlayerFilter,
  page: { readonly landmark: LandmarkRow | null; readonly offset: number; readonly limit: number },
): Promise<TransactionSummaryRow[]> {
  return database.query<TransactionSummaryRow>({
    name: 'list-from-landmark',
    text: `select ${SUMMARY}
           from (select id from transactions
                 where ${FILTER} and created_at >= coalesce($7::timestamptz, '-infinity')
                 order by created_at, id offset $5 limit $6) page
           join transactions t using (id)
           order by t.created_at desc, t.id desc`,
    values: [...valuesOf(filter), page.offset, page.limit, page.landmark?.created_at ?? null],
  });
}

/** Of any state. */
type CountFilter = Omit<PlayerFilter, 'status'>;

/** Counts on the index alone, unless a direction is asked for. */
export async function countPlayerTransactions(
  database: Queryable,
  filter: CountFilter,
  range: { readonly from: Date | null; readonly before: Date | null },
): Promise<number> {
  const [row] = await database.query<{ readonly total: number }>({
    text: `select count(*) as total from transactions
           where application_id = $1 and player_id = $2
             and created_at >= coalesce($3::timestamptz, '-infinity')
             and created_at < coalesce($4::timestamptz, 'infinity') ${ofDirection(filter, '$5')}`,
    values: [...ownerOf(filter), range.from, range.before, ...directionOf(filter)],
  });
  return row?.total ?? 0;
}

/** About every n-th transaction before a time, the oldest first, on the index likewise. */
export function listLandmarks(
  database: Queryable,
  filter: CountFilter,
  wanted: { readonly before: Date; readonly every: number },
): Promise<LandmarkRow[]> {
  return database.query<LandmarkRow>({
    text: `select position, created_at
           from (select row_number() over as_created as number,
                        rank() over as_created - 1 as position, created_at
                 from transactions
                 where application_id = $1 and player_id = $2
                   and created_at < $3 ${ofDirection(filter, '$5')}
                 window as_created as (order by created_at)) numbered
           where number % $4 = 0 order by position`,
    values: [...ownerOf(filter), wanted.before, wanted.every, ...directionOf(filter)],
  });
}

/** Without a direction there is no condition: PostgreSQL would read every row for it. */
function ofDirection({ direction }: CountFilter, parameter: string): string {
  return direction === null ? '' : `and direction = ${parameter}`;
}

function directionOf({ direction }: CountFilter): readonly string[] {
  return direction === null ? [] : [direction];
}

function ownerOf({ applicationId, playerId }: CountFilter): readonly string[] {
  return [applicationId, playerId];
}

function valuesOf(filter: PlayerFilter): readonly unknown[] {
  return [filter.applicationId, filter.playerId, filter.status, filter.direction];
}
