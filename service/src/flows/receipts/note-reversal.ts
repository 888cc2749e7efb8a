import { hasEntry, insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import {
  findKnownPayment,
  holdReversed,
  isProvenText,
  markReversal,
} from '../../db/receipts/reversed-receipts.ts';
import { findAnsweredCause, insertGivenBack, lockMove } from '../../db/receipts/sent-money.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import { isDenied, recordClaim, recordProof } from '../../db/transactions/contradictions.ts';
import {
  type Posting,
  paymentCause,
  postEntry,
  postReturned,
  postReversal,
} from '../../domain/books/posting.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { SmsReview } from '../../domain/receipts/sms/reading.ts';

/** What a text reports as reversed. */
export interface Reversal {
  readonly operator: Operator;
  /** The payment that was reversed. */
  readonly reversedTxId: string;
  /** The reversal's own id, or `null` if the text names none. */
  readonly reversalTxId: string | null;
  readonly smsId: string;
}

/**
 * The operator's text reports that it reversed a transaction. No state changes: for a settled one
 * it is a contradiction for staff, and money that has paid for nothing yet is held. What is not
 * known yet is recorded for when it comes. A text that is believed only later is noted again: then
 * its balance proves the reversal, and it is booked.
 */
export async function noteReversal(
  connection: Queryable,
  { id: smsId, trust }: Sms,
  review: SmsReview,
): Promise<void> {
  const reversal = reversalOf(review, smsId);
  if (trust !== 'trusted' || reversal === null) return;
  if (await isRuledOut(connection, reversal)) return;
  await markReversal(connection, { smsId, reversedTxId: reversal.reversedTxId });
  await applyReversal(connection, reversal);
}

/** Whether a person has said that it is no reversal, and no balance says otherwise. */
async function isRuledOut(connection: Queryable, reversal: Reversal): Promise<boolean> {
  if (await isProvenText(connection, reversal.smsId)) return false;
  const known = await findKnownPayment(connection, reversedPayment(reversal));
  return known !== null && isDenied(connection, { ...known, evidence: evidenceOf(reversal) });
}

export async function applyReversal(connection: Queryable, reversal: Reversal): Promise<void> {
  const known = await findKnownPayment(connection, reversedPayment(reversal));
  if (known === null) return bookReturn(connection, reversal);
  const { receiptId, transactionId } = known;
  const isProven = await isProvenText(connection, reversal.smsId);
  if (receiptId !== null) {
    await holdReversed(connection, { id: receiptId, reason: isProven ? TAKEN_BACK : UNPROVEN });
  }
  // A text alone takes nothing out of the books: the balance of the line has to follow.
  if (isProven) await bookKnown(connection, reversal, transactionId);
  const evidence = evidenceOf(reversal);
  const contradiction = { transactionId, receiptId, smsId: reversal.smsId, evidence };
  if (isProven) await recordProof(connection, contradiction);
  else await recordClaim(connection, contradiction);
}

function evidenceOf({ reversedTxId }: Reversal): string {
  return `sms:reversal of ${reversedTxId}`;
}

/** The payment that was reversed, as its operator names it. */
export function reversedPayment({ operator, reversedTxId: operatorTxId }: Reversal) {
  return { operator, operatorTxId };
}

/** Why a payment is held that a text reports as reversed. */
export async function whyTakenBack(connection: Queryable, smsId: string): Promise<Message> {
  return (await isProvenText(connection, smsId)) ? TAKEN_BACK : UNPROVEN;
}

function reversalOf(
  { operator, reversedTxId, operatorTxId: reversalTxId }: SmsReview,
  smsId: string,
): Reversal | null {
  if (operator === null || reversedTxId === null) return null;
  return { operator, reversedTxId, reversalTxId, smsId };
}

/** Books the reversal of a transaction that we know. */
export async function bookKnown(
  connection: Queryable,
  reversal: Reversal,
  transactionId: string | null,
): Promise<void> {
  const payment = reversedPayment(reversal);
  const postings = postReversal({ ...payment, transactionId });
  await bookOnce(connection, reversal, { postings, cause: paymentCause(payment) });
}

/**
 * The operator may reverse something that it took itself: then that has come back. Only the id
 * shows this: the text for a top-up of the same amount is the same as for returned money.
 */
async function bookReturn(connection: Queryable, reversal: Reversal): Promise<void> {
  const cause = await findAnsweredCause(connection, reversedPayment(reversal));
  if (cause === null || !(await isProvenText(connection, reversal.smsId))) return;
  await bookOnce(connection, reversal, { postings: postReturned(cause), cause });
}

/**
 * Books a reversal under what it reverses. If it has an id of its own, a statement line with that
 * may have been booked as other money: that is turned round.
 */
async function bookOnce(
  connection: Queryable,
  { operator, reversedTxId, reversalTxId }: Reversal,
  { postings, cause }: { readonly postings: readonly Posting[]; readonly cause: string },
): Promise<void> {
  if (reversalTxId === null || reversalTxId === reversedTxId) {
    return insertEntries(connection, postings);
  }
  const own = { operator, operatorTxId: reversalTxId };
  await lockMove(connection, paymentCause(own));
  const isBooked = (posting: Posting) => hasEntry(connection, posting);
  const fresh: Posting[] = [];
  for (const posting of postings) if (!(await isBooked(posting))) fresh.push(posting);
  await insertEntries(connection, fresh);
  for (const posting of fresh) {
    if (await isBooked(posting)) {
      const former = posting.rule === 'payment_reversed' ? 'moved_out' : 'topped_up';
      await insertEntries(connection, [postEntry(`${former}_was_return`, paymentCause(own))]);
    }
  }
  await insertGivenBack(connection, { ...own, cause });
}

export const TAKEN_BACK: Message = { code: 'taken_back' };
const UNPROVEN: Message = { code: 'taken_back_unproven' };
