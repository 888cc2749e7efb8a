import type { Queryable } from '../../db/client.ts';
import { type Marked, markNotTaken, markSent } from '../../db/submissions/submissions.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import { updateRoute } from '../../db/transactions/transitions.ts';
import { assert } from '../../domain/assert.ts';
import {
  type ChannelChoice,
  chooseChannel,
  type Route,
  rankChannels,
} from '../../domain/providers/channel.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import type { Refused, SendAnswer } from '../../providers/provider.ts';
import { type Catalogue, choiceFrom } from '../providers/catalogue.ts';
import type { Connected } from '../providers/connectors.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import { createJournal, noteCall, storeJournal } from './call-journal.ts';
import { LEASE_MS, type LeasedSubmission, type SubmissionDeps } from './leased-submission.ts';
import { paymentOrderOf } from './payment-order.ts';

export type Sent =
  | (Answered & { readonly route: Route })
  /** It is certain that no provider has taken it. */
  | { readonly kind: 'nobody'; readonly problem: Remark }
  /** Another process has it, or it must not be sent any more. */
  | { readonly kind: 'lost' };

interface Answered {
  readonly kind: 'answered';
  readonly answer: SendAnswer;
  /** False: it was refused while it was being prepared, and nothing was sent. */
  readonly wasSent: boolean;
}

export interface SendLimits {
  /** No call begins or lasts beyond this, on the clock of `performance.now()`. */
  readonly until: number;
  readonly prepareMs: number;
  readonly sendMs: number;
}

/**
 * Offers a request to one provider after the other until one of them may have taken it. The
 * request that a provider may have taken is never offered to another one.
 */
export async function sendRequest(
  deps: SubmissionDeps,
  leased: LeasedSubmission,
  limits: SendLimits,
): Promise<Sent> {
  const tried = new Set(leased.submission.tried);
  let problem: Remark | null = null;
  let outdated: Catalogue | undefined;
  for (;;) {
    const catalogue = await deps.catalogue.recent(outdated);
    const choice = choiceFor(catalogue, leased.transaction);
    const route = rankChannels(choice).find(({ provider }) => !tried.has(provider.id));
    if (route === undefined) return { kind: 'nobody', problem: problem ?? whyNobody(choice) };
    const connected = await deps.connectors.find(route.provider.id);
    const offered =
      connected === null
        ? unprepared(noAdapter(route.provider.adapter))
        : await offer(deps, leased, { route, connected, limits, revision: catalogue.revision });
    if (offered.kind === 'lost') return offered;
    if (offered.kind === 'outdated') {
      outdated = catalogue;
      continue;
    }
    if (offered.kind === 'late') {
      // A delay in this service says nothing about the provider.
      problem = offered.reason;
    } else {
      const { answer } = offered;
      await noteCall(deps, route.provider.id, brokenBy(answer));
      const isElsewhere = answer.kind === 'refused' && answer.because === 'provider';
      if (!isElsewhere) return { ...offered, route };
      problem = answer.reason;
    }
    tried.add(route.provider.id);
    const step = { transactionId: leased.transaction.id, claim: leased.claim, leaseMs: LEASE_MS };
    const isOurs = await markNotTaken(deps.database, {
      ...step,
      providerId: route.provider.id,
      problem,
    });
    if (!isOurs) return { kind: 'lost' };
  }
}

function choiceFor(catalogue: Catalogue, transaction: Transaction): ChannelChoice {
  const { applicationId, operator, direction, amountXaf, collectionMode } = transaction;
  return choiceFrom(catalogue.seenBy(applicationId), {
    operator,
    direction,
    amountXaf,
    mode: collectionMode ?? undefined,
  });
}

function whyNobody(choice: ChannelChoice): Remark {
  const chosen = chooseChannel(choice);
  const code = chosen.kind === 'amount_refused' ? 'amount_outside_limits' : 'no_provider_takes_it';
  return { code };
}

/** Why the call broke off; null if the provider answered it properly. */
function brokenBy(answer: SendAnswer): Remark | null {
  if (answer.kind === 'unknown') return answer.problem;
  return answer.kind === 'refused' && answer.because === 'provider' ? answer.reason : null;
}

