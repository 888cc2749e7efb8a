import { DENIALS } from '../../domain/lines/sim-job.ts';
import type { Queryable } from '../client.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../transactions/transaction-row.ts';
import type { TimedTransaction } from '../transactions/transactions.ts';

export interface SimPayout extends TimedTransaction {
  /** The screens of the SIM said that no money moved. */
  readonly isDenied: boolean;
}

/** Locks the payout whose transfer a text has named, so that no other process settles it. */
export async function lockSimPayout(
  connection: Queryable,
  transfer: { readonly operator: string; readonly operatorTxId: string },
): Promise<SimPayout | null> {
  const [row] = await connection.query<
    TransactionRow & { readonly now: Date; readonly isDenied: boolean }
  >({
    name: 'lock-sim-payout',
    text: `select ${TRANSACTION_COLUMNS}, app_now() as now,
                  coalesce(j.outcome = any($3::text[]), false) as "isDenied"
           from sim_jobs j
           join submissions s on s.reference = j.reference
           join transactions t on t.id = s.transaction_id
           where j.operator = $1 and j.operator_tx_id = $2
           for update of t`,
    values: [transfer.operator, transfer.operatorTxId, DENIALS],
  });
  if (row === undefined) return null;
  return { transaction: toTransaction(row), now: row.now, isDenied: row.isDenied };
}
