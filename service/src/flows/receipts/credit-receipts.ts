import { insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import {
  type CandidateReach,
  findMoment,
  findOfOtherAmount,
  listPaymentStandings,
  lockMatchCandidates,
  type PaymentStanding,
} from '../../db/receipts/match-candidates.ts';
import { holdReceipts, type StoredReceipt } from '../../db/receipts/receipts.ts';
import { findTransactions } from '../../db/transactions/transactions.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import { assert } from '../../domain/assert.ts';
import { postPayment } from '../../domain/books/posting.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { isPaymentFor, type MatchCandidate, matchReceipt } from '../../domain/receipts/matching.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence, type Move } from '../../domain/transactions/transition.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import { bindPayments } from './booking/bind-payments.ts';
import { applyReversal, TAKEN_BACK } from './note-reversal.ts';

export interface Credited {
  readonly reason: Remark;
  readonly isCredited: boolean;
}

interface CreditDeps {
  readonly lateWindowMs: number;
}

/**
 * Completes the deposits that payments are for, or holds the payments; by the id of the receipt.
 * The receipts, the deposits of the numbers and the moves are in the caller's database transaction:
 * one payment, one deposit. The one way in which the service credits a reported payment.
 */
export async function creditReceipts(
  deps: CreditDeps,
  connection: Queryable,
  receipts: readonly StoredReceipt[],
): Promise<ReadonlyMap<string, Credited>> {
  const credited = new Map<string, Credited>();
  for (const round of roundsOf(receipts)) {
    for (const { receipt, kind, reason } of await creditRound(deps, connection, round)) {
      credited.set(receipt.id, { reason, isCredited: kind === 'moved' });
    }
  }
  return credited;
}

/** The first payment of each payer, then the second: each sees what the one before it has done. */
function roundsOf(receipts: readonly StoredReceipt[]): readonly (readonly StoredReceipt[])[] {
  const rounds: StoredReceipt[][] = [];
  const counts = new Map<string, number>();
  for (const receipt of receipts) {
    const count = counts.get(receipt.payer) ?? 0;
    counts.set(receipt.payer, count + 1);
    rounds[count] = [...(rounds[count] ?? []), receipt];
  }
  return rounds;
}

/** What becomes of a payment. */
type Outcome = { readonly receipt: StoredReceipt; readonly reason: Remark } & (
  | { readonly kind: 'moved'; readonly transaction: Transaction; readonly moves: readonly Move[] }
  /** It paid a deposit that is settled, which has its id, or gets it now. */
  | { readonly kind: 'bound' | 'named'; readonly transaction: Transaction }
  | { readonly kind: 'held' }
  | { readonly kind: 'taken_back'; readonly smsId: string }
);

/** Deposits that staff have settled late are still found this long after they were made. */
const SETTLED_LATE_MS = 48 * 3_600_000;

/** Payments of different payers, so that no two of them are for the same deposit. */
async function creditRound(
  deps: CreditDeps,
  connection: Queryable,
  receipts: readonly StoredReceipt[],
): Promise<readonly Outcome[]> {
  const { lateWindowMs } = deps;
  const { now, clock } = await findMoment(connection);
  const firstId = firstIdAt(new Date(clock.getTime() - lateWindowMs - SETTLED_LATE_MS));
  const reach = { sinceMs: lateWindowMs, firstId };
  const candidates = await lockMatchCandidates(connection, receipts, reach);
  const outcomes: Outcome[] = [];
  if (candidates === null) {
    for (const receipt of receipts) {
      outcomes.push(...(await creditRound(deps, connection, [receipt])));
    }
    return outcomes;
  }
  // Only now, with the deposits locked, the provider can no longer confirm one of them.
  const standings = await listPaymentStandings(connection, receipts);
  for (const [index, receipt] of receipts.entries()) {
    const standing = standings[index];
    assert(standing !== undefined, 'a payment has no standing');
    const found = { ...standing, fitting: candidates[index] ?? [], reach };
    outcomes.push(await decideOutcome(connection, receipt, found, { at: now, lateWindowMs }));
  }
  await writeOutcomes(connection, outcomes);
  return outcomes;
}

