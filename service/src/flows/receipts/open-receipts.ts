import { insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import { insertOpenReceipt, movedUpBy } from '../../db/receipts/open-receipts.ts';
import { findReversal } from '../../db/receipts/reversed-receipts.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import { postPayment } from '../../domain/books/posting.ts';
import type { Message } from '../../domain/messages/message.ts';
import { openPaymentOf } from '../../domain/receipts/open-payment.ts';
import type { SmsReview } from '../../domain/receipts/sms/reading.ts';
import type { BalanceProof } from '../../domain/receipts/sms-trust.ts';
import { applyReversal } from './note-reversal.ts';

/**
 * A believed text says that money came, and something about it could not be read: the payment is
 * held with that left open, so that the money has a door. It is booked as soon as its id and its
 * amount are known. Returns whether the text became a payment.
 */
export async function openReceipt(
  connection: Queryable,
  { id: smsId, line, operator, trust }: Sms,
  reading: SmsReview,
  balance: BalanceProof,
): Promise<boolean> {
  if (line === null || trust !== 'trusted' || operator !== reading.operator) return false;
  const isProven = balance === 'proven' && (await movedUpBy(connection, smsId));
  if (!isProven && balance !== 'not_compared') return false;
  const payment = openPaymentOf(reading, { isProven });
  if (payment === null) return false;
  const reason: Message = { code: 'sms_review', params: { review_reason: reading.reason } };
  const isNew = await insertOpenReceipt(connection, { ...payment, line, smsId, reason });
  const { operator: of, amountXaf, operatorTxId } = payment;
  if (!isNew || operatorTxId === null) return isNew;
  if (amountXaf !== null) {
    await insertEntries(connection, postPayment({ ...payment, amountXaf, operatorTxId, line }));
  }
  // The operator's texts overtake each other: that of the reversal may have come before.
  const named = { operator: of, operatorTxId };
  const reversedBy = await findReversal(connection, named);
  if (reversedBy !== null) {
    await applyReversal(connection, {
      operator: of,
      reversedTxId: operatorTxId,
      reversalTxId: null,
      smsId: reversedBy,
    });
  }
  return true;
}
