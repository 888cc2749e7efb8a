import type { Static } from 'typebox';
import {
  listWebhooksSchema,
  readResentSchema,
  readSentWebhookSchema,
  resendWebhooksSchema,
  staffReplaySchema,
  type WebhookRow,
} from '../../../contract/webhooks/staff-webhooks-api.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import {
  findSentWebhook,
  listWebhooksWithAttempts,
  type OwnWebhookRow,
  type SentWebhookRow,
  type WebhookWithAttemptsRow,
} from '../../../db/webhooks/webhook-attempts.ts';
import { countResent } from '../../../db/webhooks/webhook-replays.ts';
import { includesRole } from '../../../domain/access/staff-role.ts';
import { explainAttempt } from '../../../domain/webhooks/attempt-problem.ts';
import { resendUndelivered, sendWebhookAgain } from '../../../flows/webhooks/resend-webhook.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor, type SignedInStaff } from '../../staff/staff-request.ts';

interface WebhookRouteDeps {
  readonly database: Database;
  readonly replica: Queryable;
  readonly onQueued: () => void;
}

/** Lists the sent webhooks, and sends one again. */
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

  app.get(
    '/internal/v1/webhooks/:id/sent',
    { schema: readSentWebhookSchema, config: { role: 'viewer' } },
    async ({ params, staff }, reply) => {
      const sent = await findSentWebhook(deps.replica, params.id);
      if (sent === null) return sendProblem(reply, { code: 'webhook_not_found' });
      return { ...sent, attempts: sent.attempts.map((one) => toSentAttempt(one, staff)) };
    },
  );

  resendRoutes(app, deps);
}

function resendRoutes(app: App, deps: WebhookRouteDeps): void {
  app.post(
    '/internal/v1/webhooks/resend',
    { schema: resendWebhooksSchema, config: { role: 'agent' } },
    (request) => resendUndelivered(deps, requestActor(request), request.body.batch),
  );

  app.get(
    '/internal/v1/webhooks/resend/:batch',
    { schema: readResentSchema, config: { role: 'viewer' } },
    ({ params }) => countResent(deps.database, params.batch),
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

/** A signature is valid for a while: who only reads could send the webhook as if it were ours. */
function toSentAttempt(
  { number, headers }: SentWebhookRow['attempts'][number],
  { role }: SignedInStaff,
) {
  const isHidden = (name: string) => /signature/i.test(name) && !includesRole(role, 'agent');
  const entries = Object.entries(headers ?? {});
  return {
    number,
    headers: entries.map(([name, value]) => ({ name, value: isHidden(name) ? '***' : value })),
  };
}

export function toWebhookRow(row: WebhookWithAttemptsRow): Static<typeof WebhookRow> {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts.map((attempt) => ({
      ...attempt,
      at: new Date(attempt.at).toISOString(),
    })),
  };
}

/** For the platform: our own reason why an attempt failed, not the network's error. */
export function toDelivery(row: OwnWebhookRow) {
  const { id, transaction_id, next_attempt_at, created_at, attempts, ...rest } = row;
  return {
    ...rest,
    webhook_id: id,
    service_tx_id: transaction_id,
    created_at: created_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    attempts: attempts.map(({ error, status, answer, at, ...attempt }) => {
      const result =
        status === null
          ? ({ kind: 'failed', error: error ?? '' } as const)
          : ({ kind: 'answered', status } as const);
      const problem = explainAttempt(result);
      return {
        ...attempt,
        status,
        at: new Date(at).toISOString(),
        response: answer,
        problem: problem?.code ?? null,
        message: problem?.message ?? null,
      };
    }),
  };
}
