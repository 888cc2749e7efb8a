import type { Queryable } from '../client.ts';
import { streamRows } from '../rows.ts';

/** Opens the months that begin within this many from now on; returns how many parts that made. */
export async function openMonthsAhead(database: Queryable, ahead: number): Promise<number> {
  const [row] = await database.query<{ readonly opened: number }>({
    text: 'select open_months($1) as opened',
    values: [ahead],
  });
  return row?.opened ?? 0;
}

export type TableInMonths = 'transitions' | 'webhook_attempts' | 'evidence';

export interface Month {
  readonly part: string;
  readonly table: TableInMonths;
  readonly fromId: string;
  readonly toId: string;
  /** Something in it is not finished, so that it has to stay. */
  readonly isNeeded: boolean;
}

/** What a table that is kept in months lacks, by name. */
export interface MonthGaps {
  /** Parts that are not archived and not attached. */
  readonly detached: readonly string[];
  /** Tables without the part of the next month. */
  readonly missing: readonly string[];
}

export async function findMonthGaps(database: Queryable): Promise<MonthGaps> {
  const [row] = await database.query<MonthGaps>({
    text: `select array(select m.part::text from months m
                        where m.archived_at is null
                          and not exists (select from pg_inherits i
                                          where i.inhrelid = to_regclass(m.part)
                                            and i.inhparent = to_regclass(m.table_name))
                        order by 1) as detached,
                  array(select m.table_name from months m group by 1
                        having max(m.to_id::text)::uuid
                               < first_id_of(date_trunc('month', now() at time zone 'UTC')
                                             + interval '2 months')
                        order by 1) as missing`,
  });
  return row ?? { detached: [], missing: [] };
}

/** The months that ended before an id and are still here, the oldest first. */
export function listMonths(database: Queryable, before: string): Promise<Month[]> {
  return database.query<Month>({
    text: `select m.part, m.table_name as table, m.from_id as "fromId", m.to_id as "toId",
                  case m.table_name
                    when 'webhook_attempts' then exists (
                      select from open_webhooks o
                      where o.webhook_id >= m.from_id and o.webhook_id < m.to_id)
                    else exists (
                      select from open_transactions o
                      where o.transaction_id >= m.from_id and o.transaction_id < m.to_id)
                    or exists (
                      select from contradictions c where c.closed_at is null
                        and c.transaction_id >= m.from_id and c.transaction_id < m.to_id)
                    -- A history is summed before it leaves.
                    or (m.table_name = 'transitions'
                        and (select environment = 'live' and row_key is not null
                             from installation)
                        and exists (
                          select from transitions h
                          where h.transaction_id >= m.from_id and h.transaction_id < m.to_id
                            and h.at >= coalesce(
                              (select (max(day) + 1)::timestamp at time zone 'Africa/Douala'
                               from book_closings where seal is not null), '-infinity')))
                    -- Books that are opened later are written from the history.
                    or (m.table_name = 'transitions'
                        and exists (select from books where opened_at is null))
                  end as "isNeeded"
           from months m
           where m.archived_at is null and m.to_id <= $1::uuid
           order by m.from_id, m.table_name`,
    values: [before],
  });
}

/** A month of histories, with the seal of its lines that have none of their own. */
export interface SealedMonth {
  readonly part: string;
  readonly fromId: string;
  readonly toId: string;
  readonly seal: string | null;
  readonly isArchived: boolean;
}

export function listHistoryMonths(database: Queryable): Promise<SealedMonth[]> {
  return database.query<SealedMonth>({
    text: `select part, from_id as "fromId", to_id as "toId", seal,
                  archived_at is not null as "isArchived"
           from months where table_name = 'transitions' order by from_id`,
  });
}

export async function updateMonthSeals(
  connection: Queryable,
  months: readonly { readonly part: string; readonly sum: string }[],
): Promise<void> {
  for (const { part, sum } of months) {
    await connection.query({
      text: 'update months set seal = $2 where part = $1',
      values: [part, sum],
    });
  }
}

/** Every row of a month as JSON, inside the caller's database transaction. */
export function streamMonth(
  connection: Queryable,
  { part }: Month,
): AsyncGenerator<readonly { readonly line: string }[]> {
  return streamRows(connection, `select row_to_json(p)::text as line from ${part} p order by p`);
}

/** Keeps others from writing into a month, and counts its rows. */
export async function lockMonth(connection: Queryable, { part }: Month): Promise<number> {
  await connection.query({ text: `lock table ${part} in share mode` });
  const [row] = await connection.query<{ readonly count: number }>({
    text: `select count(*) from ${part}`,
  });
  return row?.count ?? 0;
}

/** Removes a month; its rows have to be elsewhere. */
export async function removeMonth(
  connection: Queryable,
  { part, table }: Month,
  archive: { readonly file: string; readonly digest: string; readonly rows: number },
): Promise<void> {
  await connection.query({ text: `alter table ${table} detach partition ${part}` });
  await connection.query({ text: `drop table ${part}` });
  await connection.query({
    text: `update months set archived_at = app_now(), file = $2, digest = $3, rows = $4
           where part = $1`,
    values: [part, archive.file, archive.digest, archive.rows],
  });
}
