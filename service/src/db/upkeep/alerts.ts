import type { AlertKind, OpenAlert } from '../../domain/upkeep/alert.ts';
import type { Queryable } from '../client.ts';

export function listOpenAlerts(database: Queryable): Promise<OpenAlert[]> {
  return database.query<OpenAlert>({
    text: 'select id, kind, subject from alerts where cleared_at is null',
  });
}

export interface NewAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: string;
  readonly message: NewMessage;
}

interface NewMessage {
  readonly id: string;
  readonly body: string;
}

/** One statement: an alert without its message would wake nobody. Another process may be first. */
export async function insertAlert(database: Queryable, alert: NewAlert): Promise<boolean> {
  const rows = await database.query({
    text: `with raised as (
             insert into alerts (id, kind, subject, raised_at) values ($1, $2, $3, app_now())
             on conflict do nothing returning id, raised_at
           )
           insert into alert_messages (id, alert_id, event, body, created_at, due_at)
           select $4, id, 'alert.raised', $5, raised_at, raised_at from raised returning id`,
    values: [alert.id, alert.kind, alert.subject, alert.message.id, alert.message.body],
  });
  return rows.length > 0;
}

export async function clearAlert(
  database: Queryable,
  { id, message }: { readonly id: string; readonly message: NewMessage },
): Promise<boolean> {
  const rows = await database.query({
    text: `with cleared as (
             update alerts set cleared_at = app_now() where id = $1 and cleared_at is null
             returning id, cleared_at
           )
           insert into alert_messages (id, alert_id, event, body, created_at, due_at)
           select $2, id, 'alert.cleared', $3, cleared_at, cleared_at from cleared returning id`,
    values: [id, message.id, message.body],
  });
  return rows.length > 0;
}

export interface ClaimedMessage {
  readonly id: string;
  readonly alert_id: string;
  readonly event: string;
  readonly body: string;
  readonly attempts: number;
}

/** Leases what is due; a message goes out only after those of its alert before it. */
export function claimAlertMessages(
  database: Queryable,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<ClaimedMessage[]> {
  return database.query<ClaimedMessage>({
    text: `update alert_messages m
           set due_at = app_now() + make_interval(secs => $2), attempts = attempts + 1
           from (
             select d.id from alert_messages d
             where d.due_at <= app_now() and not exists (
               select from alert_messages e where e.alert_id = d.alert_id and e.id <> d.id
                 and e.event = 'alert.raised' and e.due_at is not null)
             order by d.due_at limit $1 for update skip locked
           ) due
           where m.id = due.id
           returning m.id, m.alert_id, m.event, m.body, m.attempts`,
    values: [limit, leaseSeconds],
  });
}

export async function recordAlertAttempt(
  database: Queryable,
  attempt: {
    readonly id: string;
    readonly isTaken: boolean;
    readonly result: string;
    /** Null: it is not posted again. */
    readonly pauseMs: number | null;
  },
): Promise<void> {
  await database.query({
    text: `update alert_messages
           set last_result = $3,
               delivered_at = case when $2 then app_now() end,
               due_at = case when $2 then null
                             else app_now() + make_interval(secs => $4::float8 / 1000) end
           where id = $1 and delivered_at is null`,
    values: [attempt.id, attempt.isTaken, attempt.result, attempt.pauseMs],
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
