import {
  finishStep,
  forgetHint,
  learnHandle,
} from '../../db/provider-requests/provider-requests.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import type { Message } from '../../domain/messages/message.ts';
import { spellId } from '../../domain/operators/operator.ts';
import {
  askAfterMs,
  givesUpAsking,
  lookForHandleMs,
  OFFER_AGAIN_MS,
} from '../../domain/provider-requests/provider-request.ts';
import { mayContradict } from '../../domain/transactions/contradiction.ts';
import { type ProviderStatus, triggersOf } from '../../domain/transactions/provider-triggers.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import type { Abilities, SendAnswer, StatusAnswer } from '../../providers/provider.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import {
  type AnsweredStatus,
  applyAnswer,
  applyProviderStatus,
  bookKeptFee,
} from './apply-provider-status.ts';
import { createJournal, type Journal, noteCall, storeJournal } from './call-journal.ts';
import type { LeasedRequest, ProviderRequestDeps } from './leased-request.ts';
import { sentOrderOf } from './payment-order.ts';
import { recordContradictingStatus } from './record-contradicting-status.ts';
import { type SendLimits, sendRequest } from './send-request.ts';

/** Takes the next step of a provider request: sends it if it was never sent, or asks its status. */
export function advanceRequest(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
): Promise<Transaction> {
  const { sentAt } = leased.providerRequest;
  if (sentAt !== null) return askProvider(deps, leased);
  return sendProviderRequest(deps, leased, {
    until: leased.leaseEndsAt,
    prepareMs: PREPARE_MS,
    sendMs: SEND_MS,
  });
}

const PREPARE_MS = 8_000;
const SEND_MS = 15_000;
const ASK_MS = 8_000;

/** Offers the request to the providers and records the result. */
export async function sendProviderRequest(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
  limits: SendLimits,
): Promise<Transaction> {
  const { transaction, claim } = leased;
  const step = { transactionId: transaction.id, claim, asked: 0 };
  const sent = await sendRequest(deps, leased, limits);
  if (sent.kind === 'lost') {
    // What must not be sent any more has no next step; another process's step is left alone.
    await finishStep(deps.database, { ...step, nextInMs: null, problem: null });
    return (await deps.ledger.find(transaction.id))?.transaction ?? transaction;
  }
  if (sent.kind === 'quarantined') {
    const problem: Message = { code: 'quarantine_waits' };
    await finishStep(deps.database, { ...step, nextInMs: OFFER_AGAIN_MS, problem });
    return transaction;
  }
  if (sent.kind === 'seal_broken') return holdBroken(deps, leased);
  if (sent.kind === 'nobody') return requeue(deps, leased, sent.problem);
  const { answer, providerId, wasSent } = sent;
  if (!wasSent && answer.kind === 'refused') {
    return failUnsent(deps, leased, { providerId, reason: answer.reason, problem: null });
  }
  if (answer.kind === 'unknown') {
    const { problem } = answer;
    await finishStep(deps.database, { ...step, nextInMs: askAfterMs(0), problem });
    return transaction;
  }
  const reported = { ...statusOfSending(transaction, answer), providerId };
  const moved = await applyProviderStatus(deps, transaction, reported);
  const { kind } = reported.status;
  const isOver = kind !== 'accepted';
  const said = kind === 'accepted' ? 'pending' : kind;
  const nextInMs = isOver ? null : askAfterMs(0);
  await finish(deps, leased, { ...step, said, nextInMs, problem: null }, { moved, reported });
  return moved;
}

function statusOfSending(
  { operator }: Transaction,
  answer: Exclude<SendAnswer, { readonly kind: 'unknown' }>,
) {
  if (answer.kind === 'refused') {
    return { status: { kind: 'failed' }, reason: answer.reason, providerTxId: null } as const;
  }
  const status: ProviderStatus = { kind: answer.isFinal ? 'succeeded' : 'accepted' };
  const providerTxId = answer.providerTxId && spellId(operator, answer.providerTxId);
  return { status, providerTxId } as const;
}

/** Sends nothing, and asks staff to decide about a payout. */
async function holdBroken(
  deps: ProviderRequestDeps,
  { transaction: leasedAs, claim }: LeasedRequest,
): Promise<Transaction> {
  const { id } = leasedAs;
  const problem: Message = { code: 'seal_broken' };
  const step = { transactionId: id, claim, asked: 0, nextInMs: null, problem };
  // By itself: a row that was changed may be such that it cannot be moved.
  await finishStep(deps.database, step);
  await deps.database.atomically(async (connection) => {
    const found = await lockTransaction(connection, id);
    if (found === null) return;
    const { transaction, now: at } = found;
    const trigger = transaction.state === 'approved' ? 'approval_lapsed' : 'stuck';
    const decision = decideSequence(transaction, [trigger], {
      at,
      lateWindowMs: 0,
      reason: problem,
    });
    if (decision.kind === 'refused') return;
    const { moves } = decision;
    await recordTransitions(connection, [
      { transaction, moves, actor: 'clock', providerTxId: null },
    ]);
  });
  return (await deps.ledger.find(id))?.transaction ?? leasedAs;
}

