import type { Static } from 'typebox';
import type { WebhookRow } from '../../../contract/webhooks/staff-webhooks-api.ts';
import type {
  OwnWebhookRow,
  WebhookWithAttemptsRow,
} from '../../../db/webhooks/webhook-attempts.ts';
import { explainAttempt } from '../../../domain/webhooks/attempt-problem.ts';

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

/** For the platform: why an attempt failed is said in our words, not in those of the network. */
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
