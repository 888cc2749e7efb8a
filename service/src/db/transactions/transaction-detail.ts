import { type Message, readMoveMessage } from '../../domain/messages/message.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from './transaction-row.ts';
import type { TimedTransaction } from './transactions.ts';

export interface HistoryRow {
  readonly seq: number;
  readonly from_state: State | null;
  readonly to_state: State;
  readonly trigger: string;
  readonly reason: Message;
  /** The person's name where a person acted. */
  readonly actor: string;
  readonly at: Date;
}

/** Locks the row, so that a decision about it is made by one person at a time. */
export async function lockTransaction(
  connection: Queryable,
  id: string,
): Promise<TimedTransaction | null> {
  const [row] = await connection.query<TransactionRow & { readonly now: Date }>({
    name: 'lock-transaction',
    text: `select ${TRANSACTION_COLUMNS}, app_now() as now from transactions t
           where t.id = $1 for update`,
    values: [id],
  });
  return row === undefined ? null : { transaction: toTransaction(row), now: row.now };
}

export async function listHistory(database: Queryable, id: string): Promise<HistoryRow[]> {
  const rows = await database.query<StoredHistoryRow>({
    text: `select h.seq, h.from_state, h.to_state, h.trigger, h.reason, h.remark, h.at,
                  coalesce(s.name, h.actor) as actor
           from transitions h
           left join staff s on h.actor = 'staff:' || s.id
           where h.transaction_id = $1 order by h.seq`,
    values: [id],
  });
  return rows.map(({ remark, ...row }) => ({
    ...row,
    reason: readMoveMessage(row.reason, remark),
  }));
}

interface StoredHistoryRow extends Omit<HistoryRow, 'reason'> {
  readonly reason: string;
  readonly remark: string | null;
}

/** The last move, with the raw name of who made it. */
export async function findLastMove(
  connection: Queryable,
  id: string,
): Promise<{ readonly actor: string; readonly trigger: string } | null> {
  const [row] = await connection.query<{ readonly actor: string; readonly trigger: string }>({
    text: `select actor, trigger from transitions where transaction_id = $1
           order by seq desc limit 1`,
    values: [id],
  });
  return row ?? null;
}

/** The raw name of who created it. */
export async function findCreator(database: Queryable, id: string): Promise<string> {
  const [row] = await database.query<{ readonly actor: string }>({
    name: 'find-creator',
    text: 'select actor from transitions where transaction_id = $1 and seq = 1',
    values: [id],
  });
  return row?.actor ?? '';
}

/** The checkout of each of these deposits that is an attempt of one. */
export async function findCheckoutIds(
  database: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ readonly transaction_id: string; checkout_id: string }>({
    text: `select transaction_id, checkout_id from checkout_attempts
           where transaction_id = any($1::uuid[])`,
    values: [transactionIds],
  });
  return new Map(rows.map((row) => [row.transaction_id, row.checkout_id]));
}
