import { appendAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { findReceiptsForUse, markReceiptDismissed } from '../../db/transaction-detail.ts';
import type { Actor } from './desk.ts';

export type Dismissed =
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused'; readonly refusal: 'receipt_not_found' | 'receipt_not_unmatched' };

/**
 * Sets aside a payment that no deposit can use, such as one that support has returned. It keeps its
 * row, so that the same payment told again is known.
 */
export async function dismissReceipt(
  deps: { readonly database: Database; readonly onDecided: () => void },
  actor: Actor,
  order: { readonly id: string; readonly reason: string },
): Promise<Dismissed> {
  const { id, reason } = order;
  const dismissed = await deps.database.atomically(async (connection): Promise<Dismissed> => {
    const [receipt] = await findReceiptsForUse(connection, [id]);
    if (receipt === undefined) return { kind: 'refused', refusal: 'receipt_not_found' };
    const { state } = receipt;
    if (state !== 'unmatched') return { kind: 'refused', refusal: 'receipt_not_unmatched' };
    await markReceiptDismissed(connection, id);
    await appendAudit(connection, {
      ...actor,
      action: 'receipt.dismiss',
      subject: `receipt:${id}`,
      before: { state },
      after: { state: 'dismissed' },
      reason,
    });
    return { kind: 'dismissed' };
  });
  deps.onDecided();
  return dismissed;
}
