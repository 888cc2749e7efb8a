import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import {
  findReportedCheckouts,
  insertCheckoutReplay,
  lockCheckout,
} from '../../db/checkouts/checkouts.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import { findTransactions } from '../../db/transactions/transactions.ts';
import {
  countResent,
  insertReplay,
  isReplayPending,
  listUndeliveredWebhooks,
  type ResentRow,
} from '../../db/webhooks/webhook-replays.ts';
import { assert } from '../../domain/assert.ts';
import type { CheckoutEvent } from '../../domain/checkouts/checkout-event.ts';
import {
  isSettled,
  type PaymentEvent,
  type State,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { eventOf, webhookBody } from '../../domain/transactions/webhook-event.ts';
import type { Actor } from '../access/actor.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';

type Replay =
  | {
      readonly kind: 'queued';
      readonly event: PaymentEvent | CheckoutEvent;
      readonly state: State;
      readonly callbackUrl: string;
    }
  | {
      readonly kind: 'refused';
      readonly refusal:
        | { readonly code: 'not_settled'; readonly params: { readonly state: State } }
        | { readonly code: 'no_callback_url' };
    };

interface ReplayDeps {
  readonly database: Queryable;
  readonly onQueued: OnWebhooksQueued;
}

/** Sends the outcome of a settled transaction again; the transaction itself does not change. */
export async function replayWebhook(deps: ReplayDeps, transaction: Transaction): Promise<Replay> {
  if (!isSettled(transaction)) return refuseUnsettled(transaction);
  return resendState(deps, transaction);
}

/**
 * Sends the present state of a transaction again: for events that did not arrive, for example
 * `payment.expired`. Events missed before this state no longer matter.
 */
export async function resendState(deps: ReplayDeps, transaction: Transaction): Promise<Replay> {
  const event = eventOf(transaction.state);
  if (event === null) return refuseUnsettled(transaction);
  const { callbackUrl, stateUpdatedAt, reasonCode } = transaction;
  if (callbackUrl === null) {
    return { kind: 'refused', refusal: { code: 'no_callback_url' } };
  }
  const isQueued = await insertReplay(deps.database, {
    id: randomUUIDv7(),
    transactionId: transaction.id,
    applicationId: transaction.applicationId,
    event,
    url: callbackUrl,
    body: webhookBody({ transaction, event, at: stateUpdatedAt, reasonCode }),
    version: transaction.version,
  });
  if (!isQueued) {
    // The transaction has moved since it was read; this can only happen a few times.
    const [found = null] = await findTransactions(deps.database, [transaction.id]);
    assert(found !== null, 'a transaction has vanished');
    return resendState(deps, found.transaction);
  }
  deps.onQueued();
  return { kind: 'queued', event, state: transaction.state, callbackUrl };
}

/**
 * Sends the event of a checkout again that names this deposit, or the checkout itself. `null` if
 * there was none: then the id is that of an ordinary payment.
 */
export async function replayCheckoutWebhook(
  deps: SendAgainDeps,
  asked: {
    readonly applicationId?: string;
    readonly eventId: string;
    /** A person: sent once until it has arrived, and noted. The platform itself needs neither. */
    readonly actor?: Actor;
  },
): Promise<SentAgain | null> {
  const { applicationId, eventId, actor } = asked;
  const found = (await findReportedCheckouts(deps.database, [eventId])).get(eventId);
  const checkout = found?.checkout;
  const callbackUrl = checkout?.callbackUrl ?? null;
  if (checkout === undefined || callbackUrl === null) return null;
  if (applicationId !== undefined && checkout.applicationId !== applicationId) return null;
  const sent = await deps.database.atomically(async (connection): Promise<SentAgain | null> => {
    await lockCheckout(connection, checkout.id);
    if (actor !== undefined && (await isReplayPending(connection, eventId))) {
      return { kind: 'refused', refusal: { code: 'replay_pending' } };
    }
    const event = await insertCheckoutReplay(connection, { ...checkout, callbackUrl }, eventId);
    if (event === null) return null;
    if (actor !== undefined) {
      const subject = eventId === checkout.id ? `checkout:${eventId}` : `transaction:${eventId}`;
      await appendReplay(connection, actor, { subject, event });
    }
    const state = event === 'checkout.expired' ? 'expired' : 'succeeded';
    return { kind: 'queued', event, state, callbackUrl };
  });
  if (sent?.kind === 'queued') deps.onQueued();
  return sent;
}

async function appendReplay(
  connection: Queryable,
  actor: Actor,
  { subject, event }: { readonly subject: string; readonly event: string },
): Promise<void> {
  const line = { action: 'webhook.replay', subject, before: null, after: { event } } as const;
  await appendAudit(connection, { ...actor, ...line, reason: null });
}

function refuseUnsettled({ state }: Transaction): Replay {
  return { kind: 'refused', refusal: { code: 'not_settled', params: { state } } };
}

export type SentAgain =
  | Replay
  | {
      readonly kind: 'refused';
      readonly refusal: { readonly code: 'transaction_not_found' | 'replay_pending' };
    };

export type SendRefusal = Extract<SentAgain, { readonly kind: 'refused' }>['refusal']['code'];

export interface SendAgainDeps {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
}

/**
 * Sends a settled transaction's webhook again for a person. If one is already on its way, that is
 * enough: a second click does not send a second message. The lock on the transaction makes two
 * clicks at the same moment wait for each other.
 */
export async function sendWebhookAgain(
  deps: SendAgainDeps,
  actor: Actor,
  asked: { readonly id: string; readonly onlySettled?: boolean },
): Promise<SentAgain> {
  const { id, onlySettled = true } = asked;
  const ofCheckout = await replayCheckoutWebhook(deps, { eventId: id, actor });
  if (ofCheckout !== null) return ofCheckout;
  const resend = onlySettled ? replayWebhook : resendState;
  const sent = await deps.database.atomically(async (connection): Promise<SentAgain> => {
    const found = await lockTransaction(connection, id);
    if (found === null) return { kind: 'refused', refusal: { code: 'transaction_not_found' } };
    if (await isReplayPending(connection, id)) {
      return { kind: 'refused', refusal: { code: 'replay_pending' } };
    }
    const replay = await resend({ database: connection, onQueued: () => {} }, found.transaction);
    if (replay.kind === 'refused') return replay;
    await appendReplay(connection, actor, { subject: `transaction:${id}`, event: replay.event });
    return replay;
  });
  // The worker that delivers it sees only what is committed.
  if (sent.kind === 'queued') deps.onQueued();
  return sent;
}

/** This many are queued quickly, so a person soon sees progress. */
const PART = 25;

interface ResentPart extends ResentRow {
  /** Identifies the whole run: what was given up before it, what was queued since. */
  readonly batch: string;
  readonly queued: number;
}

/**
 * Queues the next of the webhooks that were given up before the run began, the oldest first. What
 * is given up again meanwhile is not sent a third time. A part that queues nothing is the last.
 */
export async function resendUndelivered(
  deps: SendAgainDeps,
  actor: Actor,
  batch: string = randomUUIDv7(),
): Promise<ResentPart> {
  const range = { since: null, until: null, before: batch, limit: PART };
  const rows = await listUndeliveredWebhooks(deps.database, range);
  let queued = 0;
  // Two events of one transaction may be undelivered; its state is sent once.
  for (const id of new Set(rows.map(({ transaction_id }) => transaction_id))) {
    const sent = await sendWebhookAgain(deps, actor, { id, onlySettled: false });
    if (sent.kind === 'queued') queued += 1;
  }
  return { batch, queued, ...(await countResent(deps.database, batch)) };
}
