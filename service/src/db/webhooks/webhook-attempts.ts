import type { CheckoutEvent } from '../../domain/checkouts/checkout-event.ts';
import type { PaymentEvent } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import {
  FAILED_ATTEMPT,
  FROM_SUBJECTS,
  FROM_WEBHOOKS,
  ORIGIN,
  STATE,
  URL_OF_SUBJECT,
  type WebhookState,
} from './webhook-replays.ts';

export interface WebhookWithAttemptsRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly event: PaymentEvent | CheckoutEvent;
  readonly reference: string;
  readonly amount_xaf: number;
  readonly state: WebhookState;
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
  // Asked for by the table that has only a few, they are found without reading all the others.
  const isOpen = wanted.state === 'pending' || wanted.state === 'undelivered';
  return database.query<WebhookWithAttemptsRow>({
    text: `select w.id, w.transaction_id, coalesce(c.reference, t.reference) as reference,
                  coalesce(c.amount_xaf, t.amount_xaf) as amount_xaf, w.event, ${STATE} as state,
                  w.is_replay, ${ORIGIN} as origin, w.created_at, ${ATTEMPTS} as attempts
           ${FROM_WEBHOOKS}
           ${FROM_SUBJECTS}
           where w.application_id is not null and ($1::uuid is null or w.transaction_id = $1)
             and ${isOpen ? 'o.state = $2' : `($2::text is null or ${STATE} = $2)`}
             ${wanted.state === 'replayed' ? AFTER_A_FAILURE : ''}
           order by w.id desc limit $3`,
    values: [wanted.transactionId, wanted.state, wanted.limit],
  });
}

/** One in thousands: they are not looked for among all that were delivered at once. */
const AFTER_A_FAILURE = `and w.id in (select f.webhook_id from webhook_attempts f
                                     where ${FAILED_ATTEMPT})`;

const ATTEMPTS = `coalesce((select json_agg(json_build_object(
    'number', a.number, 'at', a.at, 'status', a.status,
    'error', a.error, 'latency_ms', a.latency_ms, 'answer', a.answer) order by a.number)
  from webhook_attempts a where a.webhook_id = w.id), '[]')`;

export interface SentWebhookRow {
  readonly url: string;
  readonly body: string;
  readonly attempts: readonly {
    readonly number: number;
    /** `null` if a release made it that did not store them. */
    readonly headers: Readonly<Record<string, string>> | null;
  }[];
}

/** What was sent, to the letter. */
export async function findSentWebhook(
  database: Queryable,
  id: string,
): Promise<SentWebhookRow | null> {
  const [row] = await database.query<SentWebhookRow>({
    text: `select coalesce(o.url, ${URL_OF_SUBJECT}, '') as url, w.body,
                  coalesce((select json_agg(json_build_object('number', a.number,
                                                              'headers', a.headers::json)
                                            order by a.number)
                            from webhook_attempts a where a.webhook_id = w.id), '[]') as attempts
           from webhooks w
           ${FROM_SUBJECTS}
           left join open_webhooks o on o.webhook_id = w.id
           where w.id = $1 and w.application_id is not null`,
    values: [id],
  });
  return row ?? null;
}

export interface OwnWebhookRow extends Omit<WebhookWithAttemptsRow, 'origin' | 'amount_xaf'> {
  readonly callback_url: string;
  /** `null` while an attempt is under way, and when there will be none. */
  readonly next_attempt_at: Date | null;
}

/** The webhooks of an application, newest first, from the one before `before` on. */
export function listOwnWebhooks(
  database: Queryable,
  wanted: {
    readonly applicationId: string;
    readonly transactionId: string | null;
    readonly state: 'pending' | 'delivered' | 'undelivered' | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<OwnWebhookRow[]> {
  const { applicationId, transactionId, state, before, limit } = wanted;
  const isOpen = state === 'pending' || state === 'undelivered';
  return database.query<OwnWebhookRow>({
    text: `select w.id, w.transaction_id, w.event,
                  coalesce(c.reference, t.reference) as reference,
                  ${STATE} as state, w.is_replay, ${URL_OF_SUBJECT} as callback_url,
                  w.created_at, ${ATTEMPTS} as attempts,
                  case when o.claim is null then o.due_at end as next_attempt_at
           ${FROM_WEBHOOKS}
           ${FROM_SUBJECTS}
           where w.application_id = $1
             and ($2::uuid is null or w.transaction_id = $2)
             and ${isOpen ? 'o.state = $3' : `($3::text is null or ${STATE} = $3)`}
             and ($4::uuid is null or w.id < $4)
           order by w.id desc limit $5`,
    values: [applicationId, transactionId, state, before, limit],
  });
}

/** The id of a webhook, if it is one of the application. */
export async function findOwnWebhook(
  database: Queryable,
  { applicationId, id }: { readonly applicationId: string; readonly id: string },
): Promise<string | null> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from webhooks where id = $1 and application_id = $2',
    values: [id, applicationId],
  });
  return row?.id ?? null;
}
