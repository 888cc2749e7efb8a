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
import { type NewReceipt, storeReceipts } from '../../db/receipts/receipts.ts';
import { findTransactions } from '../../db/transactions/transactions.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import type { CreditRules } from '../../domain/access/policy.ts';
import { assert } from '../../domain/assert.ts';
import { postPayment } from '../../domain/books/posting.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import type { Message } from '../../domain/messages/message.ts';
import { sumXaf } from '../../domain/money.ts';
import {
  isPaymentFor,
  lacksOperatorId,
  type MatchCandidate,
  matchReceipt,
} from '../../domain/receipts/matching.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence, type Move } from '../../domain/transactions/transition.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import { bookUses } from './booking/bind-payments.ts';
import { applyReversal, whyTakenBack } from './note-reversal.ts';
import { mayCreditAlone } from './typed-balance-limit.ts';

/** A reported payment, with the id that its receipt has or gets. */
type Payment = NewReceipt & {
  readonly id: string;
  /** The person whose typed balance alone leads to it. */
  readonly typedBy?: string | null;
  /** Only deposits of this application; `null` for those of any. */
  readonly onlyFor?: string | null;
};

export interface Credited {
  readonly reason: Message;
  /** The deposit has succeeded by it. */
  readonly isCredited: boolean;
  /** It came too late: the deposit waits for a person. */
  readonly isToDecide: boolean;
}

/**
 * Stores payments and completes the deposits that they are for, or holds them; returns results by
 * receipt id, and nothing for money that is known already. The receipts, the deposits of the
 * numbers and the moves are in the caller's database transaction: one payment, one deposit. No
 * other code credits what a text or a statement reports, unless a person decides it.
 */
export async function creditReceipts(
  deps: CreditRules,
  connection: Queryable,
  payments: readonly Payment[],
): Promise<ReadonlyMap<string, Credited>> {
  const credited = new Map<string, Credited>();
  for (const round of roundsOf(payments)) {
    const outcomes: Outcome[] = [];
    for (const outcome of await decideRound(deps, connection, round)) {
      outcomes.push(await limitToWord(deps, connection, outcome, outcomes));
    }
    for (const outcome of await writeOutcomes(connection, outcomes)) {
      const becomes = outcome.kind === 'moved' ? outcome.moves.at(-1)?.to : null;
      credited.set(outcome.payment.id, {
        reason: outcome.reason,
        isCredited: becomes === 'succeeded',
        isToDecide: becomes === 'requires_manual_resolution',
      });
    }
  }
  return credited;
}

/** The first payment of each payer, then the second: each sees the effects of the one before. */
function roundsOf(payments: readonly Payment[]): readonly (readonly Payment[])[] {
  const rounds: Payment[][] = [];
  const counts = new Map<string, number>();
  for (const payment of payments) {
    const count = counts.get(payment.payer) ?? 0;
    counts.set(payment.payer, count + 1);
    rounds[count] = [...(rounds[count] ?? []), payment];
  }
  return rounds;
}

type Outcome = { readonly payment: Payment; readonly reason: Message } & (
  | { readonly kind: 'moved'; readonly transaction: Transaction; readonly moves: readonly Move[] }
  /** It paid a settled deposit, which has its id, or gets it now. */
  | { readonly kind: 'bound' | 'named'; readonly transaction: Transaction }
  /** It is true, and waits. */
  | { readonly kind: 'held' }
  | { readonly kind: 'taken_back'; readonly reversedBy: string }
  /** It may be forged, and waits; perhaps a text says that it was reversed. */
  | { readonly kind: 'doubted'; readonly reversedBy: string | null }
);

/** Deposits that staff settled late are still found this long after they were made. */
const SETTLED_LATE_MS = 48 * 3_600_000;