interface Found extends PaymentStanding {
  readonly fitting: readonly MatchCandidate[];
  readonly reach: CandidateReach;
}

async function decideOutcome(
  connection: Queryable,
  receipt: StoredReceipt,
  { paidFor, reversedBy, fitting, reach }: Found,
  context: { readonly at: Date; readonly lateWindowMs: number },
): Promise<Outcome> {
  // The operator's texts overtake each other: this one came after the one that takes it back.
  if (reversedBy !== null) {
    return { kind: 'taken_back', receipt, reason: TAKEN_BACK, smsId: reversedBy };
  }
  // A provider may name the payment of a prompt before it is paid.
  const named = fitting.filter(({ transaction }) => transaction.id === paidFor);
  if (paidFor !== null && named.length === 0) return decideOwned(connection, receipt, paidFor);
  const other = fitting.length > 0 ? null : await findOfOtherAmount(connection, receipt, reach);
  const likely = other === null ? fitting : [other];
  const candidates = paidFor === null ? likely : named;
  const match = matchReceipt(
    { ...receipt, line: normaliseLine(receipt.line) },
    candidates.map(({ transaction, line }) => ({ transaction, line: normaliseLine(line) })),
    context,
  );
  if (match.kind === 'held') return { kind: 'held', receipt, reason: match.reason };
  const { transaction } = match;
  const params = { deposit: transaction.id };
  if (match.kind === 'known') {
    const reason: Remark = { code: 'paid_before_named', params };
    return { kind: 'named', receipt, reason, transaction };
  }
  const decision = decideSequence(transaction, match.triggers, context);
  assert(decision.kind === 'moved', 'a matched payment does not move its deposit');
  const isCompleted = decision.transaction.state === 'succeeded';
  const reason: Remark = isCompleted
    ? { code: 'completed_deposit', params }
    : { code: 'late_for_deposit', params };
  return { kind: 'moved', receipt, reason, transaction, moves: decision.moves };
}

/** A payment whose id a deposit has, and that cannot complete it any more. */
async function decideOwned(
  connection: Queryable,
  receipt: StoredReceipt,
  owner: string,
): Promise<Outcome> {
  const [found] = await findTransactions(connection, [owner]);
  assert(found?.transaction !== undefined, 'a payment belongs to no deposit');
  const { transaction } = found;
  const { state } = transaction;
  const isConfirmed = state === 'succeeded' || state === 'requires_manual_resolution';
  if (!isConfirmed || !isPaymentFor(receipt, transaction)) {
    const reason: Remark = { code: 'id_of_deposit', params: { deposit: owner } };
    return { kind: 'held', receipt, reason };
  }
  const reason: Remark = { code: 'confirmed_by_provider_before' };
  return { kind: 'bound', receipt, reason, transaction };
}

async function writeOutcomes(connection: Queryable, outcomes: readonly Outcome[]): Promise<void> {
  const changes = outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'moved') return [];
    const { receipt, transaction, moves } = outcome;
    const actor = `receipt:${receipt.id}`;
    return [{ transaction, moves, actor, providerTxId: receipt.operatorTxId }];
  });
  const recorded = changes.length === 0 ? [] : await recordTransitions(connection, changes);
  assert(!recorded.includes(false), 'a locked deposit has moved');
  const uses = outcomes.flatMap((outcome) => {
    if (!('transaction' in outcome)) return [];
    const { receipt, transaction, reason } = outcome;
    return [{ ids: [receipt.id], transactionId: transaction.id, reason }];
  });
  await bindPayments(connection, ...uses);
  const unused = outcomes.filter((outcome) => !('transaction' in outcome));
  await insertEntries(
    connection,
    unused.flatMap(({ receipt }) => postPayment(receipt)),
  );
  await holdReceipts(
    connection,
    unused.map(({ receipt: { id }, reason }) => ({ id, reason })),
  );
  for (const outcome of outcomes) {
    const { receipt } = outcome;
    if (outcome.kind === 'named') {
      const { operatorTxId: providerTxId } = receipt;
      await fillProviderTxId(connection, { id: outcome.transaction.id, providerTxId });
    } else if (outcome.kind === 'taken_back') {
      await applyReversal(connection, { ...receipt, ownTxId: null, smsId: outcome.smsId });
    }
  }
}
