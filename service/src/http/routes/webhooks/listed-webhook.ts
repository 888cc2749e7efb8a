import type { Static } from 'typebox';
import type { WebhookRow } from '../../../contract/webhooks/staff-webhooks-api.ts';
import type { WebhookWithAttempts } from '../../../db/webhooks/webhook-attempts.ts';

export function toWebhookRow(row: WebhookWithAttempts): Static<typeof WebhookRow> {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts.map((attempt) => ({
      ...attempt,
      at: new Date(attempt.at).toISOString(),
    })),
  };
}
