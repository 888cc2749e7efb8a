import { insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import {
  findKnownPayment,
  holdReversed,
  isBelievedText,
  markReversal,
} from '../../db/receipts/reversed-receipts.ts';
import { findAnsweredCause, insertGivenBack } from '../../db/receipts/sent-money.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import { recordContradiction } from '../../db/transactions/contradictions.ts';
import { paymentCause, postReturned, postReversal } from '../../domain/books/posting.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { SmsReview } from '../../domain/receipts/sms/reading.ts';

/** What a text reports as reversed. */
interface Reversal {
  readonly operator: Operator;
  readonly operatorTxId: string;
  /** The reversal's own id, or `null` if the text names none. */
  readonly ownTxId: string | null;
  readonly smsId: string;
}

/**
 * The operator's text reports that it reversed a transaction. No state changes: for a settled one
 * it is a contradiction for staff, and money that has paid for nothing yet is held. What is not
 * known yet is recorded for when it comes.
 */
export async function noteReversal(
  connection: Queryable,
  { id: smsId, trust }: Sms,
  review: SmsReview,
): Promise<void> {
  const reversal = reversalOf(review, smsId);
  if (trust !== 'trusted' || reversal === null) return;
  await markReversal(connection, { smsId, reversedTxId: reversal.operatorTxId });
  await applyReversal(connection, reversal);
}

export async function applyReversal(connection: Queryable, reversal: Reversal): Promise<void> {
  const known = await findKnownPayment(connection, reversal);
  if (known === null) return bookReturn(connection, reversal);
  const { receiptId, transactionId } = known;
  if (receiptId !== null) {
    await holdReversed(connection, { id: receiptId, reason: TAKEN_BACK });
  }
  await bookKnown(connection, reversal, transactionId);
  await recordContradiction(connection, {
    remark: { code: 'reversed_by_operator' },
    transactionId,
    receiptId,
    smsId: reversal.smsId,
    evidence: `sms:reversal of ${reversal.operatorTxId}`,
  });
}

/** Books a reversal that is believed only now. */
export async function bookReversal(
  connection: Queryable,
  smsId: string,
  review: SmsReview,
): Promise<void> {
  const reversal = reversalOf(review, smsId);
  if (reversal === null) return;
  const known = await findKnownPayment(connection, reversal);
  if (known === null) return bookReturn(connection, reversal);
  await bookKnown(connection, reversal, known.transactionId);
}

function reversalOf(
  { operator, reversedTxId: operatorTxId, operatorTxId: ownTxId }: SmsReview,
  smsId: string,
): Reversal | null {
  if (operator === null || operatorTxId === null) return null;
  return { operator, operatorTxId, ownTxId, smsId };
}

/** A text alone takes nothing out of the books: the balance of the line has to follow. */
async function bookKnown(
  connection: Queryable,
  reversal: Reversal,
  transactionId: string | null,
): Promise<void> {
  if (!(await isBelievedText(connection, reversal.smsId))) return;
  await insertEntries(connection, postReversal({ ...reversal, transactionId }));
  await keepOwnId(connection, reversal, paymentCause(reversal));
}

/**
 * The operator may reverse something that it took itself: then that has come back. Only the id
 * shows this: the text for a top-up of the same amount is the same as for returned money.
 */
async function bookReturn(connection: Queryable, reversal: Reversal): Promise<void> {
  const cause = await findAnsweredCause(connection, reversal);
  if (cause === null || !(await isBelievedText(connection, reversal.smsId))) return;
  await insertEntries(connection, postReturned(cause));
  await keepOwnId(connection, reversal, cause);
}

async function keepOwnId(
  connection: Queryable,
  { operator, operatorTxId, ownTxId }: Reversal,
  cause: string,
): Promise<void> {
  if (ownTxId === null || ownTxId === operatorTxId) return;
  await insertGivenBack(connection, { operator, operatorTxId: ownTxId, cause });
}

export const TAKEN_BACK: Message = { code: 'taken_back' };
