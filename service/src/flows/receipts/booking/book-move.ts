import { findFeeBearers, listUnnamedFees } from '../../../db/books/balances.ts';
import { hasEntry, insertEntries } from '../../../db/books/entries.ts';
import { lockReturns } from '../../../db/books/overpayments.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { nameJob } from '../../../db/lines/sim-jobs.ts';
import {
  insertTransfer,
  isKnownTransfer,
  listTransferred,
  lockPossiblePayouts,
  lockSimPayout,
  removeLooseTransfers,
} from '../../../db/receipts/payout-transfers.ts';
import { lockReceiptOf, type NamedPayment } from '../../../db/receipts/receipts.ts';
import {
  findAnsweredCause,
  findOverpaid,
  findReturned,
  findTransferTo,
  insertGivenBack,
  isOwnNumber,
  lockMove,
  type TransferBack,
} from '../../../db/receipts/sent-money.ts';
import { markReceiptDismissed } from '../../../db/receipts/staff-receipts.ts';
import { recordContradiction } from '../../../db/transactions/contradictions.ts';
import { fillProviderTxId } from '../../../db/transactions/transitions.ts';
import { assert } from '../../../domain/assert.ts';
import {
  paymentCause,
  postEntry,
  transactionIdOf,
  walletKey,
} from '../../../domain/books/posting.ts';
import {
  answeredCause,
  keptMeanings,
  type MoveMeaning,
  postMove,
  postPassedFee,
} from '../../../domain/books/wallet-move.ts';
import { STEPS_OUT_OF_ORDER_MS } from '../../../domain/lines/balance-chain.ts';
import type { Message } from '../../../domain/messages/message.ts';
import {
  type ChosenPayout,
  choosePayout,
  moveOf,
  type TextMove,
} from '../../../domain/receipts/reported-move.ts';
import type { SmsReading, SmsSent } from '../../../domain/receipts/sms/reading.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { decideSequence } from '../../../domain/transactions/transition.ts';
import {
  asksForWebhook,
  type OnWebhooksQueued,
  type Recorder,
  recordTransitions,
} from '../../transactions/record-transition.ts';
import { bookPayment, nameFees } from './bind-payments.ts';

/**
 * What a believed text reports about its line besides players' payments, whether believed on
 * arrival or later: money that left names the payout by a SIM that has no id yet; all is booked.
 */
export async function followMove(
  connection: Queryable,
  { line, smsId }: { readonly line: string; readonly smsId: string },
  reading: SmsReading,
): Promise<void> {
  if (reading.kind === 'sent' && reading.payee !== null) {
    const { operator, operatorTxId, amountXaf, payee: msisdn } = reading;
    await nameJob(connection, { line, operator, operatorTxId, amountXaf, msisdn });
    await holdDenied(connection, reading);
  }
  const move = moveOf(reading);
  if (move === null) return;
  await bookMove(connection, { wallet: walletKey({ ...move, number: line }), move, smsId });
}

/**
 * If the screens deny a payment that a text confirms, a person decides. The payout is held at once:
 * a process that has read the screens and not yet the text would otherwise call it failed.
 */
async function holdDenied(connection: Queryable, transfer: SmsSent): Promise<void> {
  const payout = await lockSimPayout(connection, transfer);
  if (payout === null || !payout.isDenied) return;
  const { transaction, now: at } = payout;
  const reason = { code: 'sim_screens_contradicted' } as const;
  const decision = decideSequence(transaction, ['stuck'], { at, lateWindowMs: 0, reason });
  if (decision.kind === 'refused') return;
  const [isRecorded] = await recordTransitions(connection, [
    {
      transaction,
      moves: decision.moves,
      actor: `provider:${transaction.providerId}`,
      providerTxId: null,
    },
  ]);
  assert(isRecorded === true, 'a locked payout has moved');
}

/** A movement of a wallet, and the text that reported it, if not a statement line. */
export interface MoveOfWallet {
  readonly wallet: string;
  readonly move: TextMove;
  readonly smsId: string | null;
}

/**
 * Books a movement of a wallet that a believed text reported, or people confirmed, once: what a
 * later report knows better takes the place of what is booked. Money out that is a payout is
 * evidence of it, and moves no state.
 */
