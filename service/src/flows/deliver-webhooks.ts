import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../db/client.ts';
import { createLane } from '../db/lane.ts';
import {
  type AttemptRecord,
  type ClaimedWebhook,
  claimWebhooks,
  type RecordedAttempt,
  recordAttempts,
  releaseWebhooks,
} from '../db/webhooks.ts';
import { ATTEMPT_TIMEOUT_MS, nextStep } from '../domain/webhook-retry.ts';
import type { Vault } from '../signing/sealed-text.ts';
import { standardWebhookHeaders } from '../signing/standard-webhooks.ts';
import { type Signer, signWebhook } from '../signing/webhook-token.ts';
import { createReceiverPlaces } from './receiver-places.ts';

export interface DeliveryDeps {
  readonly database: Queryable;
  readonly post: Post;
  readonly signer: () => Promise<Signer>;
  readonly vault: Vault;
  readonly userAgent: string;
  /** Facts for the log and the metrics. */
  readonly onAttempt: (attempt: FinishedAttempt) => void;
}

/** Sends one request and says how it ended; never throws. */
export type Post = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}) => Promise<
  | { readonly kind: 'answered'; readonly status: number; readonly answer: string }
  | { readonly kind: 'failed'; readonly error: string }
>;

export interface FinishedAttempt {
  readonly webhook: ClaimedWebhook;
  readonly recorded: RecordedAttempt;
  /** False: somebody else has taken over. */
  readonly isOurs: boolean;
}

export interface WebhookDelivery {
  /** Claims what is due and starts sending it; tells how many were claimed. */
  readonly runOnce: () => Promise<number>;
  /** Calls when the time of a retry has come, or places have become free. */
  readonly onDue: (wake: () => void) => void;
  /** Waits a little for attempts under way and gives the others back. */
  readonly stop: () => Promise<void>;
}

const MOST_UNDER_WAY = 2_000;
const CLAIM_LIMIT = 256;
/** Longer than signing, one attempt and its record take; a dead process's claims wait this long. */
const LEASE_MS = 10_000;
const STOP_PATIENCE_MS = 2_000;

export function createWebhookDelivery(deps: DeliveryDeps): WebhookDelivery {
  const places = createReceiverPlaces();
  const underWay = new Map<string, ClaimedWebhook>();
  const record = createLane<RecordedAttempt, AttemptRecord>({
    run: (batch) => recordAttempts(deps.database, batch),
  });
  let wake = () => {};
  let mayBeMore = false;
  let idle = Promise.withResolvers<void>();

  return {
    onDue: (callback) => {
      wake = callback;
    },
    runOnce: async () => {
      const limit = Math.min(CLAIM_LIMIT, MOST_UNDER_WAY - underWay.size);
      mayBeMore = true;
      if (limit <= 0) return 0;
      const claimedAt = performance.now();
      const { receivers, freeOfOthers } = places.free();
      const claimed = await claimWebhooks(deps.database, {
        id: randomUUIDv7(),
        limit,
        receivers,
        freeOfOthers,
        leaseMs: LEASE_MS,
      });
      mayBeMore = claimed.length === limit || receivers.some(({ free }) => free === 0);
      for (const webhook of claimed) start(webhook, claimedAt);
      return claimed.length;
    },
    stop: async () => {
      if (underWay.size === 0) return;
      const timer = setTimeout(() => idle.resolve(), STOP_PATIENCE_MS);
      await idle.promise;
      clearTimeout(timer);
      if (underWay.size > 0) await releaseWebhooks(deps.database, [...underWay.values()]);
    },
  };

  function start(webhook: ClaimedWebhook, claimedAt: number): void {
    underWay.set(webhook.id, webhook);
    places.take(webhook.origin);
    void attempt(webhook, claimedAt)
      .catch(() => 'silent' as const)
      .then((outcome) => {
        places.giveBack(webhook.origin, outcome);
        underWay.delete(webhook.id);
        if (underWay.size === 0) {
          idle.resolve();
          idle = Promise.withResolvers();
        }
        if (mayBeMore) wake();
      });
  }

  async function attempt(
    webhook: ClaimedWebhook,
    claimedAt: number,
  ): Promise<'answered' | 'silent'> {
    const at = new Date();
    const token = webhook.token ?? (await sign(await deps.signer(), webhook, at));
    // A process that was frozen must not send what another one has taken over meanwhile.
    if (performance.now() - claimedAt > LEASE_MS - ATTEMPT_TIMEOUT_MS) return 'answered';
    const started = performance.now();
    const result = await deps.post({
      url: webhook.url,
      headers: headersOf(deps, webhook, token, at),
      body: webhook.body,
      timeoutMs: ATTEMPT_TIMEOUT_MS,
    });
    const recorded: RecordedAttempt = {
      webhook,
      token,
      result,
      next: nextStep(webhook.attempts + 1, result),
      latencyMs: Math.round(performance.now() - started),
      answer: result.kind === 'answered' ? result.answer : null,
    };
    const { isOurs, hasSuccessor } = await record(recorded);
    if (hasSuccessor) wake();
    if (recorded.next.kind === 'retry') setTimeout(() => wake(), recorded.next.delayMs).unref();
    deps.onAttempt({ webhook, recorded, isOurs });
    return result.kind === 'answered' ? 'answered' : 'silent';
  }
}

function sign(signer: Signer, webhook: ClaimedWebhook, at: Date): Promise<string> {
  const { reference } = JSON.parse(webhook.body) as { readonly reference: string };
  return signWebhook(signer, {
    webhookId: webhook.id,
    serviceTxId: webhook.transaction_id,
    reference,
    event: webhook.event,
    body: webhook.body,
    at,
  });
}

function headersOf(
  deps: DeliveryDeps,
  webhook: ClaimedWebhook,
  token: string,
  at: Date,
): Readonly<Record<string, string>> {
  const { id, body, webhook_secret } = webhook;
  return {
    'content-type': 'application/json',
    'user-agent': deps.userAgent,
    'x-service-signature': token,
    ...(webhook_secret === null
      ? {}
      : standardWebhookHeaders({ id, at, body, secret: deps.vault.open(webhook_secret) })),
  };
}
