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
 * Queues an event again, behind all events of the same transaction that are still on their way.
 * Earlier events that were given up are replaced by it and no longer count as undelivered. False:
 * the transaction has moved, and nothing was queued.
 */
export async function insertReplay(database: Queryable, replay: NewReplay): Promise<boolean> {
  const rows = await database.query({
    // The lock lets a move that is under way finish first, so that events keep their order.
    text: `with told as (
             select id from transactions where id = $2 and version = $8 for share
           ), taken_care_of as (
             update webhooks w set state = 'replayed' from told
             where w.transaction_id = told.id and w.state = 'undelivered'
           )
           insert into webhooks (id, transaction_id, application_id, event, url, origin, body,
                                 is_replay, due_at, created_at)
           select $1::uuid, told.id, $3::uuid, $4, $5, $6, $7, true, app_now(), app_now() from told
           returning id`,
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

/** Whether a replay of the transaction's webhook has not come to its end yet. */
export async function isReplayPending(
  database: Queryable,
  transactionId: string,
): Promise<boolean> {
  const rows = await database.query({
    text: `select 1 from webhooks
           where transaction_id = $1 and is_replay and state = 'pending' limit 1`,
    values: [transactionId],
  });
  return rows.length > 0;
}

export interface ListedWebhookRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly event: PaymentEvent;
  readonly state: 'pending' | 'delivered' | 'undelivered' | 'replayed';
  readonly attempts: number;
  readonly created_at: Date;
  readonly origin: string;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

/** The newest first, with how the last attempt of each ended. */
export function listWebhooks(database: Queryable, limit: number): Promise<ListedWebhookRow[]> {
  return database.query<ListedWebhookRow>({
    text: `${SELECT_LISTED} order by w.id desc limit $1`,
    values: [limit],
  });
}

/** Those that were created in a time range and given up, the oldest first. */
export function listUndeliveredWebhooks(
  database: Queryable,
  range: { readonly since: Date | null; readonly until: Date | null; readonly limit: number },
): Promise<ListedWebhookRow[]> {
  return database.query<ListedWebhookRow>({
    text: `${SELECT_LISTED}
           where w.state = 'undelivered'
             and w.created_at >= coalesce($1::timestamptz, '-infinity')
             and w.created_at < coalesce($2::timestamptz, 'infinity')
           order by w.created_at, w.position
           limit $3`,
    values: [range.since, range.until, range.limit],
  });
}

export async function countUndeliveredWebhooks(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly total: number }>({
    text: `select count(*) as total from webhooks where state = 'undelivered'`,
  });
  return row?.total ?? 0;
}

const SELECT_LISTED = `
  select w.id, w.transaction_id, w.event, w.state, w.attempts, w.created_at, w.origin,
         l.status as last_status, l.error as last_error
  from webhooks w
  left join webhook_attempts l on l.webhook_id = w.id and l.number = w.attempts`;