/** A player does not wait for a provider to come back; an approved payout does. */
async function requeue(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
  problem: Message,
): Promise<Transaction> {
  const { transaction, claim } = leased;
  const { id, direction, providerId } = transaction;
  if (direction === 'deposit') {
    return failUnsent(deps, leased, { providerId, reason: problem, problem });
  }
  const step = { transactionId: id, claim, asked: 0, problem };
  await finishStep(deps.database, { ...step, nextInMs: OFFER_AGAIN_MS, forgetTried: true });
  return transaction;
}

/** Asks the provider for the status of a request that may have been sent, and acts on it. */
export async function askProvider(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
): Promise<Transaction> {
  const { providerRequest, transaction, claim, now } = leased;
  const { providerId } = providerRequest;
  const handle = providerRequest.handle ?? providerRequest.hintedHandle;
  if (handle === null) return waitForHandle(deps, leased);
  const journal = createJournal(ASK_MS);
  const answer = await ask(deps, leased, { handle, journal });
  // A provider repeats many times that a payment is pending, which proves nothing; nor does a
  // success that still lacks its id.
  const isKnown = answer.kind === 'succeeded' && transaction.state === 'succeeded';
  const isNews = answer.kind !== 'pending' && !(isKnown && answer.providerTxId === null);
  if (isNews) {
    await storeJournal(deps, leased, { providerId, journal });
  }
  const isBroken = answer.kind === 'unknown' && answer.isAnswer !== true;
  await noteCall(deps, providerId, isBroken ? answer.problem : null);

  const asked = providerRequest.asked + 1;
  const reported = { ...statusOfAsking(transaction, answer), providerId };
  const moved = await applyAnswer(deps, transaction, { answer, reported });
  const ageMs = now.getTime() - (providerRequest.sentAt ?? providerRequest.createdAt).getTime();
  const isFinal =
    answer.kind === 'succeeded' ||
    answer.kind === 'failed' ||
    (answer.kind === 'differs' && answer.isPaid && transaction.direction === 'deposit');
  // Only after a success: staff decide about a held one, and asking again would hold it again.
  const waitsForId = moved.state === 'succeeded' && lacksId(answer) && ageMs <= ID_FOLLOWS_MS;
  const isOver = isFinal ? !waitsForId : givesUpAsking({ ageMs, asked });
  // Under the operator's id, as texts and statements report it, if there is one at last.
  if (answer.kind === 'succeeded' && isOver) {
    const { providerTxId } = reported;
    await bookKeptFee(deps, moved.id, { feeCents: answer.feeCents ?? 0, providerTxId });
  }
  const step = {
    transactionId: transaction.id,
    claim,
    asked,
    said: answer.kind === 'unknown' || answer.kind === 'differs' ? null : answer.kind,
    nextInMs: isOver ? null : askAfterMs(asked),
    problem: problemOf(answer, moved),
  };
  await finish(deps, leased, step, { moved, reported });
  return moved;
}

/** The provider's answer under the handle, which is kept if it came from a callback and is right. */
async function ask(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
  { handle, journal }: { readonly handle: string; readonly journal: Journal },
): Promise<StatusAnswer> {
  const { transactionId, providerId, channelId } = leased.providerRequest;
  const connected = await deps.connectors.find(providerId);
  const channel = (await deps.catalogue.recent()).channels.find(({ id }) => id === channelId);
  if (connected === null || channel === undefined) {
    return { kind: 'unknown', problem: { code: 'provider_not_configured' } };
  }
  const order = await sentOrderOf(deps, leased, { channel, handle });
  const answer = await connected.connector.ask(order, journal.call);
  if (leased.providerRequest.handle === null) {
    const isOurs = answer.kind !== 'unknown' && answer.kind !== 'not_found';
    // A system may know a payment a moment after its callback. What names nothing proves nothing:
    // it is asked again by the same hint, until a callback brings another one.
    const isOfAnother = answer.kind === 'unknown' && answer.isOfAnother === true;
    if (isOurs) await learnHandle(deps.database, { transactionId, providerId, handle });
    else if (isOfAnother) await forgetHint(deps.database, { transactionId, handle });
  }
  return settledAnswer(leased, answer, connected.adapter.abilities);
}

/** Nothing can be asked: only a callback, the deadline or a person goes on. */
async function waitForHandle(
  { database }: ProviderRequestDeps,
  { providerRequest, transaction, claim, now }: LeasedRequest,
): Promise<Transaction> {
  const { asked, sentAt, createdAt } = providerRequest;
  const nextInMs = lookForHandleMs(now.getTime() - (sentAt ?? createdAt).getTime());
  const problem: Message = { code: 'handle_not_learnt' };
  await finishStep(database, { transactionId: transaction.id, claim, asked, nextInMs, problem });
  return transaction;
}

