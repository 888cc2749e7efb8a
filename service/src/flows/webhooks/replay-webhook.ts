import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import { findTransactions } from '../../db/transactions/transactions.ts';
import { insertReplay } from '../../db/webhooks/webhook-replays.ts';
import { assert } from '../../domain/assert.ts';
import {
  isSettled,
  type PaymentEvent,
  type State,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { eventOf, webhookBody } from '../../domain/transactions/webhook-event.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';

export type Replay =
  | {
      readonly kind: 'queued';
      readonly event: PaymentEvent;
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
  return tellStateAgain(deps, transaction);
}

/**
 * Sends the present state of a transaction again: for events that did not arrive, for example
 * `payment.expired`. Events missed before this state no longer matter.
 */
export async function tellStateAgain(deps: ReplayDeps, transaction: Transaction): Promise<Replay> {
  const event = eventOf(transaction.state);
  if (event === null) return refuseUnsettled(transaction);
  const { callbackUrl } = transaction;
  if (callbackUrl === null) {
    return { kind: 'refused', refusal: { code: 'no_callback_url' } };
  }
  const isQueued = await insertReplay(deps.database, {
    id: randomUUIDv7(),
    transactionId: transaction.id,
    applicationId: transaction.applicationId,
    event,
    url: callbackUrl,
    body: webhookBody({ transaction, event, at: transaction.stateUpdatedAt }),
    version: transaction.version,
  });
  if (!isQueued) {
    // The transaction has moved since it was read; this can only happen a few times.
    const [found = null] = await findTransactions(deps.database, [transaction.id]);
    assert(found !== null, 'a transaction has vanished');
    return tellStateAgain(deps, found.transaction);
  }
  deps.onQueued();
  return { kind: 'queued', event, state: transaction.state, callbackUrl };
}

function refuseUnsettled({ state }: Transaction): Replay {
  return { kind: 'refused', refusal: { code: 'not_settled', params: { state } } };
}
