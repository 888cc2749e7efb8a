import type { CheckoutEvent } from '../../domain/checkouts/checkout-event.ts';
import type { PaymentEvent } from '../../domain/transactions/transaction.ts';
import {
  ALERT_ORIGIN,
  type AttemptResult,
  type NextStep,
} from '../../domain/webhooks/webhook-retry.ts';
import type { Queryable } from '../client.ts';
import { NOT_QUARANTINED } from '../quarantine.ts';
import { rowsWith, unseen } from '../rows.ts';

export type AlertEvent = 'alert.raised' | 'alert.cleared';

/** A delivery that this process may attempt now. */
export interface ClaimedWebhookRow {
  readonly id: string;
  /** The alert's id for an alert. */
  readonly transaction_id: string;
  /** `null` for an alert. */
  readonly application_id: string | null;
  readonly event: PaymentEvent | CheckoutEvent | AlertEvent;
  readonly url: string;
  readonly origin: string;
  readonly body: string;
  /** How many attempts there have been before. */
  readonly attempts: number;
  readonly claim: string;
  /** The token of an earlier attempt, which a retry may use again. */
  readonly token: string | null;
  readonly webhook_secret: string | null;
  /** The one that it replaced, until the application has gone over to the new one. */
  readonly old_secret: string | null;
  /** The name of the application whose payment it is about. */
  readonly application: string | null;
}

export interface RecordedAttempt {
  readonly webhook: Pick<ClaimedWebhookRow, 'id' | 'claim' | 'attempts'>;
  readonly result: AttemptResult;
  readonly next: NextStep;
  readonly latencyMs: number;
  /** When it ended, on the clock of `performance.now()`: the pause before a retry starts then. */
  readonly endedAt: number;
  /** How the answer began, at most 1 KiB. */
  readonly answer: string | null;
  readonly token: string;
  /** As they were sent. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Claim {
  readonly id: string;
  /** At most this many to quick receivers, half of it to unknown ones and a quarter to others. */
  readonly limit: number;
  readonly leaseMs: number;
  /** Receivers that we know, with their free slots. */
  readonly known: readonly {
    readonly origin: string;
    readonly isQuick: boolean;
    readonly free: number;
  }[];
  /** Slots of each receiver that we do not know yet. */
  readonly freeOfUnknown: number;
}

/**
 * Claims due deliveries for `leaseMs`: never two events of one transaction at a time, never more to
 * a receiver than it has slots, and receivers in turn, so that none waits for another's backlog.
 */
export function claimWebhooks(database: Queryable, claim: Claim): Promise<ClaimedWebhookRow[]> {
  const { id, limit, leaseMs, known, freeOfUnknown } = claim;
  const open = known.filter(({ free }) => free > 0);
  return database.query<ClaimedWebhookRow>({
    name: 'claim-webhooks',
    text: CLAIM_WEBHOOKS,
    values: [
      id,
      limit,
      leaseMs,
      open.map(({ origin }) => origin),
      open.map(({ free }) => free),
      open.filter(({ isQuick }) => isQuick).map(({ origin }) => origin),
      open.filter(({ isQuick }) => !isQuick).map(({ origin }) => origin),
      known.map(({ origin }) => origin),
      freeOfUnknown,
      slotsOf(open.filter(({ isQuick }) => isQuick)),
      slotsOf(open.filter(({ isQuick }) => !isQuick)),
    ],
  });
}

function slotsOf(receivers: Claim['known']): number {
  return receivers.reduce((sum, { free }) => sum + free, 0);
}

export interface AttemptRecord {
  /** False if the claim had run out: nothing was written, and another process has claimed it. */
  readonly isOurs: boolean;
  /** A later event of the same transaction waits for this one. */
  readonly hasSuccessor: boolean;
  /** When the retry is due; `null` without one. */
  readonly retryInMs: number | null;
}

