import { cursorIssues } from '../../../contract/validation/issue.ts';
import { listOwnWebhooksSchema, replaySchema } from '../../../contract/webhooks/webhooks-api.ts';
import type { Database } from '../../../db/client.ts';
import { findOwnWebhook, listOwnWebhooks } from '../../../db/webhooks/webhook-attempts.ts';
import type { Ledger } from '../../../flows/transactions/ledger.ts';
import { replayCheckoutWebhook, replayWebhook } from '../../../flows/webhooks/resend-webhook.ts';
import type { App } from '../../app.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { findOwn } from '../transactions/transactions.ts';
import { toDelivery } from './staff-webhooks.ts';

interface WebhookDeps {
  readonly ledger: Ledger;
  readonly database: Database;
  readonly onQueued: () => void;
}

export function webhookRoutes(api: App, deps: WebhookDeps): void {
  api.get(
    '/api/v1/webhooks',
    { schema: listOwnWebhooksSchema },
    async ({ applicationId, query: { service_tx_id, state, before, limit } }) => {
      const place = { applicationId, id: before ?? '' };
      if (before !== undefined && (await findOwnWebhook(deps.database, place)) === null) {
        throw new InvalidRequest(cursorIssues('before', before));
      }
      // One more than is shown reveals whether there is a next page.
      const rows = await listOwnWebhooks(deps.database, {
        applicationId,
        transactionId: service_tx_id ?? null,
        state: state ?? null,
        before: before ?? null,
        limit: limit + 1,
      });
      const items = rows.slice(0, limit).map(toDelivery);
      return {
        items,
        next_before: rows.length > limit ? (items.at(-1)?.webhook_id ?? null) : null,
      };
    },
  );

  api.post(
    '/api/v1/transactions/:service_tx_id/replay-webhook',
    { schema: replaySchema },
    async (request, reply) => {
      const { service_tx_id } = request.params;
      const found = await findOwn(deps.ledger, service_tx_id, request.applicationId);
      const ofCheckout = await replayCheckoutWebhook(deps, {
        applicationId: request.applicationId,
        eventId: service_tx_id,
      });
      const result = ofCheckout ?? (found && (await replayWebhook(deps, found.transaction)));
      if (result === null) return sendProblem(reply, { code: 'transaction_not_found' });
      if (result.kind === 'refused') return sendProblem(reply, result.refusal);
      const { state, event, callbackUrl } = result;
      return { service_tx_id, state, event, callback_url: callbackUrl, ...QUEUED };
    },
  );
}

const QUEUED = { dispatched: true, message: 'The webhook has been queued for delivery.' } as const;
