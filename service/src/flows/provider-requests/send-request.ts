import { learnHandle, markNotTaken } from '../../db/provider-requests/provider-requests.ts';
import { findReportedFloat } from '../../db/provider-requests/request-facts.ts';
import type { Message } from '../../domain/messages/message.ts';
import {
  type ChannelChoice,
  chooseChannel,
  type Route,
  rankChannels,
} from '../../domain/providers/channel.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { RefusedRequest, SendAnswer } from '../../providers/provider.ts';
import { type Catalogue, choiceFrom } from '../providers/catalogue.ts';
import type { Connected } from '../providers/connectors.ts';
import { createJournal, noteCall, storeJournal } from './call-journal.ts';
import { LEASE_MS, type LeasedRequest, type ProviderRequestDeps } from './leased-request.ts';
import { paymentOrderOf } from './payment-order.ts';
import { compareSends } from './sending/compare-sends.ts';
import { type Commit, commitSending } from './sending/record-sending.ts';

export type Sent =
  | (Answered & { readonly providerId: string })
  /** Certainly no provider has taken it. */
  | { readonly kind: 'nobody'; readonly problem: Message }
  /** Another process has it, or it must not be sent any more. */
  | { readonly kind: 'lost' }
  /** Nothing may leave the service now. */
  | { readonly kind: 'quarantined' }
  /** What is stored about it is not what the service wrote. */
  | { readonly kind: 'seal_broken' };

interface Answered {
  readonly kind: 'answered';
  readonly answer: SendAnswer;
  /** `false` if it was refused while being prepared, and nothing was sent. */
  readonly wasSent: boolean;
}

export interface SendLimits {
  /** No call begins or lasts beyond this, on the clock of `performance.now()`. */
  readonly until: number;
  readonly prepareMs: number;
  readonly sendMs: number;
}

/**
 * Offers a request to one provider after the other until one of them may have taken it. From then
 * on it is never offered to another one.
 */
