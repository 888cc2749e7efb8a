import type { Queryable } from '../../db/client.ts';
import {
  findMoment,
  findOfOtherAmount,
  findPaidWith,
  lockMatchCandidates,
} from '../../db/receipts/match-candidates.ts';
import {
  claimWaitingReceipts,
  holdReceipt,
  type StoredReceipt,
} from '../../db/receipts/receipts.ts';
import { findReversal } from '../../db/receipts/reversed-receipts.ts';
import { adoptRivals } from '../../db/receipts/rival-texts.ts';
import { findTransactions } from '../../db/transactions/transactions.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import { assert } from '../../domain/assert.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { isPaymentFor, matchReceipt } from '../../domain/receipts/matching.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import { bindPayments, bookPayment } from './booking/bind-payments.ts';
import { applyReversal, TAKEN_BACK } from './note-reversal.ts';

export interface Credited {
  readonly reason: Remark;
  readonly isCredited: boolean;
}

/** Matches the payments of texts that connect to a trusted balance now. */
export async function creditWaiting(
  deps: { readonly lateWindowMs: number },
  connection: Queryable,
  smsIds: readonly string[],
): Promise<{ readonly credited: number; readonly held: number }> {
  let [credited, held] = [0, 0];
  if (smsIds.length === 0) return { credited, held };
  await adoptRivals(connection, { smsIds, reason: { code: 'rival_replaced' } });
  for (const receipt of await claimWaitingReceipts(connection, smsIds)) {
    const { isCredited } = await creditReceipt(deps, connection, receipt);
    if (isCredited) credited += 1;
    else held += 1;
  }
  return { credited, held };
}

/** Deposits that staff have settled late are still found this long after they were made. */
export const SETTLED_LATE_MS = 48 * 3_600_000;

/**
 * Completes the deposit that a payment is for, or holds the payment. The receipt, the deposits of
 * the number and the moves are in the caller's database transaction: one payment, one deposit.
 */
export async function creditReceipt(
  deps: { readonly lateWindowMs: number },
  connection: Queryable,
  receipt: StoredReceipt,
): Promise<Credited> {
  const smsId = await findReversal(connection, receipt);
  if (smsId === null) return matchAndCredit(deps, connection, receipt);
  await bookPayment(connection, receipt);
  // The operator's texts overtake each other: this one came after the one that takes it back.
  await applyReversal(connection, { ...receipt, ownTxId: null, smsId });
  return { reason: TAKEN_BACK, isCredited: false };
}

async function matchAndCredit(
  { lateWindowMs }: { readonly lateWindowMs: number },
  connection: Queryable,
  receipt: StoredReceipt,
): Promise<Credited> {
  const { payer, operator, amountXaf } = receipt;
  const { now, clock } = await findMoment(connection);
  const reach = lateWindowMs + SETTLED_LATE_MS;
  const firstId = firstIdAt(new Date(clock.getTime() - reach));
  const wanted = { payer, operator, amountXaf, sinceMs: lateWindowMs, firstId };
  const fitting = await lockMatchCandidates(connection, wanted);
  // Only now, with the deposits locked, the provider can no longer confirm one of them.
  const owner = await findPaidWith(connection, receipt, null);
  // A provider may name the payment of a prompt before it is paid.
  const named = fitting.filter(({ transaction }) => transaction.id === owner);
  if (owner !== null && named.length === 0) return followOwner(connection, receipt, owner);
  const other = fitting.length > 0 ? null : await findOfOtherAmount(connection, wanted);
  const likely = other === null ? fitting : [other];
  const candidates = owner === null ? likely : named;
  const match = matchReceipt(
    { ...receipt, line: normaliseLine(receipt.line) },
    candidates.map(({ transaction, line }) => ({ transaction, line: normaliseLine(line) })),
    { at: now, lateWindowMs },
  );
  if (match.kind === 'held') return hold(connection, receipt, match.reason);
  if (match.kind === 'known') return nameDeposit(connection, receipt, match.transaction);
  const { transaction, triggers } = match;
  const decision = decideSequence(transaction, triggers, { at: now, lateWindowMs });
  assert(decision.kind === 'moved', 'a matched payment does not move its deposit');
  const { moves } = decision;
  const [isRecorded] = await recordTransitions(connection, [
    {
      transaction,
      moves,
      actor: `receipt:${receipt.id}`,
      providerTxId: receipt.operatorTxId,
    },
  ]);
  assert(isRecorded === true, 'a locked deposit has moved');
  const isCompleted = decision.transaction.state === 'succeeded';
  const params = { deposit: transaction.id };
  const reason: Remark = isCompleted
    ? { code: 'completed_deposit', params }
    : { code: 'late_for_deposit', params };
  await bindPayments(connection, { ids: [receipt.id], transactionId: transaction.id, reason });
  return { reason, isCredited: true };
}

async function hold(
  connection: Queryable,
  receipt: StoredReceipt,
  reason: Remark,
): Promise<Credited> {
  await bookPayment(connection, receipt);
  await holdReceipt(connection, { id: receipt.id, reason });
  return { reason, isCredited: false };
}

/** A payment whose id a deposit has, and that cannot complete it any more. */
async function followOwner(
  connection: Queryable,
  receipt: StoredReceipt,
  owner: string,
): Promise<Credited> {
  const [found] = await findTransactions(connection, [owner]);
  assert(found?.transaction !== undefined, 'a payment belongs to no deposit');
  const { state } = found.transaction;
  const isConfirmed = state === 'succeeded' || state === 'requires_manual_resolution';
  if (!isConfirmed || !isPaymentFor(receipt, found.transaction)) {
    return hold(connection, receipt, { code: 'id_of_deposit', params: { deposit: owner } });
  }
  const reason: Remark = { code: 'confirmed_by_provider_before' };
  await bindPayments(connection, { ids: [receipt.id], transactionId: owner, reason });
  return { reason, isCredited: false };
}

/** Gives a deposit that was confirmed without the operator's id the payment that it was. */
async function nameDeposit(
  connection: Queryable,
  { id, operatorTxId }: StoredReceipt,
  deposit: Transaction,
): Promise<Credited> {
  const reason: Remark = { code: 'paid_before_named', params: { deposit: deposit.id } };
  await fillProviderTxId(connection, { id: deposit.id, providerTxId: operatorTxId });
  await bindPayments(connection, { ids: [id], transactionId: deposit.id, reason });
  return { reason, isCredited: false };
}
