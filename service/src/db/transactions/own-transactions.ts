import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { createValues, type Put, partToRead } from './filtered-rows.ts';
import { SUMMARY, type TransactionSummaryRow } from './player-transactions.ts';

/** Which transactions of an application. */
export interface OwnFilter {
  readonly applicationId: string;
  readonly reference: string | null;
  readonly playerId: string | null;
  readonly direction: Direction | null;
  readonly state: State | null;
  readonly operator: Operator | null;
  /** Created at this time or later. */
  readonly from: Date | null;
  /** Created before this time. */
  readonly to: Date | null;
}

/** A place in a list: right after the transaction. */
export interface OwnPosition {
  readonly id: string;
  /** To the microsecond, which a `Date` does not have. */
  readonly createdAt: string;
}

export interface OwnPage {
  readonly rows: readonly TransactionSummaryRow[];
  /** After which transaction the next page begins, or `null` if this is the last page. */
  readonly next: string | null;
}

/**
 * State, direction and operator have no index of an application, which every payment would pay for:
 * so many rows are read for a page, and a page may have fewer items than asked for.
 */
const READ_ROWS = 20_000;

/** The newest first. */
export async function listOwnTransactions(
  database: Queryable,
  filter: OwnFilter,
  page: { readonly after: OwnPosition | null; readonly limit: number; readonly readRows?: number },
): Promise<OwnPage> {
  const { limit, readRows = READ_ROWS } = page;
  const { values, put } = createValues();
  const rows = await database.query<TransactionSummaryRow>({
    text: `select ${SUMMARY}
           from (select t.* ${readFrom(filter, page.after, put)}
                 limit ${put(readRows, 'int')}) t
           where ${filterOf(filter, put)}
           order by t.created_at desc, t.id desc limit ${put(limit + 1, 'int')}`,
    values,
  });
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
  return { rows, next: await findLastRead(database, filter, { ...page, readRows }) };
}

/** The last row that was read, if there may be more after it. */
async function findLastRead(
  database: Queryable,
  filter: OwnFilter,
  { after, readRows }: { readonly after: OwnPosition | null; readonly readRows: number },
): Promise<string | null> {
  const { values, put } = createValues();
  const [row] = await database.query<{ readonly id: string }>({
    text: `select t.id ${readFrom(filter, after, put)}
           offset ${put(readRows - 1, 'int')} limit 1`,
    values,
  });
  return row?.id ?? null;
}

/** What indexes find, in the order of the list. What is open is in a small table of its own. */
function readFrom(filter: OwnFilter, after: OwnPosition | null, put: Put): string {
  const { reference, playerId, from, to } = filter;
  const conditions = [`t.application_id = ${put(filter.applicationId, 'uuid')}`];
  if (playerId !== null) conditions.push(`t.player_id = ${put(playerId, 'uuid')}`);
  if (reference !== null) conditions.push(hasReference(put(reference, 'text')));
  if (from !== null) conditions.push(`t.created_at >= ${put(from, 'timestamptz')}`);
  if (to !== null) conditions.push(`t.created_at < ${put(to, 'timestamptz')}`);
  if (after !== null) {
    const position = `(${put(after.createdAt, 'timestamptz')}, ${put(after.id, 'uuid')})`;
    conditions.push(`(t.created_at, t.id) < ${position}`);
  }
  const source = isOpen(filter)
    ? `open_transactions o join transactions t on t.id = o.transaction_id
       and o.state = ${put(filter.state, 'text')}`
    : 'transactions t';
  return `from ${source} where ${conditions.join(' and ')}
          order by t.created_at desc, t.id desc`;
}

function isOpen({ state }: OwnFilter): boolean {
  return state !== null && partToRead([state]) === 'open';
}

/** The key of a reference begins with its hash. */
export function hasReference(reference: string): string {
  const half = `half_key(${reference})`;
  return `t.reference_key between (${half} || repeat('0', 16))::uuid
                              and (${half} || repeat('f', 16))::uuid
          and t.reference = ${reference}`;
}

function filterOf({ direction, state, operator }: OwnFilter, put: Put): string {
  const conditions = Object.entries({ direction, state, operator })
    .filter(([, value]) => value !== null)
    .map(([column, value]) => `t.${column} = ${put(value, 'text')}`);
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/** Where a transaction is in the list of its application, or `null` if it is not in it. */
export async function findOwnPosition(
  database: Queryable,
  { applicationId, id }: { readonly applicationId: string; readonly id: string },
): Promise<OwnPosition | null> {
  const [row] = await database.query<{ readonly created_at: string }>({
    text: `select created_at::text as created_at from transactions
           where id = $1 and application_id = $2`,
    values: [id, applicationId],
  });
  return row === undefined ? null : { id, createdAt: row.created_at };
}
