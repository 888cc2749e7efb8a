import { appendAudit } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import {
  dismissReturned,
  freeReceipts,
  insertReceiptOf,
  lockReceiptsOf,
  type PlacedReceipt,
} from '../../db/receipts/refused-receipts.ts';
import { clearProviderTxId } from '../../db/transactions/transitions.ts';
import { hasMoney, type RefusedMoney } from '../../domain/decisions/refused-money.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Decider } from './decision.ts';

/**
 * Places the payments of a deposit that staff refuse. Null: there is money, and they did not say
 * what becomes of it. A payment that only the provider told of becomes a receipt first, so that a
 * text that comes later is known to be the same money.
 */
export async function placeMoney(
  connection: Queryable,
  decider: Decider,
  transaction: Transaction,
  money: RefusedMoney | null,
): Promise<Transaction | null> {
  if (transaction.direction !== 'deposit') return transaction;
  if (money !== null) await insertReceiptOf(connection, transaction.id);
  const receipts = await lockReceiptsOf(connection, transaction);
  if (!hasMoney(transaction, receipts.length)) return transaction;
  if (money === null) return null;
  const named = { staff: decider.name, deposit: transaction.id };
  if (money.becomes === 'free') {
    const reason: Remark = { code: 'freed_by_staff', params: named };
    const ids = receipts.map(({ id }) => id);
    await freeReceipts(connection, { ids, reason });
    // Otherwise it would seem that this deposit has the payment.
    await clearProviderTxId(connection, transaction.id);
    return { ...transaction, providerTxId: null };
  }
  const reason: Remark = { code: 'returned_to_payer', params: { ...named, text: money.how } };
  for (const receipt of receipts) {
    await dismissReturned(connection, { id: receipt.id, reason });
    await note(connection, decider, receipt, money.how);
  }
  return transaction;
}

function note(
  connection: Queryable,
  { name, staffId, ip }: Decider,
  { id, state }: PlacedReceipt,
  how: string,
): Promise<void> {
  return appendAudit(connection, {
    actor: name,
    actorId: staffId,
    ip,
    action: 'receipt.return',
    subject: `receipt:${id}`,
    before: { state },
    after: { state: 'dismissed' },
    reason: how,
  });
}