export async function bookMove(connection: Queryable, moved: MoveOfWallet): Promise<void> {
  const { wallet, move, smsId } = moved;
  const cause = paymentCause(move);
  await lockMove(connection, cause);
  if (move.direction === 'in' && (await hasEntry(connection, { cause, rule: 'payment_in' })))
    return;
  const known = await findAnsweredCause(connection, move);
  if (known !== null) return bookFeeOfKnown(connection, moved, known);
  if (await isKnownTransfer(connection, move)) return;
  const meaning = await meaningOf(connection, moved);
  const postings = postMove(move, wallet, meaning);
  const feeCents = postings.find(({ rule }) => rule === 'fee_charged')?.amountCents ?? 0n;
  const paid = meaning.kind === 'payout' ? [meaning.payoutId] : [];
  // Of a fee that its provider has reported the application has borne its part.
  const isBorne = feeCents === 0n || (await listUnnamedFees(connection, paid)).length > 0;
  const [bearer = null] = (await findFeeBearers(connection, isBorne ? [] : paid)).values();
  const fee = { cause, feeCents, valueAt: move.operatorTime };
  await insertEntries(connection, [...postings, ...postPassedFee(bearer, fee)]);
  if ('payoutId' in meaning) {
    await nameFees(connection, [{ transactionId: meaning.payoutId, cause }]);
  }
  const answered = answeredCause(move, postings);
  if (answered !== null) await insertGivenBack(connection, { ...move, cause: answered });
  if (!('payoutId' in meaning)) return;
  const { payoutId: transactionId } = meaning;
  await insertTransfer(connection, { ...move, wallet, smsId, transactionId });
  if (meaning.kind !== 'failed_payout') return;
  await recordContradiction(connection, {
    remark: { code: 'settled_failed_but_paid' },
    transactionId,
    receiptId: null,
    smsId,
    evidence: `${smsId === null ? 'statement' : 'sms'}:${move.operatorTxId}`,
  });
}

/** The provider may have said that a failed payout was paid: only its text knows what that cost. */
async function bookFeeOfKnown(
  connection: Queryable,
  { wallet, move }: MoveOfWallet,
  known: string,
): Promise<void> {
  const id = transactionIdOf(known);
  if (id === null || move.direction === 'in' || (move.feeCents ?? 0) === 0) return;
  if ((await listUnnamedFees(connection, [id])).length > 0) return;
  const fees = postMove(move, wallet, { kind: 'payout', payoutId: id });
  await insertEntries(
    connection,
    fees.filter(({ rule }) => rule === 'fee_charged'),
  );
}

async function meaningOf(connection: Queryable, moved: MoveOfWallet): Promise<MoveMeaning> {
  const { move } = moved;
  const { direction, other, isBetweenOwn } = move;
  for (const { rule, meaning } of keptMeanings(direction)) {
    if (await hasEntry(connection, { cause: paymentCause(move), rule })) return meaning;
  }
  // Even if an operator has taken this amount before: an amount does not say what it is for.
  if (direction === 'in') return { kind: isBetweenOwn ? 'own_wallet' : 'outside' };
  const { payout, isCertain, failed } = await findPayout(connection, moved);
  if (payout !== null) {
    const { id: payoutId, state } = payout;
    if (state === 'succeeded' && isCertain) {
      await fillProviderTxId(connection, { id: payoutId, providerTxId: move.operatorTxId });
    }
    return { kind: state === 'failed' ? 'failed_payout' : 'payout', payoutId };
  }
  if (isBetweenOwn) return { kind: 'own_wallet' };
  if (other === null) return { kind: 'outside' };
  if (await isOwnNumber(connection, other)) return { kind: 'own_wallet' };
  const sent = { ...move, payee: other };
  await lockReturns(connection, other);
  const operatorTxId = await findReturned(connection, sent);
  if (operatorTxId !== null) return { kind: 'payment_given_back', operatorTxId };
  const depositId = await findOverpaid(connection, sent);
  if (depositId !== null) return { kind: 'overpayment_given_back', depositId };
  return failed === null ? { kind: 'outside' } : { kind: 'failed_payout', payoutId: failed.id };
}

/** The payout that money out was, if it was one. */
async function findPayout(
  connection: Queryable,
  { wallet, move }: MoveOfWallet,
): Promise<ChosenPayout> {
  const locked = await lockPossiblePayouts(connection, { ...move, payee: move.other, wallet });
  // Only now: another reader may have taken one while this one waited for its lock.
  const taken = await listTransferred(
    connection,
    locked.map(({ id }) => id),
  );
  return choosePayout(locked.map((one) => ({ ...one, isTaken: taken.has(one.id) })));
}

