import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { closeGaps, findOpenGapOf, listOpenGaps, lockLine } from '../../db/lines/lines.ts';
import { lockReceipts, markReceiptDismissed } from '../../db/receipts/staff-receipts.ts';
import type { Actor } from '../access/actor.ts';
import { creditWaiting } from '../receipts/credit-receipt.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';

export type Dismissed =
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused'; readonly refusal: 'receipt_not_found' | 'receipt_not_unmatched' };

/**
 * Sets aside a payment that no deposit can use, such as one that support has returned. Its row is
 * kept, so that the same payment is recognised when reported again. The balance in its text is no
 * longer believed: if nothing else about the line is in doubt, waiting payments are matched.
 */
export async function dismissReceipt(
  deps: DismissDeps,
  actor: Actor,
  asked: { readonly id: string; readonly reason: string },
): Promise<Dismissed> {
  const { id, reason } = asked;
  let credited = 0;
  const dismissed = await deps.database.atomically(async (connection): Promise<Dismissed> => {
    const broken = await findOpenGapOf(connection, id);
    // The line is locked before its receipts, in the same order as when a text is read.
    if (broken !== null) await lockLine(connection, broken.line);
    const [receipt] = await lockReceipts(connection, [id]);
    if (receipt === undefined) return { kind: 'refused', refusal: 'receipt_not_found' };
    const { state } = receipt;
    if (state !== 'unmatched') return { kind: 'refused', refusal: 'receipt_not_unmatched' };
    await markReceiptDismissed(connection, id);
    if (broken !== null) {
      await closeGaps(connection, { ids: [broken.id], by: actor.actor });
      credited = await creditIfInOrder(deps, connection, broken.line);
    }
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
  if (credited > 0) deps.onQueued();
  deps.onDecided();
  return dismissed;
}

interface DismissDeps {
  readonly database: Database;
  readonly lateWindowMs: number;
  readonly onQueued: OnWebhooksQueued;
  readonly onDecided: () => void;
}

async function creditIfInOrder(
  deps: DismissDeps,
  connection: Queryable,
  line: string,
): Promise<number> {
  if ((await listOpenGaps(connection, line)).length > 0) return 0;
  return (await creditWaiting(deps, connection, line)).credited;
}
