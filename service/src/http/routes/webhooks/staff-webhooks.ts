import {
  listWebhooksSchema,
  staffReplaySchema,
} from '../../../contract/webhooks/staff-webhooks-api.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { listWebhooksWithAttempts } from '../../../db/webhooks/webhook-attempts.ts';
import { sendWebhookAgain } from '../../../flows/webhooks/send-webhook-again.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor } from '../access/actor.ts';
import { toWebhookRow } from './listed-webhook.ts';

interface WebhookRouteDeps {
  readonly database: Database;
  readonly replica: Queryable;
  readonly onQueued: () => void;
}

/** The webhooks that were sent, and sending one again. */
export function staffWebhookRoutes(app: App, deps: WebhookRouteDeps): void {
  app.get(
    '/internal/v1/webhooks',
    { schema: listWebhooksSchema, config: { role: 'viewer' } },
    async ({ query }) => {
      const { state = null, limit } = query;
      const rows = await listWebhooksWithAttempts(deps.replica, {
        transactionId: null,
        state,
        limit,
      });
      return { items: rows.map(toWebhookRow) };
    },
  );

  app.post(
    '/internal/v1/transactions/:id/replay-webhook',
    { schema: staffReplaySchema, config: { role: 'agent' } },
    async (request, reply) => {
      const { id } = request.params;
      const result = await sendWebhookAgain(deps, requestActor(request), { id });
      if (result.kind === 'refused') return sendProblem(reply, result.refusal);
      return { done: true };
    },
  );
}
