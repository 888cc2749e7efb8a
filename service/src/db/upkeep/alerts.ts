import { writeMessage } from '../../domain/messages/message.ts';
import { SEAL_BROKEN } from '../../domain/seals/seal.ts';
import type { AlertKind, BrokenSeal, OpenAlert } from '../../domain/upkeep/alert.ts';
import { ALERT_ORIGIN } from '../../domain/webhooks/webhook-retry.ts';
import type { Queryable } from '../client.ts';

export function listOpenAlerts(database: Queryable): Promise<OpenAlert[]> {
  return database.query<OpenAlert>({
    text: `select id, kind, subject, exists (
             select from webhooks w where w.transaction_id = a.id and w.event = 'alert.raised'
           ) as "isSent"
           from alerts a where cleared_at is null`,
  });
}

export interface ListedAlert extends Pick<OpenAlert, 'id' | 'kind' | 'subject'> {
  readonly raisedAt: Date;
  readonly clearedAt: Date | null;
}

/** Those that are open, and the last ones that ended, each with the newest first. */
export function listAlerts(database: Queryable, mostPast: number): Promise<ListedAlert[]> {
  const columns = 'id, kind, subject, raised_at as "raisedAt", cleared_at as "clearedAt"';
  return database.query<ListedAlert>({
    text: `(select ${columns} from alerts where cleared_at is null order by id desc)
           union all
           (select ${columns} from alerts where cleared_at is not null order by id desc limit $1)`,
    values: [mostPast],
  });
}

export interface NewAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: string;
}

/** False if another process was first. */
export async function insertAlert(database: Queryable, alert: NewAlert): Promise<boolean> {
  const rows = await database.query({
    text: `insert into alerts (id, kind, subject, raised_at) values ($1, $2, $3, app_now())
           on conflict do nothing returning id`,
    values: [alert.id, alert.kind, alert.subject],
  });
  return rows.length > 0;
}

interface AlertMessage {
  readonly alertId: string;
  readonly id: string;
  readonly body: string;
}

/** Sends the pager an alert that is open, in case it does not have it yet. */
export async function sendAlert(
  database: Queryable,
  { alertId, id, body }: AlertMessage,
): Promise<boolean> {
  const rows = await database.query({
    text: `with alert as (
             select id, app_now() as at from alerts a
             where id = $1 and cleared_at is null and not exists (
               select from webhooks w where w.transaction_id = a.id and w.event = 'alert.raised')
             for update
           ),
           ${queueMessage('alert.raised', '$2::uuid', '$3')}`,
    values: [alertId, id, body],
  });
  return rows.length > 0;
}

/** One query: the pager learns of every end whose beginning it knows. */
export async function clearAlert(
  database: Queryable,
  { alertId, id, body }: AlertMessage,
  isSent: boolean,
): Promise<boolean> {
  const cleared = `update alerts set cleared_at = app_now() where id = $1 and cleared_at is null
                   returning id`;
  const rows = await database.query(
    isSent
      ? {
          text: `with alert as (${cleared}, cleared_at as at),
                 ${queueMessage('alert.cleared', '$2::uuid', '$3')}`,
          values: [alertId, id, body],
        }
      : { text: cleared, values: [alertId] },
  );
  return rows.length > 0;
}

/** Puts a message about the alert of the CTE `alert` (id, at) into the outbox of the webhooks. */
function queueMessage(event: 'alert.raised' | 'alert.cleared', id: string, body: string): string {
  return `message as (
            insert into webhooks (id, transaction_id, application_id, event, body, created_at)
            select ${id}, id, null, '${event}', ${body}, at from alert
            returning id, transaction_id, position, created_at
          )
          insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, url,
                                     origin)
          select id, transaction_id, position, created_at, created_at, '', '${ALERT_ORIGIN}'
          from message returning webhook_id`;
}

/** Payouts and held deposits that are not settled; they are few, unlike open deposits. */
export async function listWaitingIds(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>({
    text: 'select transaction_id as id from open_transactions where expires_at is null',
  });
  return rows.map(({ id }) => id);
}

export interface HeldChange {
  readonly transactionId: string;
  /** It is an event of a checkout, whose id is in place of the payment's. */
  readonly isOfCheckout: boolean;
  readonly problem: BrokenSeal['problem'];
}

/** What was held because it is not what the service wrote. */
export function listHeldChanges(database: Queryable): Promise<HeldChange[]> {
  return database.query<HeldChange>({
    text: `select s.transaction_id as "transactionId", 'request_changed' as problem,
                  false as "isOfCheckout"
           from open_transactions o join submissions s using (transaction_id)
           where s.problem = $1
           union all
           select o.transaction_id, 'webhook_changed',
                  exists (select from checkouts c where c.id = o.transaction_id)
           from open_webhooks o
           where o.state = 'undelivered' and exists (
             select from webhook_attempts a where a.webhook_id = o.webhook_id and a.error = $2)
           union all
           select s.transaction_id, 'job_changed', false
           from sim_jobs j join submissions s using (reference)
           where j.state = 'withdrawn' and j.problem = $2
           limit 100`,
    values: [writeMessage({ code: 'seal_broken' }), SEAL_BROKEN],
  });
}

/** Withdrawals that are not settled, by state; each count is one range of an index. */
export function listWaitingPayouts(
  database: Queryable,
): Promise<{ readonly state: string; readonly count: number; readonly oldestAt: Date }[]> {
  return database.query({
    text: `select state, count(*) as count, min(since) as "oldestAt" from open_transactions
           where state in ('pending_approval', 'approved', 'provider_submitted')
             and expires_at is null
           group by state`,
  });
}
