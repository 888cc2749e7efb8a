import { findFeeBearers, findFeePlace } from '../../db/books/balances.ts';
import { insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import { findPlacedMoney } from '../../db/provider-requests/request-facts.ts';
import { hasLooseTransfers } from '../../db/receipts/payout-transfers.ts';
import { listHistory, lockTransaction } from '../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import { assert } from '../../domain/assert.ts';
import {
  paymentCause,
  postNamed,
  postPaidOut,
  transactionCause,
} from '../../domain/books/posting.ts';
import { postKeptFee } from '../../domain/books/wallet-move.ts';
import type { Message } from '../../domain/messages/message.ts';
import {
  holdingTriggersOf,
  type PlacedMoney,
  type ProviderStatus,
  repeatsPlaced,
  triggersOf,
} from '../../domain/transactions/provider-triggers.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence, type Trigger } from '../../domain/transactions/transition.ts';
import type { StatusAnswer } from '../../providers/provider.ts';
import { nameFees } from '../receipts/booking/bind-payments.ts';
import { createFailingRecorder, rebookTransfers } from '../receipts/booking/book-move.ts';
import {
  claimOperatorId,
  createClaimingRecorder,
  notePaymentWithoutOperatorId,
  OperatorIdTaken,
} from '../receipts/claim-operator-id.ts';
import {
  changeTransaction,
  type Proposal,
  type Recorder,
} from '../transactions/record-transition.ts';
import type { ProviderRequestDeps } from './leased-request.ts';

/** A provider's status, with the sentences for the history. */
export interface ReportedStatus {
  readonly status: ProviderStatus;
  readonly providerId: string;
  readonly reason?: Message | undefined;
  readonly providerTxId: string | null;
}

/** A payment that differs from what we asked for: it moves nothing by itself. */
interface PaidOtherwise {
  readonly kind: 'paid_otherwise';
}

/** A status that may contradict something settled. */
export type ContradictingStatus = Omit<ReportedStatus, 'status'> & {
  readonly status: ProviderStatus | PaidOtherwise;
};

/** The status is `null` if the provider said nothing that moves the transaction. */
export type AnsweredStatus = Omit<ReportedStatus, 'status'> & {
  readonly status: ContradictingStatus['status'] | null;
};

/** Moves a transaction by a provider's status, if that is a legal move, and returns the result. */
export async function applyProviderStatus(
  deps: Pick<ProviderRequestDeps, 'database' | 'ledger' | 'onQueued'>,
  transaction: Transaction,
  reported: ReportedStatus,
): Promise<Transaction> {
  const found = await deps.ledger.find(transaction.id);
  if (found === null) return transaction;
  let placed = await findPlaced(deps, found);
  const ledger = {
    record: recorderOf(deps, found.transaction, reported),
    find: async (id: string) => {
      const again = await deps.ledger.find(id);
      placed = again && (await findPlaced(deps, again));
      return again;
    },
  };
  const outcome = await changeTransaction(ledger, found, (current) => {
    const { transaction: now } = current;
    const isOld = repeatsPlaced(now, reported, placed);
    return propose(current, reported, isOld ? [] : triggersOf(now, reported.status, current.now));
  }).catch((error: unknown) => {
    if (!(error instanceof OperatorIdTaken)) throw error;
    const doubtful = { ...reported, reason: doubtOf(error), providerTxId: null };
    return changeTransaction(deps.ledger, found, (current) =>
      propose(current, doubtful, holdingTriggersOf(current.transaction)),
    );
  });
  if (outcome.kind === 'recorded') {
    await notePaymentWithoutOperatorId(deps.database, outcome.after);
  } else {
    await fillLate(deps, outcome.refusal, reported);
  }
  const { direction } = found.transaction;
  if (direction === 'withdrawal' && reported.providerTxId !== null) await followName(deps, found);
  return outcome.kind === 'recorded' ? outcome.after : outcome.refusal;
}

/** Acts on what the provider says about the payment; what says nothing changes nothing. */
export async function applyAnswer(
  deps: Pick<ProviderRequestDeps, 'database' | 'ledger' | 'onQueued'>,
  transaction: Transaction,
  { answer, reported }: { readonly answer: StatusAnswer; readonly reported: AnsweredStatus },
): Promise<Transaction> {
  const { status, providerId } = reported;
  if (answer.kind === 'differs' && answer.isPaid) {
    return holdDiffering(deps, transaction, { problem: answer.problem, providerId });
  }
  if (status === null || status.kind === 'paid_otherwise') return transaction;
  return applyProviderStatus(deps, transaction, { ...reported, status });
}

/**
 * Lets staff decide about a deposit that was paid otherwise than we asked for, once: a provider
 * that repeats it later says nothing new.
 */
async function holdDiffering(
  deps: Pick<ProviderRequestDeps, 'database' | 'ledger'>,
  transaction: Transaction,
  { problem, providerId }: { readonly problem: Message; readonly providerId: string },
): Promise<Transaction> {
  const { id, direction } = transaction;
  const found = direction === 'deposit' ? await deps.ledger.find(id) : null;
  if (found === null) return transaction;
  const history = await listHistory(deps.database, id);
  if (history.some(({ reason }) => reason.code === problem.code)) return found.transaction;
  const reported = { providerId, reason: problem, providerTxId: null };
  const outcome = await changeTransaction(deps.ledger, found, (current) =>
    propose(current, reported, holdingTriggersOf(current.transaction)),
  );
  return outcome.kind === 'recorded' ? outcome.after : outcome.refusal;
}

/**
 * Books what the provider kept of a payment, to the wallet that the payment is booked to: one that
 * is not booked, such as a doubtful one, has no fee either. A payout that the provider has paid has
 * its fee also while it is held, or if it counts as failed: then it is no platform's. The first fee
 * that is reported stays.
 */
export async function bookKeptFee(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  id: string,
  { feeCents, providerTxId }: { readonly feeCents: number; readonly providerTxId: string | null },
): Promise<void> {
  if (feeCents === 0) return;
  await database.atomically(async (connection) => {
    const found = await lockTransaction(connection, id);
    assert(found !== null, 'a transaction has vanished');
    const { operator, direction, state } = found.transaction;
    const place = await findFeePlace(connection, id);
    if (!place.isMoved) return;
    const isLoose = direction === 'withdrawal' && place.cause === transactionCause(id);
    const isNamed = isLoose && providerTxId !== null;
    const cause = isNamed ? paymentCause({ operator, operatorTxId: providerTxId }) : place.cause;
    if (isNamed) await nameFees(connection, [{ transactionId: id, cause }]);
    if (place.isCharged) return;
    const bearers = await findFeeBearers(connection, state === 'failed' ? [] : [id]);
    const bearer = bearers.get(id) ?? null;
    await insertEntries(connection, postKeptFee({ id, cause, feeCents, bearer }));
  });
}

/** Read after the state, since staff write both in one commit. */
async function findPlaced(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  { transaction: { id, direction, state } }: TimedTransaction,
): Promise<PlacedMoney | null> {
  return direction === 'deposit' && state === 'failed' ? findPlacedMoney(database, id) : null;
}

function recorderOf(
  deps: Pick<ProviderRequestDeps, 'database' | 'ledger' | 'onQueued'>,
  transaction: Transaction,
  reported: ReportedStatus,
): Recorder {
  if (namesPayment(transaction, reported)) return createClaimingRecorder(deps);
  const failsPayout = transaction.direction === 'withdrawal' && reported.status.kind === 'failed';
  return failsPayout ? createFailingRecorder(deps) : deps.ledger.record;
}

/** A payout has its id now: texts that were taken for it may have been about something else. */
async function followName(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  { transaction: { id } }: TimedTransaction,
): Promise<void> {
  if (!(await hasLooseTransfers(database, id))) return;
  await database.atomically(async (connection) => {
    const named = await lockTransaction(connection, id);
    assert(named !== null, 'a payout has vanished');
    await rebookTransfers(connection, named.transaction);
  });
}

/** Whether the status names the operator's payment that paid a deposit. */
function namesPayment(
  { direction }: Transaction,
  { status, providerTxId }: ReportedStatus,
): boolean {
  return direction === 'deposit' && status.kind === 'succeeded' && providerTxId !== null;
}

function doubtOf({ by }: OperatorIdTaken): Message {
  return { code: 'paid_with_taken_payment', params: { transaction: by } };
}

function propose(
  { transaction, now }: TimedTransaction,
  reported: Omit<ReportedStatus, 'status'>,
  triggers: readonly Trigger[],
): Proposal<Transaction> {
  const refused: Proposal<Transaction> = { kind: 'refused', refusal: transaction };
  if (triggers.length === 0) return refused;
  const { reason, providerId, providerTxId } = reported;
  const decision = decideSequence(transaction, triggers, { at: now, lateWindowMs: 0, reason });
  if (decision.kind === 'refused') return refused;
  const { moves } = decision;
  return {
    kind: 'change',
    change: { transaction, moves, actor: `provider:${providerId}`, providerTxId },
  };
}

/** Staff may settle it before the provider gives the id; the id is added, no event is sent. */
async function fillLate(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  transaction: Transaction,
  reported: ReportedStatus,
): Promise<void> {
  const { id, state, providerTxId: known } = transaction;
  const { status, providerTxId } = reported;
  const isNews = state === 'succeeded' && status.kind === 'succeeded' && known === null;
  if (!isNews || providerTxId === null) return;
  const isPayout = !namesPayment(transaction, reported);
  const write = async (connection: Queryable) => {
    if (!(await fillProviderTxId(connection, { id, providerTxId }))) return false;
    const named = { ...transaction, operatorTxId: providerTxId };
    await insertEntries(connection, isPayout ? postPaidOut(named) : postNamed(named));
    await nameFees(connection, [{ transactionId: id, cause: paymentCause(named) }]);
    return true;
  };
  if (isPayout) {
    await database.atomically(write);
    return;
  }
  await claimOperatorId(database, transaction, { operatorTxId: providerTxId, write }).catch(
    (error: unknown) => {
      // The decision of staff stays as it is, and so does the deposit that has the payment.
      if (!(error instanceof OperatorIdTaken)) throw error;
    },
  );
}