/** Writes attempts and what follows from them, for those whose claim is still ours. */
export async function recordAttempts(
  database: Queryable,
  batch: readonly RecordedAttempt[],
): Promise<readonly AttemptRecord[]> {
  const now = performance.now();
  const timed = batch.map((attempt) => {
    const { next, endedAt } = attempt;
    const sinceEndMs = Math.max(0, Math.floor(now - endedAt));
    const retryInMs = next.kind === 'retry' ? Math.max(0, next.delayMs - sinceEndMs) : null;
    return { ...attempt, sinceEndMs, retryInMs };
  });
  const rows = await database.query<{ readonly id: string; readonly has_successor: boolean }>({
    name: 'record-attempts',
    writes: true,
    text: RECORD_ATTEMPTS,
    values: ATTEMPTS.values(timed),
  });
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return timed.map(({ webhook, retryInMs }) => {
    const row = recorded.get(webhook.id);
    return {
      isOurs: row !== undefined,
      hasSuccessor: row?.has_successor ?? false,
      retryInMs: row === undefined ? null : retryInMs,
    };
  });
}

export interface ReleasedWebhook {
  readonly webhook: Pick<ClaimedWebhookRow, 'id' | 'claim'>;
  /** What was signed in vain; the next attempt may use it. */
  readonly token: string | null;
}

/** Gives up claims at once, for a process that will not attempt them in time. */
export async function releaseWebhooks(
  database: Queryable,
  released: readonly ReleasedWebhook[],
): Promise<void> {
  await database.query({
    text: `update open_webhooks w
           set due_at = app_now(), claim = null, token = coalesce(c.token, w.token)
           from ${RELEASED.unnest('c')}
           where w.webhook_id = c.id and w.claim = c.claim`,
    values: RELEASED.values(released),
  });
}

const RELEASED = rowsWith<ReleasedWebhook>({
  id: ['uuid', ({ webhook }) => webhook.id],
  claim: ['uuid', ({ webhook }) => webhook.claim],
  token: ['text', ({ token }) => token],
});

/** Due deliveries to some receivers, selected separately so that none crowds out the others. */
function dueTo(part: {
  readonly receivers: string;
  readonly most: string;
  /** Free slots: if only one is free, it makes no sense to read a long backlog. */
  readonly slots: string;
  readonly sort: 'asc' | 'desc';
}): string {
  return `(
    select w.webhook_id as id, w.origin, w.due_at, w.position, ${part.most} as most
    from open_webhooks w
    where w.due_at <= app_now() and ${part.receivers}
      -- Alerts leave a restored database too: a person has to accept it.
      and (w.origin = '${ALERT_ORIGIN}' or ${NOT_QUARANTINED})
      -- Events of one transaction go out in order: the later waits for the earlier. Written so
      -- that it is looked up row by row: as a join it would read the whole backlog each time.
      and (select true from open_webhooks e
           where e.state = 'pending' and e.transaction_id = w.transaction_id
             and e.position < w.position
           limit 1) is null
    order by w.due_at ${part.sort}
    limit 2 * least(${part.most}, ${part.slots}))`;
}

const MOST = unseen(2, 'int');
const QUICK = unseen(6, 'text[]');
const OTHERS = unseen(7, 'text[]');

const TO_QUICK = dueTo({
  receivers: `cardinality(${QUICK}) > 0 and w.origin = any (${QUICK})`,
  most: MOST,
  slots: unseen(10, 'int'),
  sort: 'asc',
});
const TO_OTHERS = dueTo({
  receivers: `cardinality(${OTHERS}) > 0 and w.origin = any (${OTHERS})`,
  most: `(${MOST} + 3) / 4`,
  slots: unseen(11, 'int'),
  sort: 'asc',
});
// Of the unknown receivers, those that wait longest mostly do not answer anyway. The latest goes
// first, so that one that does answer is soon known.
const TO_UNKNOWN = dueTo({
  receivers: `${unseen(9, 'int')} > 0 and w.origin <> all (${unseen(8, 'text[]')})`,
  most: `(${MOST} + 1) / 2`,
  // Each unknown receiver has this many slots, and the number of such receivers is unknown.
  slots: MOST,
  sort: 'desc',
});

