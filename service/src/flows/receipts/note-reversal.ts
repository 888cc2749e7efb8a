import { insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import { recordContradiction } from '../../db/contradictions/contradictions.ts';
import {
  findKnownPayment,
  holdReversed,
  isBelievedText,
  markReversal,
} from '../../db/receipts/reversed-receipts.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import { postReversal } from '../../domain/books/posting.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { SmsReview } from '../../domain/receipts/sms/reading.ts';
import type { Remark } from '../../domain/remarks/remark.ts';

/**
 * The operator's text says that it took a transaction back. No state changes by it: what was
 * settled is a contradiction for staff, and money that nothing was paid with yet is held. What is
 * not known yet is noted for when it comes.
 */
export async function noteReversal(
  connection: Queryable,
  { id: smsId, trust }: Sms,
  { operator, reversedTxId }: SmsReview,
): Promise<void> {
  if (trust !== 'trusted' || operator === null || reversedTxId === null) return;
  await markReversal(connection, { smsId, reversedTxId });
  await applyReversal(connection, { operator, operatorTxId: reversedTxId, smsId });
}

export async function applyReversal(
  connection: Queryable,
  reversed: {
    readonly operator: Operator;
    readonly operatorTxId: string;
    readonly smsId: string;
  },
): Promise<void> {
  const known = await findKnownPayment(connection, reversed);
  if (known === null) return;
  const { receiptId, transactionId } = known;
  if (receiptId !== null) {
    await holdReversed(connection, { id: receiptId, reason: TAKEN_BACK });
  }
  await bookKnown(connection, reversed, transactionId);
  await recordContradiction(connection, {
    remark: { code: 'reversed_by_operator' },
    transactionId,
    receiptId,
    smsId: reversed.smsId,
    evidence: `sms:reversal of ${reversed.operatorTxId}`,
  });
}

/** Books a reversal that is believed only now. */
export async function bookReversal(
  connection: Queryable,
  smsId: string,
  { operator, reversedTxId }: SmsReview,
): Promise<void> {
  if (operator === null || reversedTxId === null) return;
  const reversed = { operator, operatorTxId: reversedTxId, smsId };
  const known = await findKnownPayment(connection, reversed);
  if (known !== null) await bookKnown(connection, reversed, known.transactionId);
}

/** Words alone take nothing out of the books: the balance of the line has to follow. */
async function bookKnown(
  connection: Queryable,
  reversed: { readonly operator: Operator; readonly operatorTxId: string; readonly smsId: string },
  transactionId: string | null,
): Promise<void> {
  if (!(await isBelievedText(connection, reversed.smsId))) return;
  await insertEntries(connection, postReversal({ ...reversed, transactionId }));
}

export const TAKEN_BACK: Remark = { code: 'taken_back' };