/** A final status that differs from what became of the transaction is a contradicting status. */
async function finish(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
  step: Parameters<typeof finishStep>[1],
  statusFacts: {
    readonly moved: Transaction;
    readonly reported: AnsweredStatus;
  },
): Promise<void> {
  const { moved, reported } = statusFacts;
  const { status, providerTxId } = reported;
  if (status !== null && mayContradict(moved, { status: status.kind, providerTxId })) {
    await recordContradictingStatus(deps, leased, step, { ...reported, status });
  } else {
    await finishStep(deps.database, step);
  }
}

/** The operator's id may follow a success; without it a text could be taken for another payment. */
function lacksId(answer: StatusAnswer): boolean {
  return answer.kind === 'succeeded' && answer.providerTxId === null;
}

const ID_FOLLOWS_MS = 3_600_000;

/**
 * A provider may report a request as expired, or as unknown there, that it has not received yet.
 * While the request can still be on its way, that is not final, unless the provider has
 * acknowledged it.
 */
function settledAnswer(
  { providerRequest, transaction, now }: LeasedRequest,
  answer: StatusAnswer,
  { notFoundAfterMs = 0 }: Pick<Abilities, 'notFoundAfterMs'>,
): StatusAnswer {
  const { sentAt } = providerRequest;
  const sentForMs = sentAt === null ? Number.POSITIVE_INFINITY : now.getTime() - sentAt.getTime();
  if (answer.kind === 'not_found' && sentForMs < notFoundAfterMs) {
    return { kind: 'unknown', problem: { code: 'request_unknown_there' }, isAnswer: true };
  }
  const isEarly = sentForMs < ON_ITS_WAY_MS;
  const isExpiry = answer.kind === 'failed' && answer.isExpiry === true;
  const isAcknowledged = transaction.state === 'provider_acknowledged';
  if (!isExpiry || !isEarly || isAcknowledged) return answer;
  // A pending deposit would count as acknowledged.
  return transaction.direction === 'deposit' ? { kind: 'not_found' } : { kind: 'pending' };
}

const ON_ITS_WAY_MS = 600_000;

function statusOfAsking({ operator }: Transaction, answer: StatusAnswer) {
  const shownTxId = answer.kind === 'succeeded' ? answer.providerTxId : null;
  const providerTxId = shownTxId && spellId(operator, shownTxId);
  const reason = answer.kind === 'failed' ? answer.reason : undefined;
  if (answer.kind === 'differs' && answer.isPaid) {
    return { status: { kind: 'paid_otherwise' }, reason: answer.problem, providerTxId } as const;
  }
  const status: ProviderStatus | null =
    answer.kind === 'not_found' || answer.kind === 'unknown' || answer.kind === 'differs'
      ? null
      : { kind: answer.kind };
  return { status, reason, providerTxId } as const;
}

/** What staff should know about a request that has not settled the transaction. */
function problemOf(answer: StatusAnswer, { state, direction }: Transaction): Message | null {
  if (answer.kind === 'unknown' || answer.kind === 'differs') return answer.problem;
  if (answer.kind === 'not_found') return { code: 'request_unknown_there' };
  // Staff decided, or will decide, without the provider's final status; now it is known.
  if (direction === 'deposit' || answer.kind === 'pending' || state === answer.kind) return null;
  return answer.kind === 'succeeded'
    ? { code: 'transfer_succeeded_after_all' }
    : { code: 'transfer_failed_after_all', params: { because: answer.reason } };
}

interface Refusal {
  /** The provider that refused it, or that it would have gone to. */
  readonly providerId: string;
  /** For `state_reason`. */
  readonly reason: Message;
  /** What staff should know about the request. */
  readonly problem: Message | null;
}

/**
 * Fails a transaction for which nothing was sent, and ends its step in the same commit. A process
 * that was frozen for longer than its lease no longer owns the step: another process may have sent
 * the request in the meantime, and then this refusal says nothing about it.
 */
async function failUnsent(
  deps: Pick<ProviderRequestDeps, 'database' | 'ledger' | 'onQueued'>,
  { transaction, claim }: Pick<LeasedRequest, 'transaction' | 'claim'>,
  { providerId, reason, problem }: Refusal,
): Promise<Transaction> {
  const { id } = transaction;
  const isFailed = await deps.database.atomically(async (connection) => {
    // The transaction is locked before its provider request, in the same order as for sending.
    const found = await lockTransaction(connection, id);
    const step = { transactionId: id, claim, asked: 0, nextInMs: null, problem };
    if (!(await finishStep(connection, step)) || found === null) return false;
    const { transaction, now } = found;
    const triggers = triggersOf(transaction, { kind: 'failed' }, now);
    if (triggers.length === 0) return false;
    const decision = decideSequence(transaction, triggers, { at: now, lateWindowMs: 0, reason });
    if (decision.kind === 'refused') return false;
    const { moves } = decision;
    const actor = `provider:${providerId}`;
    await recordTransitions(connection, [{ transaction, moves, actor, providerTxId: null }]);
    return true;
  });
  if (isFailed) deps.onQueued();
  return (await deps.ledger.find(id))?.transaction ?? transaction;
}
