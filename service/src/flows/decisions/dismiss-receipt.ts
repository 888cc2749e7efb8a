import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import { setStepsAside } from '../../db/lines/balance-steps.ts';
import { lockLine } from '../../db/lines/lines.ts';
import { findReceiptSource } from '../../db/receipts/receipts.ts';
import { lockReceipts, markReceiptDismissed } from '../../db/receipts/staff-receipts.ts';
import type { Actor } from '../access/actor.ts';

export type Dismissed =
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused'; readonly refusal: 'receipt_not_found' | 'receipt_not_unmatched' };

/**
 * Sets aside a payment that no deposit can use, such as one that support has returned. Its row
 * stays, so that the same payment is recognised when reported again. Its text no longer connects to
 * a balance.
 */
export async function dismissReceipt(
  deps: DismissDeps,
  actor: Actor,
  asked: { readonly id: string; readonly reason: string },
): Promise<Dismissed> {
  const { id, reason } = asked;
  const dismissed = await deps.database.atomically(async (connection): Promise<Dismissed> => {
    const source = await findReceiptSource(connection, id);
    // The line is locked before its receipts, in the same order as when a text is read.
    if (source !== null) await lockLine(connection, source.line);
    const [receipt] = await lockReceipts(connection, [id]);
    if (receipt === undefined) return { kind: 'refused', refusal: 'receipt_not_found' };
    const { state } = receipt;
    if (state !== 'unmatched') return { kind: 'refused', refusal: 'receipt_not_unmatched' };
    await markReceiptDismissed(connection, id);
    if (source !== null) await setStepsAside(connection, source);
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

interface DismissDeps {
  readonly database: Database;
  readonly onDecided: () => void;
}
