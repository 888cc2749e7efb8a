import type { CheckoutEvent } from '../../domain/checkouts/checkout-event.ts';
import type { PaymentEvent } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';

export interface NewReplay {
  readonly id: string;
  readonly transactionId: string;
  readonly applicationId: string;
  readonly event: PaymentEvent;
  readonly url: string;
  readonly body: string;
  /** The version of the transaction that the body describes. */
  readonly version: number;
}

/**
 * Queues an event again, behind all events of the same transaction that are still on their way. It
 * replaces earlier events that were given up, which no longer count as undelivered. False if the
 * transaction has moved: then nothing was queued.
 */
export async function insertReplay(database: Queryable, replay: NewReplay): Promise<boolean> {
  const rows = await database.query({
    // The lock lets a move that is under way finish first, so that events keep their order.
    text: `with target as (
             select id from transactions where id = $2 and version = $8 for share
           ), taken_care_of as (
             delete from open_webhooks o using target
             where o.webhook_id in (select w.id from webhooks w where w.transaction_id = target.id)
               and o.state = 'undelivered'
           ), queued as (
             insert into webhooks (id, transaction_id, application_id, event, body, is_replay,
                                   created_at)
             select $1::uuid, target.id, $3::uuid, $4, $7, true, app_now() from target
             returning id, transaction_id, position, created_at
           )
           insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at,
                                      url, origin)
           select id, transaction_id, position, created_at, created_at, $5, $6 from queued
           returning webhook_id`,
    values: [
      replay.id,
      replay.transactionId,
      replay.applicationId,
      replay.event,
      replay.url,
      new URL(replay.url).origin,
      replay.body,
      replay.version,
    ],
  });
  return rows.length > 0;
}

/** Whether a replay of the webhook that names this payment or checkout is still pending. */
export async function isReplayPending(database: Queryable, eventId: string): Promise<boolean> {
  const rows = await database.query({
    text: `select 1 from open_webhooks o join webhooks w on w.id = o.webhook_id
           where w.transaction_id = $1 and w.is_replay and o.state = 'pending' limit 1`,
    values: [eventId],
  });
  return rows.length > 0;
}

export interface ListedWebhookRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly event: PaymentEvent | CheckoutEvent;
  readonly state: WebhookState;
  readonly attempts: number;
  readonly created_at: Date;
  readonly origin: string;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

/** The newest first, with how the last attempt of each ended. */
export function listWebhooks(database: Queryable, limit: number): Promise<ListedWebhookRow[]> {
  return database.query<ListedWebhookRow>({
    text: `${SELECT_LISTED} where w.application_id is not null order by w.id desc limit $1`,
    values: [limit],
  });
}

/** Those that were created in a time range and given up, the oldest first. */
export function listUndeliveredWebhooks(
  database: Queryable,
  range: {
    readonly since: Date | null;
    readonly until: Date | null;
    /** Only those with a smaller id. */
    readonly before?: string;
    readonly limit: number;
  },
): Promise<ListedWebhookRow[]> {
  return database.query<ListedWebhookRow>({
    text: `${SELECT_LISTED}
           where o.state = 'undelivered'
             and o.created_at >= coalesce($1::timestamptz, '-infinity')
             and o.created_at < coalesce($2::timestamptz, 'infinity')
             and ($4::uuid is null or o.webhook_id < $4)
           order by o.created_at, o.position
           limit $3`,
    values: [range.since, range.until, range.limit, range.before ?? null],
  });
}

export async function countUndeliveredWebhooks(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly total: number }>({
    text: `select count(*) as total from open_webhooks where state = 'undelivered'`,
  });
  return row?.total ?? 0;
}

export interface ResentRow {
  /** Given up before, and not queued again. */
  readonly left: number;
  readonly pending: number;
  readonly delivered: number;
  readonly undelivered: number;
}

/** The progress of what was queued again since an id was made. */
export async function countResent(database: Queryable, batch: string): Promise<ResentRow> {
  const [row] = await database.query<ResentRow>({
    text: `select (select count(*) from open_webhooks
                   where state = 'undelivered' and webhook_id < $1::uuid) as left,
                  count(*) filter (where o.state = 'pending') as pending,
                  count(*) filter (where o.state is null) as delivered,
                  count(*) filter (where o.state = 'undelivered') as undelivered
           from webhooks w left join open_webhooks o on o.webhook_id = w.id
           where w.id >= $1::uuid and w.is_replay`,
    values: [batch],
  });
  return row ?? { left: 0, pending: 0, delivered: 0, undelivered: 0 };
}

/** Webhooks with what is still to be done about each, and how the last attempt ended. */
export const FROM_WEBHOOKS = `from webhooks w
  left join open_webhooks o on o.webhook_id = w.id
  left join lateral (select a.number, a.status, a.error from webhook_attempts a
                     where a.webhook_id = w.id order by a.number desc limit 1) l on true`;

export type WebhookState = 'pending' | 'delivered' | 'undelivered' | 'replayed';

/**
 * One that is no longer open was delivered, or a replay has replaced it. In an archived month it
 * counts as delivered, as nearly all were.
 */
export const STATE = `coalesce(o.state, case
  when l.status between 200 and 299 then 'delivered'
  when l.number is null and exists (select from months m
                                    where m.table_name = 'webhook_attempts'
                                      and m.archived_at is not null
                                      and w.id >= m.from_id and w.id < m.to_id) then 'delivered'
  else 'replayed' end)`;

/** An attempt that no receiver took; an index has these alone. */
export const FAILED_ATTEMPT = '(f.status between 200 and 299) is not true';

/** What a webhook is about: a payment, or a checkout, whose events name a deposit or itself. */
export const FROM_SUBJECTS = `left join transactions t on t.id = w.transaction_id
  left join checkout_attempts x on x.transaction_id = w.transaction_id
  left join checkouts c on c.id = coalesce(x.checkout_id, w.transaction_id)`;

/** Where it goes or went: the address of its payment or checkout never changes. */
export const URL_OF_SUBJECT = 'coalesce(c.callback_url, t.callback_url)';
export const ORIGIN = `coalesce(o.origin, substring(${URL_OF_SUBJECT} from '^[^/]*//[^/?#]*'))`;

const SELECT_LISTED = `
  select w.id, w.transaction_id, w.event, ${STATE} as state, coalesce(l.number, 0) as attempts,
         w.created_at, ${ORIGIN} as origin, l.status as last_status, l.error as last_error
  ${FROM_WEBHOOKS}
  ${FROM_SUBJECTS}`;
