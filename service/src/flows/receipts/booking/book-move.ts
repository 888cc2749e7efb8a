import { findFeeBearers } from '../../../db/books/balances.ts';
import { hasEntry, insertEntries } from '../../../db/books/entries.ts';
import type { Queryable } from '../../../db/client.ts';
import { nameJob } from '../../../db/lines/sim-jobs.ts';
import {
  findAnsweredCause,
  findOverpaid,
  findPayoutOf,
  findPayoutWithoutOperatorId,
  findReturned,
  insertGivenBack,
  isOwnNumber,
  lockReturns,
} from '../../../db/receipts/sent-money.ts';
import { lockSimPayout } from '../../../db/receipts/sim-payouts.ts';
import { recordContradiction } from '../../../db/transactions/contradictions.ts';
import { fillProviderTxId } from '../../../db/transactions/transitions.ts';
import { assert } from '../../../domain/assert.ts';
import { paymentCause, walletKey } from '../../../domain/books/posting.ts';
import {
  answeredCause,
  type MoveMeaning,
  postMove,
  postPassedFee,
} from '../../../domain/books/wallet-move.ts';
import { moveOf, type TextMove } from '../../../domain/receipts/reported-move.ts';
import type { SmsReading, SmsSent } from '../../../domain/receipts/sms/reading.ts';
import { decideSequence } from '../../../domain/transactions/transition.ts';
import { recordTransitions } from '../../transactions/record-transition.ts';

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
 * Books a movement of a wallet that a believed text reported, or people confirmed. A payout that
 * has no operator id yet gets this one.
 */
export async function bookMove(
  connection: Queryable,
  { wallet, move, smsId }: MoveOfWallet,
): Promise<void> {
  const cause = paymentCause(move);
  if (move.direction === 'in' && (await hasEntry(connection, { cause, rule: 'payment_in' })))
    return;
  if ((await findAnsweredCause(connection, move)) !== null) return;
  const payoutId = move.direction === 'out' ? await findPayout(connection, move) : null;
  const meaning: MoveMeaning =
    payoutId === null ? await meaningOf(connection, move) : { kind: 'payout' };
  const postings = postMove(move, wallet, meaning);
  const feeCents = postings.find(({ rule }) => rule === 'fee_charged')?.amountCents ?? 0n;
  const charged = payoutId === null || feeCents === 0n ? [] : [payoutId];
  const bearers = await findFeeBearers(connection, charged);
  const bearer = bearers.get(payoutId ?? '') ?? null;
  const fee = { cause, feeCents, valueAt: move.operatorTime };
  await insertEntries(connection, [...postings, ...postPassedFee(bearer, fee)]);
  const answered = answeredCause(move, postings);
  if (answered !== null) await insertGivenBack(connection, { ...move, cause: answered });
  if (meaning.kind !== 'failed_payout') return;
  await recordContradiction(connection, {
    remark: { code: 'settled_failed_but_paid' },
    transactionId: meaning.payoutId,
    receiptId: null,
    smsId,
    evidence: `${smsId === null ? 'statement' : 'sms'}:${move.operatorTxId}`,
  });
}

async function meaningOf(connection: Queryable, move: TextMove): Promise<MoveMeaning> {
  const { direction, other, isBetweenOwn } = move;
  if (isBetweenOwn) return { kind: 'own_wallet' };
  // Even if an operator has taken this amount before: an amount does not say what it is for.
  if (direction === 'in') return { kind: 'outside' };
  const payout = await lockSimPayout(connection, move);
  if (payout?.transaction.state === 'failed') {
    return { kind: 'failed_payout', payoutId: payout.transaction.id };
  }
  if (other === null) return { kind: 'outside' };
  if (await isOwnNumber(connection, other)) return { kind: 'own_wallet' };
  const sent = { ...move, payee: other };
  await lockReturns(connection, other);
  const operatorTxId = await findReturned(connection, sent);
  if (operatorTxId !== null) return { kind: 'payment_given_back', operatorTxId };
  const depositId = await findOverpaid(connection, sent);
  if (depositId !== null) return { kind: 'overpayment_given_back', depositId };
  return { kind: 'outside' };
}

/** The payout that the money was, if it was one. */
async function findPayout(connection: Queryable, move: TextMove): Promise<string | null> {
  const { other: payee, operatorTxId } = move;
  if (payee !== null) {
    const id = await findPayoutWithoutOperatorId(connection, { ...move, payee });
    if (id !== null) {
      await fillProviderTxId(connection, { id, providerTxId: operatorTxId });
      return id;
    }
  }
  return findPayoutOf(connection, { ...move, payee });
}