/** Payments of different payers, so that no two of them are for the same deposit. */
async function decideRound(
  deps: CreditRules,
  connection: Queryable,
  payments: readonly Payment[],
): Promise<readonly Outcome[]> {
  const trusted = payments.filter(({ isTrusted }) => isTrusted);
  const doubted = payments.filter(({ isTrusted }) => !isTrusted);
  const outcomes = doubted.length === 0 ? [] : await doubtAll(connection, doubted);
  if (trusted.length === 0) return outcomes;
  const { lateWindowMs } = deps;
  const { now, clock } = await findMoment(connection);
  const firstId = firstIdAt(new Date(clock.getTime() - lateWindowMs - SETTLED_LATE_MS));
  const reach = { sinceMs: lateWindowMs, firstId };
  const candidates = await lockMatchCandidates(connection, trusted, reach);
  if (candidates === null) {
    for (const one of trusted) outcomes.push(...(await decideRound(deps, connection, [one])));
    return outcomes;
  }
  // Only now, with the deposits locked, the provider can no longer confirm one of them.
  const standings = await listPaymentStandings(connection, trusted);
  for (const [index, payment] of trusted.entries()) {
    const standing = standings[index];
    assert(standing !== undefined, 'a payment has no standing');
    const fitting = (candidates[index] ?? []).filter((one) => isPayableBy(payment, one));
    const found = { ...standing, fitting, reach };
    outcomes.push(await decideOutcome(connection, payment, found, { at: now, lateWindowMs }));
  }
  return outcomes;
}

function isPayableBy({ onlyFor = null }: Payment, { transaction }: MatchCandidate): boolean {
  return onlyFor === null || transaction.applicationId === onlyFor;
}

/**
 * What a balance that one person has typed credits counts as completed by them; what is more than
 * they may complete alone waits for a second person, or for the operator's answer.
 */
async function limitToWord(
  rules: CreditRules,
  connection: Queryable,
  outcome: Outcome,
  others: readonly Outcome[],
): Promise<Outcome> {
  const { payment, kind, reason } = outcome;
  const staffId = payment.typedBy ?? null;
  if (staffId === null || (kind !== 'moved' && kind !== 'held')) return outcome;
  const doubted = { ...payment, isTrusted: false };
  if (kind === 'held') return { kind: 'doubted', payment: doubted, reason, reversedBy: null };
  const { amountXaf } = payment;
  const together = others.filter((one) => one.kind === 'moved' && one.payment.typedBy === staffId);
  const pendingXaf = sumXaf(together.map((one) => one.payment.amountXaf));
  if (await mayCreditAlone(connection, rules, { staffId, amountXaf, pendingXaf })) return outcome;
  const waiting = { ...doubted, waitsForLine: true };
  const waits: Message = { code: 'typed_balance_waits' };
  return { kind: 'doubted', payment: waiting, reason: waits, reversedBy: null };
}

async function doubtAll(connection: Queryable, payments: readonly Payment[]): Promise<Outcome[]> {
  const standings = await listPaymentStandings(connection, payments);
  return payments.map((payment, index) => {
    const { reversedBy = null } = standings[index] ?? {};
    return { kind: 'doubted', payment, reason: payment.reason, reversedBy };
  });
}

interface Found extends PaymentStanding {
  readonly fitting: readonly MatchCandidate[];
  readonly reach: CandidateReach;
}

async function decideOutcome(
  connection: Queryable,
  payment: Payment,
  { paidFor, reversedBy, reservedFor, fitting, reach }: Found,
  context: { readonly at: Date; readonly lateWindowMs: number },
): Promise<Outcome> {
  // The operator's texts overtake each other: this one came after the text that reverses it.
  if (reversedBy !== null) {
    const reason = await whyTakenBack(connection, reversedBy);
    return { kind: 'taken_back', payment, reason, reversedBy };
  }
  const reserved =
    reservedFor === null ? null : await findReserved(connection, payment, reservedFor);
  if (reserved !== null) {
    const reason: Message = { code: 'paid_before_named', params: { deposit: reserved.id } };
    return { kind: 'named', payment, reason, transaction: reserved };
  }
  // A provider may name the payment of a prompt before it is paid.
  const named = fitting.filter(({ transaction }) => transaction.id === paidFor);
  if (paidFor !== null && named.length === 0) return decideOwned(connection, payment, paidFor);
  const other = fitting.length > 0 ? null : await findOfOtherAmount(connection, payment, reach);
  const likely = other === null ? fitting : [other];
  const candidates = paidFor === null ? likely : named;
  const match = matchReceipt(
    { ...payment, line: normaliseLine(payment.line) },
    candidates.map((candidate) => ({ ...candidate, line: normaliseLine(candidate.line) })),
    context,
  );
  if (match.kind === 'held') return { kind: 'held', payment, reason: match.reason };
  const { transaction } = match;
  const params = { deposit: transaction.id };
  if (match.kind === 'known') {
    const reason: Message = { code: 'paid_before_named', params };
    return { kind: 'named', payment, reason, transaction };
  }
  const decision = decideSequence(transaction, match.triggers, context);
  assert(decision.kind === 'moved', 'a matched payment does not move its deposit');
  const isCompleted = decision.transaction.state === 'succeeded';
  const reason: Message = isCompleted
    ? { code: 'completed_deposit', params }
    : { code: 'late_for_deposit', params };
  return { kind: 'moved', payment, reason, transaction, moves: decision.moves };
}

