import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import {
  type ClaimedMessage,
  claimAlertMessages,
  recordAlertAttempt,
} from '../../db/upkeep/alerts.ts';
import { pauseBeforeAttempt } from '../../domain/upkeep/alert.ts';
import { isDelivered } from '../../domain/webhooks/webhook-retry.ts';
import { type Signer, signWebhook } from '../../signing/webhook-token.ts';
import type { Post } from '../webhooks/attempt-webhook.ts';

export interface PostAlertsDeps {
  readonly database: Queryable;
  readonly environment: 'sandbox' | 'live';
  readonly url: string;
  readonly post: Post;
  readonly signer: () => Promise<Signer>;
  readonly userAgent: string;
}

const AT_ONCE = 10;
const TIMEOUT_MS = 5_000;
/** Longer than an attempt takes, so that no other process posts the same. */
const LEASE_SECONDS = 60;

/** Posts what is due to the company's address, signed like a webhook, until it was taken. */
export async function postAlerts(deps: PostAlertsDeps): Promise<number> {
  const lease = { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS };
  const messages = await claimAlertMessages(deps.database, lease);
  await Promise.all(messages.map((message) => postOne(deps, message)));
  return messages.length;
}

async function postOne(deps: PostAlertsDeps, message: ClaimedMessage): Promise<void> {
  const { database, environment, url, userAgent } = deps;
  const { id, alert_id: serviceTxId, event, body } = message;
  const at = await findClock(database);
  const facts = { serviceTxId, reference: id, event, application: null, environment, body, at };
  const token = await signWebhook(await deps.signer(), facts);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'x-service-signature': token,
  };
  const result = await deps.post({ url, headers, body, timeoutMs: TIMEOUT_MS });
  const isTaken = isDelivered(result);
  await recordAlertAttempt(database, {
    id,
    isTaken,
    result: result.kind === 'answered' ? `status ${result.status}` : result.error,
    pauseMs: isTaken ? null : pauseBeforeAttempt(message.attempts),
  });
}
