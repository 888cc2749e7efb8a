import type { RowSum, SummedTable } from '../../domain/finance/closing.ts';
import type { SummedTransaction } from '../../domain/finance/day-sum.ts';
import type { Queryable } from '../client.ts';
import { streamRows } from '../rows.ts';
import { SEALED_FACTS } from '../transactions/sealed-transactions.ts';

/** What a day's sum is made of, of a transaction `t`; its history is `h`. */
export const SUMMED_COLUMNS = `
  ${SEALED_FACTS}, t.state, t.provider_tx_id as "providerTxId",
  date_part('epoch', t.created_at) * 1000 as "createdAtMs",
  date_part('epoch', t.updated_at) * 1000 as "updatedAtMs", h.path, h.times`;

/** A history as one text: there are few different ones, so that each is read once. */
export const HISTORY_COLUMNS = `
  string_agg(seq || ' ' || coalesce(from_state, '-') || ' ' || to_state || ' ' || trigger,
             ',' order by seq) as path,
  string_agg(((date_part('epoch', at) * 1000)::bigint)::text, ',' order by seq) as times`;

/** Every transaction that something happened to since then, in the order of their ids. */
export async function* streamSummedTransactions(
  connection: Queryable,
  since: Date | null,
): AsyncGenerator<readonly SummedTransaction[]> {
  // No index has the times of changes: all are read.
  await connection.query({ text: 'set local enable_seqscan = on' });
  yield* streamRows<SummedTransaction>(
    connection,
    `select ${SUMMED_COLUMNS}
     from transactions t
     left join lateral (select ${HISTORY_COLUMNS} from transitions
                        where transaction_id = t.id) h on true
     where t.updated_at >= ${timeOf(since)} order by t.id`,
  );
}

/** The session may write a time in any zone and form. */
function msOf(column: string): string {
  return `(date_part('epoch', ${column}) * 1000)::bigint`;
}

/** What never changes in them: texts are emptied and persons erased; payments are corrected. */
const ADDED_ROWS = {
  webhook_attempts: {
    key: 'webhook_id',
    at: 'at',
    text: `concat_ws(' ', webhook_id, number, ${msOf('at')}, status)`,
  },
  evidence: {
    key: 'transaction_id',
    at: 'at',
    text: `concat_ws(' ', id, transaction_id, provider_id, kind, ${msOf('at')}, status)`,
  },
  receipts: {
    key: 'id',
    at: 'created_at',
    text: `concat_ws(' ', id, operator, ${msOf('created_at')})`,
  },
  sms_messages: {
    key: 'id',
    at: 'at',
    text: `concat_ws(' ', id, gateway_id, ${msOf('at')}, encode(digest, 'hex'))`,
  },
} as const satisfies Partial<Record<SummedTable, unknown>>;

export type AddedTable = keyof typeof ADDED_ROWS;

export const ADDED_TABLES = Object.keys(ADDED_ROWS) as readonly AddedTable[];

/** What was added to a table on a day of Douala, by the month of its transaction or webhook. */
export interface AddedDay extends RowSum {
  readonly day: string;
  readonly month: string;
}

/**
 * The days on which something was added since then, in their order. Hours are digested first, so
 * that no text gets too long.
 */
export async function listAddedDays(
  connection: Queryable,
  table: AddedTable,
  since: Date | null,
): Promise<readonly AddedDay[]> {
  const { key, at, text } = ADDED_ROWS[table];
  const lines = `string_agg(${text}, e'\\n' order by ${text} collate "C")`;
  return connection.query<AddedDay>({
    text: `select day::text, month, sum(rows)::bigint as rows,
                  encode(sha256(convert_to(string_agg(digest, ',' order by hour), 'UTF8')), 'hex')
                    as digest
           from (select (${at} at time zone 'Africa/Douala')::date as day,
                        to_char(time_of_id(${key}), 'YYYY-MM') as month,
                        date_trunc('hour', ${at} at time zone 'UTC') as hour, count(*) as rows,
                        encode(sha256(convert_to(${lines}, 'UTF8')), 'hex') as digest
                 from ${table} where ${at} >= ${timeOf(since)}
                 group by 1, 2, 3) hours
           group by 1, 2 order by 1, 2`,
  });
}

/** A range of ids without its end, whose rows of a table were put into a file. */
export interface ArchivedIds {
  readonly table: string;
  readonly fromId: string;
  readonly toId: string;
}

export function listArchivedIds(connection: Queryable): Promise<ArchivedIds[]> {
  return connection.query<ArchivedIds>({
    text: `select table_name as table, from_id as "fromId", to_id as "toId" from months
           where archived_at is not null`,
  });
}

function timeOf(since: Date | null): string {
  return since === null ? `'-infinity'` : `'${since.toISOString()}'::timestamptz`;
}