interface Offer {
  readonly route: Route;
  readonly connected: Connected;
  readonly limits: SendLimits;
  /** Of the catalogue that the route was chosen from. */
  readonly revision: number;
}

type Offered =
  | Answered
  | { readonly kind: 'lost' }
  /** The route is perhaps none any more, and nothing was sent. */
  | { readonly kind: 'outdated' }
  /** We had no time to send it, so nothing was sent. */
  | { readonly kind: 'late'; readonly reason: Remark };

/** Record, commit, call, record: the request is on disk as sent before it is sent. */
async function offer(
  deps: SubmissionDeps,
  leased: LeasedSubmission,
  { route, connected, limits, revision }: Offer,
): Promise<Offered> {
  const { connector } = connected;
  const order = paymentOrderOf(deps, leased, route.channel);
  const journal = createJournal(Math.min(limits.prepareMs, limits.until - performance.now()));
  if (journal.call.timeoutMs <= 0) return LATE;
  const providerId = route.provider.id;
  const prepared = await connector.prepare(order, journal.call);
  if (prepared.kind === 'refused') {
    await storeJournal(deps, leased, { providerId, journal });
    return unprepared(prepared);
  }

  const until = Math.min(limits.until, leased.leaseEndsAt);
  const markedAt = performance.now();
  if (markedAt + MOST_UNTIL_SENT_MS > until) return LATE;
  const marked = await commitSending(deps, leased, { route, revision, handle: prepared.handle });
  if (marked !== 'marked') return { kind: marked };
  // A process that was frozen here must not send what others have long given up.
  const sendingAt = performance.now();
  if (sendingAt - markedAt > MOST_UNTIL_SENT_MS) return LATE;

  const sending = createJournal(Math.min(limits.sendMs, until - sendingAt));
  const answer = await connector.send({ ...order, handle: prepared.handle }, sending.call);
  await storeJournal(deps, leased, { providerId, journal: sending });
  return { kind: 'answered', answer, wasSent: true };
}

/** The commit before sending takes milliseconds; if it takes longer, something is wrong. */
const MOST_UNTIL_SENT_MS = 3_000;

const LATE: Offered = { kind: 'late', reason: { code: 'no_time_to_send' } };

function unprepared(answer: Refused): Answered {
  return { kind: 'answered', answer, wasSent: false };
}

function noAdapter(adapter: string): Refused {
  const reason: Remark = { code: 'no_adapter', params: { adapter } };
  return { kind: 'refused', because: 'provider', reason, code: null };
}

/** Commits that the request is being sent; `lost`: it must not be sent, or another sends it. */
function commitSending(
  deps: SubmissionDeps,
  { transaction: { id }, claim }: LeasedSubmission,
  sending: { readonly route: Route; readonly revision: number; readonly handle: string },
): Promise<Marked> {
  const { provider, channel } = sending.route;
  return deps.database.atomically(async (connection) => {
    const found = await lockTransaction(connection, id);
    if (found === null || !maySend(found)) return 'lost';
    const route = { providerId: provider.id, channelId: channel.id };
    const { handle, revision } = sending;
    const step = { transactionId: id, claim, leaseMs: LEASE_MS, handle, revision, ...route };
    const marked = await markSent(connection, step);
    if (marked !== 'marked') return marked;
    if (
      found.transaction.providerId !== provider.id ||
      found.transaction.channelId !== channel.id
    ) {
      await updateRoute(connection, { id, ...route });
    }
    if (found.transaction.state === 'approved') await noteTransferSent(connection, found, provider);
    return 'marked';
  });
}

function maySend({ transaction: { state, direction, expiresAt }, now }: TimedTransaction): boolean {
  if (direction === 'withdrawal') return state === 'approved' || state === 'provider_submitted';
  return state === 'pending' && expiresAt !== null && now < expiresAt;
}

async function noteTransferSent(
  connection: Queryable,
  { transaction, now }: TimedTransaction,
  { id: providerId }: Route['provider'],
): Promise<void> {
  const decision = decideSequence(transaction, ['transfer_sent'], { at: now, lateWindowMs: 0 });
  assert(decision.kind === 'moved', 'an approved withdrawal cannot be sent');
  const { moves } = decision;
  const change = { transaction, moves, actor: `provider:${providerId}`, providerTxId: null };
  await recordTransitions(connection, [change]);
}
