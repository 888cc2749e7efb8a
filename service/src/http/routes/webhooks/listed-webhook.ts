import type { Static } from 'typebox';
import type { WebhookLine } from '../../../contract/webhooks/staff-webhooks-api.ts';
import type { WebhookWithAttempts } from '../../../db/webhooks/webhook-attempts.ts';

export function toWebhookLine(row: WebhookWithAttempts): Static<typeof WebhookLine> {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts.map((attempt) => ({
      ...attempt,
      at: new Date(attempt.at).toISOString(),
    })),
  };
}