/** The deposit that a payment is reserved for, unless another payment has paid it meanwhile. */
async function findReserved(
  connection: Queryable,
  payment: Payment,
  depositId: string,
): Promise<Transaction | null> {
  const [found] = await findTransactions(connection, [depositId]);
  const transaction = found?.transaction ?? null;
  if (transaction === null || !isPaymentFor(payment, transaction)) return null;
  return lacksOperatorId(transaction) ? transaction : null;
}

/** A payment whose id a deposit has, and that cannot complete it any more. */
async function decideOwned(
  connection: Queryable,
  payment: Payment,
  owner: string,
): Promise<Outcome> {
  const [found] = await findTransactions(connection, [owner]);
  assert(found?.transaction !== undefined, 'a payment belongs to no deposit');
  const { transaction } = found;
  const { state } = transaction;
  const isConfirmed = state === 'succeeded' || state === 'requires_manual_resolution';
  if (!isConfirmed || !isPaymentFor(payment, transaction)) {
    const reason: Message = { code: 'id_of_deposit', params: { deposit: owner } };
    return { kind: 'held', payment, reason };
  }
  const reason: Message = { code: 'confirmed_by_provider_before' };
  return { kind: 'bound', payment, reason, transaction };
}

/** Returns the stored ones. */
async function writeOutcomes(
  connection: Queryable,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const stored = await storeReceipts(
    connection,
    outcomes.map((outcome) => {
      const transactionId = 'transaction' in outcome ? outcome.transaction.id : null;
      return { ...outcome.payment, reason: outcome.reason, transactionId };
    }),
  );
  const written = outcomes.filter(({ payment }) => stored.has(payment.id));
  const changes = written.flatMap((outcome) => {
    if (outcome.kind !== 'moved') return [];
    const { payment, transaction, moves } = outcome;
    const actor = `receipt:${payment.id}`;
    return [{ transaction, moves, actor, providerTxId: payment.operatorTxId }];
  });
  const recorded = changes.length === 0 ? [] : await recordTransitions(connection, changes);
  assert(!recorded.includes(false), 'a locked deposit has moved');
  const uses = written.flatMap((outcome) => {
    if (!('transaction' in outcome)) return [];
    return [{ receipts: [outcome.payment], transactionId: outcome.transaction.id }];
  });
  await bookUses(connection, uses);
  const unused = written.filter(({ kind }) => kind === 'held' || kind === 'taken_back');
  await insertEntries(
    connection,
    unused.flatMap(({ payment }) => postPayment(payment)),
  );
  for (const outcome of written) {
    const { payment } = outcome;
    if (outcome.kind === 'named') {
      const { operatorTxId: providerTxId } = payment;
      await fillProviderTxId(connection, { id: outcome.transaction.id, providerTxId });
    } else if ('reversedBy' in outcome && outcome.reversedBy !== null) {
      const { operator, operatorTxId: reversedTxId } = payment;
      const reversal = { operator, reversedTxId, reversalTxId: null, smsId: outcome.reversedBy };
      await applyReversal(connection, reversal);
    }
  }
  return written;
}
