import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import {
  countResent,
  isReplayPending,
  listUndeliveredWebhooks,
  type ResentRow,
} from '../../db/webhooks/webhook-replays.ts';
import type { Actor } from '../access/actor.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';
import { type Replay, replayWebhook, tellStateAgain } from './replay-webhook.ts';

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
  asked: { readonly id: string; readonly replay?: typeof replayWebhook },
): Promise<SentAgain> {
  const { id, replay: sendAgain = replayWebhook } = asked;
  const sent = await deps.database.atomically(async (connection): Promise<SentAgain> => {
    const found = await lockTransaction(connection, id);
    if (found === null) return { kind: 'refused', refusal: { code: 'transaction_not_found' } };
    if (await isReplayPending(connection, id)) {
      return { kind: 'refused', refusal: { code: 'replay_pending' } };
    }
    const replay = await sendAgain({ database: connection, onQueued: () => {} }, found.transaction);
    if (replay.kind === 'refused') return replay;
    await appendAudit(connection, {
      ...actor,
      action: 'webhook.replay',
      subject: `transaction:${id}`,
      before: null,
      after: { event: replay.event },
      reason: null,
    });
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
    const sent = await sendWebhookAgain(deps, actor, { id, replay: tellStateAgain });
    if (sent.kind === 'queued') queued += 1;
  }
  return { batch, queued, ...(await countResent(deps.database, batch)) };
}
