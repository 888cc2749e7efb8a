import type { Queryable } from './client.ts';
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from './transaction-row.ts';
import type { TimedTransaction } from './transactions.ts';

/**
 * Locks open deposits whose deadline has passed; those that another process works on are skipped.
 */
export async function claimDueDeposits(
  connection: Queryable,
  limit: number,
): Promise<readonly TimedTransaction[]> {
  const rows = await connection.query<TransactionRow & { readonly now: Date }>({
    name: 'claim-due-deposits',
    text: `select ${TRANSACTION_COLUMNS}, (select app_now()) as now from transactions t
           where t.expires_at <= (select app_now())
           order by t.expires_at
           limit $1
           for update skip locked`,
    values: [limit],
  });
  return rows.map((row) => ({ transaction: toTransaction(row), now: row.now }));
}
