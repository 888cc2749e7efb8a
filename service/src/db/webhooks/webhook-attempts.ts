import type { PaymentEvent } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';

export interface WebhookWithAttemptsRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly event: PaymentEvent;
  readonly reference: string;
  readonly amount_xaf: number;
  readonly state: 'pending' | 'delivered' | 'undelivered' | 'replayed';
  readonly is_replay: boolean;
  readonly origin: string;
  readonly created_at: Date;
  readonly attempts: readonly {
    readonly number: number;
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly latency_ms: number;
    readonly answer: string | null;
  }[];
}

/** Webhooks with every attempt: of one transaction, or the newest of a state. */
export function listWebhooksWithAttempts(
  database: Queryable,
  wanted: {
    readonly transactionId: string | null;
    readonly state: WebhookWithAttemptsRow['state'] | null;
    readonly limit: number;
  },
): Promise<WebhookWithAttemptsRow[]> {
  return database.query<WebhookWithAttemptsRow>({
    text: `select w.id, w.transaction_id, p.reference, p.amount_xaf, w.event, w.state,
                  w.is_replay, w.origin, w.created_at,
                  coalesce((select json_agg(json_build_object(
                              'number', t.number, 'at', t.at, 'status', t.status,
                              'error', t.error, 'latency_ms', t.latency_ms, 'answer', t.answer)
                              order by t.number)
                            from webhook_attempts t where t.webhook_id = w.id), '[]') as attempts
           from webhooks w join transactions p on p.id = w.transaction_id
           where ($1::uuid is null or w.transaction_id = $1) and ($2::text is null or w.state = $2)
           order by w.position desc limit $3`,
    values: [wanted.transactionId, wanted.state, wanted.limit],
  });
}
