import { randomUUIDv7 } from 'node:crypto';
import {
  countResent,
  listUndeliveredWebhooks,
  type ResentRow,
} from '../../db/webhooks/webhook-replays.ts';
import type { Actor } from '../access/actor.ts';
import { tellStateAgain } from './replay-webhook.ts';
import { type SendAgainDeps, sendWebhookAgain } from './send-webhook-again.ts';

/** So many are queued within a moment, and a person sees the next step. */
const STEP = 25;

export interface ResendStep extends ResentRow {
  /** Names the whole of the steps: what was given up before it, what was queued since. */
  readonly batch: string;
  readonly queued: number;
}

/**
 * Queues the next of the webhooks that were given up before the first step, the oldest first. What
 * is given up again meanwhile is not sent a third time. A step that queues nothing is the last.
 */
export async function resendUndelivered(
  deps: SendAgainDeps,
  actor: Actor,
  batch: string = randomUUIDv7(),
): Promise<ResendStep> {
  const range = { since: null, until: null, before: batch, limit: STEP };
  const rows = await listUndeliveredWebhooks(deps.database, range);
  let queued = 0;
  // Two events of one transaction may be undelivered; its state is sent once.
  for (const id of new Set(rows.map(({ transaction_id }) => transaction_id))) {
    const sent = await sendWebhookAgain(deps, actor, { id, replay: tellStateAgain });
    if (sent.kind === 'queued') queued += 1;
  }
  return { batch, queued, ...(await countResent(deps.database, batch)) };
}
