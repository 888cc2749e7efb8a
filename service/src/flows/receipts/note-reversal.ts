import type { Queryable } from '../../db/client.ts';
import { recordContradiction } from '../../db/contradictions/contradictions.ts';
import { findKnownPayment, holdReversed } from '../../db/receipts/reversed-receipts.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import type { SmsReview } from '../../domain/receipts/sms/reading.ts';

/**
 * The operator's text says that it took a transaction back. No state changes by it: what was
 * settled is a contradiction for staff, and money that nothing was paid with yet is held.
 */
export async function noteReversal(
  connection: Queryable,
  { id: smsId, trust }: Sms,
  { operator, reversedTxId }: SmsReview,
): Promise<void> {
  if (trust !== 'trusted' || operator === null || reversedTxId === null) return;
  const known = await findKnownPayment(connection, { operator, operatorTxId: reversedTxId });
  if (known === null) return;
  const { receiptId, transactionId } = known;
  if (receiptId !== null) {
    await holdReversed(connection, { id: receiptId, reason: { code: 'taken_back' } });
  }
  await recordContradiction(connection, {
    remark: { code: 'reversed_by_operator' },
    transactionId,
    receiptId,
    smsId,
    evidence: `sms:reversal of ${reversedTxId}`,
  });
}