const CLAIM_WEBHOOKS = `
  with due as (
    ${TO_QUICK} union all ${TO_OTHERS} union all ${TO_UNKNOWN}
  ), fitting as (
    select ranked.id, ranked.most,
           row_number() over (partition by ranked.most
                              order by ranked.slot,
                                       case when known.origin is null
                                            then app_now() - ranked.due_at
                                            else ranked.due_at - app_now() end) as turn
    from (select id, origin, due_at, most,
                 row_number() over (partition by origin order by due_at, position) as slot
          from due) ranked
    left join unnest(${unseen(4, 'text[]')}, ${unseen(5, 'int[]')}) as known (origin, free)
      using (origin)
    where ranked.slot <= coalesce(known.free, ${unseen(9, 'int')})
  ), claimed as (
    update open_webhooks w
    set claim = $1::uuid, due_at = app_now() + $3::int * interval '1 millisecond'
    -- As arrays, and such that the key is the only index that fits: a plan that was kept from when
    -- the table was empty would read all of it otherwise.
    where w.webhook_id = any (array(
      select l.webhook_id from open_webhooks l
      where l.webhook_id = any (array(select id from fitting where turn <= most))
        and coalesce(l.due_at, 'infinity') <= app_now()
      for update skip locked))
    returning w.webhook_id as id, w.url, w.origin, w.attempts, w.claim, w.token
  )
  select c.*, w.transaction_id, w.application_id, w.event, w.body, a.webhook_secret,
         case when a.old_secret_end > app_now() then a.old_secret end
           as old_secret,
         a.name as application
  from claimed c join webhooks w using (id) left join applications a on a.id = w.application_id`;

const ATTEMPTS = rowsWith<
  RecordedAttempt & { readonly sinceEndMs: number; readonly retryInMs: number | null }
>({
  id: ['uuid', ({ webhook }) => webhook.id],
  claim: ['uuid', ({ webhook }) => webhook.claim],
  number: ['int', ({ webhook }) => webhook.attempts + 1],
  state: ['text', ({ next }) => (next.kind === 'retry' ? 'pending' : next.kind)],
  delay_ms: ['int', ({ retryInMs }) => retryInMs],
  status: ['int', ({ result }) => (result.kind === 'answered' ? result.status : null)],
  error: ['text', ({ result }) => (result.kind === 'failed' ? result.error : null)],
  latency_ms: ['int', ({ latencyMs }) => latencyMs],
  since_end_ms: ['int', ({ sinceEndMs }) => sinceEndMs],
  answer: ['text', ({ answer }) => answer],
  token: ['text', ({ next, token }) => (next.kind === 'retry' ? token : null)],
  headers: ['text', ({ headers }) => JSON.stringify(headers)],
});

const RECORD_ATTEMPTS = `
  with attempt as (
    select * from ${ATTEMPTS.unnest('a')}
  ), delivered as (
    delete from open_webhooks w using attempt a
    where w.webhook_id = a.id and w.claim = a.claim and a.state in ('delivered', 'given_up')
    returning a.id, w.transaction_id, w.position
  ), still_open as (
    update open_webhooks w
    set attempts = a.number, state = a.state, claim = null, token = a.token,
        due_at = case when a.state = 'pending'
                      then app_now() + coalesce(a.delay_ms, 0) * interval '1 millisecond' end
    from attempt a
    where w.webhook_id = a.id and w.claim = a.claim and a.state in ('pending', 'undelivered')
    returning a.id, w.transaction_id, w.position
  ), ours as (
    select * from delivered union all select * from still_open
  ), line as (
    insert into webhook_attempts (webhook_id, number, at, status, error, latency_ms, answer,
                                  headers)
    select a.id, a.number,
           app_now() - (a.latency_ms + a.since_end_ms) * interval '1 millisecond',
           a.status, a.error, a.latency_ms, a.answer, a.headers
    from attempt a join ours using (id)
  )
  select o.id, exists (select from open_webhooks n
                       where n.state = 'pending' and n.transaction_id = o.transaction_id
                         and n.position > o.position) as has_successor
  from ours o`;
