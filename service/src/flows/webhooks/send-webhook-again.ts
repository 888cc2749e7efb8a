import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import { isReplayPending } from '../../db/webhooks/webhook-replays.ts';
import type { Actor } from '../access/actor.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';
import { type Replay, replayWebhook } from './replay-webhook.ts';

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
  const { id, replay: tellAgain = replayWebhook } = asked;
  const sent = await deps.database.atomically(async (connection): Promise<SentAgain> => {
    const found = await lockTransaction(connection, id);
    if (found === null) return { kind: 'refused', refusal: { code: 'transaction_not_found' } };
    if (await isReplayPending(connection, id)) {
      return { kind: 'refused', refusal: { code: 'replay_pending' } };
    }
    const replay = await tellAgain({ database: connection, onQueued: () => {} }, found.transaction);
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
