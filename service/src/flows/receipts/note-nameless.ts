import type { Database } from '../../db/client.ts';
import { holdReceipt, lockUnusedReceipts } from '../../db/receipts/receipts.ts';
import { isFromTimeOf, isNameless } from '../../domain/receipts/matching.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

/**
 * A payment that fits several requests to pay waits for the provider to name its own. If a provider
 * confirms one of them without naming the payment, nobody else will: staff are told to decide.
 */
export async function noteNameless(database: Database, transaction: Transaction): Promise<void> {
  if (!isNameless(transaction)) return;
  const { id, operator, msisdn: payer, amountXaf, createdAt: since } = transaction;
  const reason: Remark = { code: 'may_have_paid', params: { deposit: id } };
  await database.atomically(async (connection) => {
    const unused = await lockUnusedReceipts(connection, { operator, payer, amountXaf, since });
    const waiting = unused.filter(
      (receipt) => receipt.reason.code === 'several_prompts' && isFromTimeOf(receipt, transaction),
    );
    for (const receipt of waiting) await holdReceipt(connection, { id: receipt.id, reason });
  });
}