export async function sendRequest(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
  limits: SendLimits,
): Promise<Sent> {
  const tried = new Set(leased.providerRequest.tried);
  let problem: Message | null = null;
  let outdated: Catalogue | undefined;
  for (;;) {
    const catalogue = await deps.catalogue.recent(outdated);
    const choice = choiceFor(catalogue, leased.transaction);
    const route = rankChannels(choice).find(({ provider }) => !tried.has(provider.id));
    if (route === undefined) return { kind: 'nobody', problem: problem ?? whyNoProvider(choice) };
    const shortfall = await findShortfall(deps, leased.transaction, route.provider.id);
    if (shortfall !== null) {
      // Not stored as tried: the balance may cover it the next time.
      problem = shortfall;
      tried.add(route.provider.id);
      continue;
    }
    const connected = await deps.connectors.find(route.provider.id);
    const offered =
      connected === null
        ? unprepared(noAdapter(route.provider.adapter))
        : await offer(deps, leased, { route, connected, limits, revision: catalogue.revision });
    if (offered.kind === 'lost' || offered.kind === 'quarantined') return offered;
    if (offered.kind === 'seal_broken') return offered;
    if (offered.kind === 'forgotten') {
      await compareSends(deps);
      return { kind: 'quarantined' };
    }
    if (offered.kind === 'sent_before') return { ...SENT_BEFORE, providerId: offered.providerId };
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
      if (!isNotTaken(answer)) return { ...offered, providerId: route.provider.id };
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

/** Why the provider's reported balance does not allow a payout, or `null` if it does. */
async function findShortfall(
  { database, policy }: Pick<ProviderRequestDeps, 'database' | 'policy'>,
  { direction, amountXaf }: Transaction,
  providerId: string,
): Promise<Message | null> {
  if (direction !== 'withdrawal') return null;
  const { payoutsWaitForFloat } = await policy.recent();
  if (!payoutsWaitForFloat) return null;
  const leftXaf = await findReportedFloat(database, providerId);
  if (leftXaf === null || leftXaf >= amountXaf) return null;
  return { code: 'float_too_low', params: { amount_xaf: leftXaf } };
}

/** The provider is asked about it, like about a request whose answer is lost. */
const SENT_BEFORE = {
  kind: 'answered',
  answer: { kind: 'unknown', problem: { code: 'sent_before_restore' } },
  wasSent: true,
} as const satisfies Answered;

/** What the channel of a transaction is chosen from. */
export function choiceFor(catalogue: Catalogue, transaction: Transaction): ChannelChoice {
  const { applicationId, operator, direction, amountXaf, collectionMode } = transaction;
  return choiceFrom(catalogue.seenBy(applicationId), {
    operator,
    direction,
    amountXaf,
    mode: collectionMode ?? undefined,
  });
}

function whyNoProvider(choice: ChannelChoice): Message {
  const chosen = chooseChannel(choice);
  const code = chosen.kind === 'amount_refused' ? 'amount_outside_limits' : 'no_provider_takes_it';
  return { code };
}

/** Why the call broke off, or `null` if the provider answered it properly. */
function brokenBy(answer: SendAnswer): Message | null {
  if (answer.kind === 'unknown') return answer.isAnswer === true ? null : answer.problem;
  return isNotTaken(answer) ? answer.reason : null;
}

/** This provider has certainly not taken it, and another one may. */
function isNotTaken(answer: SendAnswer): answer is RefusedRequest {
  return answer.kind === 'refused' && answer.because === 'provider';
}

interface Offer {
  readonly route: Route;
  readonly connected: Connected;
  readonly limits: SendLimits;
  /** The catalogue revision from which the route was chosen. */
  readonly revision: number;
}

type Offered =
  | Answered
  | Exclude<Commit, { readonly kind: 'sending' }>
  /** We had no time left, so nothing was sent. */
  | { readonly kind: 'late'; readonly reason: Message };

/** Record, commit, call, record: the request is on disk as sent before it is sent. */
async function offer(
  deps: ProviderRequestDeps,
  leased: LeasedRequest,
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
  if (markedAt + MAX_SEND_DELAY_MS > until) return LATE;
  const { handle } = prepared;
  // Nobody could ask about it if the answer were lost.
  if (handle === null && order.direction === 'withdrawal') return unprepared(UNASKABLE);
  const commit = await commitSending(deps, leased, { ...idsOf(route), handle, revision });
  if (commit.kind !== 'sending') return commit;
  const noted = await noteSend(deps, leased, { route, connected, handle, at: commit.at });
  if (noted === 'not_noted') return NOT_NOTED;
  // A process that was frozen here must not send what others gave up long ago.
  const sendingAt = performance.now();
  if (sendingAt - markedAt > MAX_SEND_DELAY_MS) {
    await noted.markNotSent();
    return LATE;
  }

  const sending = createJournal(Math.min(limits.sendMs, until - sendingAt));
  const sendable = { ...order, handle: handle ?? order.reference };
  const answer = await connector.send(sendable, sending.call);
  // Before the evidence: without the handle nobody could ask, and the payment would stay unknown.
  if (handle === null && answer.kind === 'accepted' && answer.handle !== undefined) {
    const learnt = { transactionId: leased.transaction.id, providerId, handle: answer.handle };
    await learnHandle(deps.database, learnt);
  }
  await storeJournal(deps, leased, { providerId, journal: sending });
  if (isNotTaken(answer)) await noted.markNotSent();
  return { kind: 'answered', answer, wasSent: true };
}

function idsOf({ provider, channel }: Route) {
  return { providerId: provider.id, channelId: channel.id };
}

/** Writes a payout to the list outside the database; a prompt or a simulation need not be there. */
async function noteSend(
  { sent }: ProviderRequestDeps,
  { transaction, providerRequest: { reference } }: LeasedRequest,
  sending: Pick<Offer, 'route' | 'connected'> & {
    readonly handle: string | null;
    readonly at: Date;
  },
): Promise<{ readonly markNotSent: () => Promise<void> } | 'not_noted'> {
  const { route, connected, handle, at } = sending;
  const isPayout = transaction.direction === 'withdrawal' && handle !== null;
  if (!isPayout || connected.adapter.abilities.simulated) {
    return { markNotSent: async () => {} };
  }
  const { id: transactionId, refundOf, amountXaf } = transaction;
  const refund = { refundOf, amountXaf: refundOf === null ? null : amountXaf };
  const send = { reference, transactionId, ...idsOf(route), handle, at, ...refund };
  try {
    await sent.note(send);
    return { markNotSent: () => sent.markNotSent(reference) };
  } catch {
    // Part of it may be on disk after all, and would count as sent.
    await sent.markNotSent(reference).catch(() => {});
    return 'not_noted';
  }
}

/** The commit before sending takes milliseconds; if it takes longer, something is wrong. */
const MAX_SEND_DELAY_MS = 3_000;

const LATE: Offered = { kind: 'late', reason: { code: 'no_time_to_send' } };
const UNASKABLE: RefusedRequest = {
  kind: 'refused',
  because: 'provider',
  reason: { code: 'not_set_up_for_this' },
  code: null,
};
const NOT_NOTED: Offered = { kind: 'late', reason: { code: 'send_not_noted' } };

function unprepared(answer: RefusedRequest): Answered {
  return { kind: 'answered', answer, wasSent: false };
}

function noAdapter(adapter: string): RefusedRequest {
  const reason: Message = { code: 'no_adapter', params: { adapter } };
  return { kind: 'refused', because: 'provider', reason, code: null };
}
