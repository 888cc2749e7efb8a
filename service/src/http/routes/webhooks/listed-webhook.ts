import type { Static } from 'typebox';
import type { WebhookRow } from '../../../contract/webhooks/staff-webhooks-api.ts';
import type { WebhookWithAttemptsRow } from '../../../db/webhooks/webhook-attempts.ts';

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