/**
 * Looks again for what money out was that was taken for a payout, after that payout failed or got
 * the operator's id of another transfer: another payout, or what else the books know. The money of
 * a failed payout that nothing else explains is disputed.
 */
export async function rebookTransfers(
  connection: Queryable,
  { id, amountXaf, msisdn: other }: Pick<Transaction, 'id' | 'amountXaf' | 'msisdn'>,
): Promise<void> {
  for (const { wallet, smsId, ...transfer } of await removeLooseTransfers(connection, id)) {
    const reported = { ...transfer, amountXaf, other, feeCents: null };
    const move = { ...reported, direction: 'out', isBetweenOwn: false } as const;
    await bookMove(connection, { wallet, move, smsId });
  }
}

/** Records in one commit that payouts fail, and what reported money out was then. */
export function createFailingRecorder(deps: {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
}): Recorder {
  return async (change) => {
    const isRecorded = await deps.database.atomically(async (connection) => {
      const [isRecorded] = await recordTransitions(connection, [change]);
      if (isRecorded === true) await rebookTransfers(connection, change.transaction);
      return isRecorded === true;
    });
    if (isRecorded && asksForWebhook(change)) deps.onQueued();
    return isRecorded;
  };
}

/** A payment that the caller has locked. */
interface ReturnedPayment extends NamedPayment {
  readonly id: string;
  readonly payer: string;
  readonly amountXaf: number;
  readonly receivedAt: Date;
}

/** A payment that is said to have gone back, and when it had come. */
type GoneBack = Pick<ReturnedPayment, 'operator' | 'operatorTxId' | 'payer' | 'amountXaf'> & {
  readonly paidAt: Date;
};

/** The operator took a payment back, or a transfer is there that nothing else explains. */
type ReturnEvidence =
  | { readonly kind: 'taken_back' }
  | { readonly kind: 'transfer'; readonly transfer: TransferBack };

/**
 * Looks for what shows that a payment went back: a reversal, or money out by a believed text or a
 * line of a statement. A person's word alone would only hide what is owed. Who writes what it says
 * locks the returns to the payer first.
 */
export async function findReturnEvidence(
  connection: Queryable,
  payment: GoneBack,
): Promise<ReturnEvidence | null> {
  const { operator, payer: payee, amountXaf, paidAt } = payment;
  const cause = paymentCause(payment);
  if (await hasEntry(connection, { cause, rule: 'payment_reversed' })) {
    return { kind: 'taken_back' };
  }
  // The text of the payment may have come after that of the transfer, so when it came says nothing.
  const since = new Date(paidAt.getTime() - STEPS_OUT_OF_ORDER_MS);
  const transfer = await findTransferTo(connection, { payee, operator, amountXaf, since });
  return transfer && { kind: 'transfer', transfer };
}

/**
 * A payment went back to its payer, as two people say and something shows: it pays nothing any
 * more. What the operator took back is owed to nobody; otherwise a transfer of ours, booked as
 * money moved outside, is turned into the return that it was.
 */
export async function returnPayment(
  connection: Queryable,
  payment: ReturnedPayment,
  reason: Message | null,
): Promise<'returned' | 'no_evidence'> {
  const stored = await lockReceiptOf(connection, payment);
  assert(stored !== null, 'a payment that went back has its receipt');
  const paidAt = stored.operatorTime ?? payment.receivedAt;
  await lockReturns(connection, payment.payer);
  const evidence = await findReturnEvidence(connection, { ...payment, paidAt });
  if (evidence === null) return 'no_evidence';
  await markReceiptDismissed(connection, { id: payment.id, as: 'returned', reason });
  await bookPayment(connection, stored);
  if (evidence.kind === 'transfer') await bookReturn(connection, payment, evidence.transfer);
  else {
    const cause = paymentCause(payment);
    await insertEntries(connection, [postEntry('unmatched_taken_back', cause)]);
  }
  return 'returned';
}

async function bookReturn(
  connection: Queryable,
  { operator, operatorTxId, amountXaf }: ReturnedPayment,
  transfer: TransferBack,
): Promise<void> {
  const sent = { operator, operatorTxId: transfer.operatorTxId };
  const move = {
    ...sent,
    direction: 'out' as const,
    amountXaf,
    feeCents: null,
    operatorTime: transfer.at,
  };
  const meaning = { kind: 'payment_given_back', operatorTxId } as const;
  await insertEntries(connection, postMove(move, transfer.wallet, meaning));
  await insertGivenBack(connection, { ...sent, cause: paymentCause({ operator, operatorTxId }) });
}
