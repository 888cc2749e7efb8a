import type { PaymentEvent } from '../domain/transaction.ts';
import type { AttemptResult, NextStep } from '../domain/webhook-retry.ts';
import type { Queryable } from './client.ts';

/** A delivery that this process may attempt now. */
export interface ClaimedWebhook {
  readonly id: string;
  readonly transaction_id: string;
  readonly event: PaymentEvent;
  readonly url: string;
  readonly origin: string;
  readonly body: string;
  /** How many attempts there have been before. */
  readonly attempts: number;
  readonly claim: string;
  /** The token of an earlier attempt, which a retry may use again. */
  readonly token: string | null;
  readonly webhook_secret: string | null;
}

export interface RecordedAttempt {
  readonly webhook: Pick<ClaimedWebhook, 'id' | 'claim' | 'attempts'>;
  readonly result: AttemptResult;
  readonly next: NextStep;
  readonly latencyMs: number;
  /** How the answer began, at most 1 KiB. */
  readonly answer: string | null;
  readonly token: string;
}

/**
 * Claims due deliveries for `leaseMs`: never two events of one transaction at a time, and no more
 * to any receiver than it has places.
 */
export function claimWebhooks(
  database: Queryable,
  claim: {
    readonly id: string;
    readonly limit: number;
    /** Receivers that we know, with the places that they have left. */
    readonly receivers: readonly { readonly origin: string; readonly free: number }[];
    /** Places of a receiver that we do not know yet. */
    readonly freeOfOthers: number;
    readonly leaseMs: number;
  },
): Promise<ClaimedWebhook[]> {
  return database.query<ClaimedWebhook>({
    name: 'claim-webhooks',
    text: CLAIM_WEBHOOKS,
    values: [
      claim.id,
      claim.limit,
      claim.receivers.map(({ origin }) => origin),
      claim.receivers.map(({ free }) => free),
      claim.freeOfOthers,
      claim.receivers.filter(({ free }) => free === 0).map(({ origin }) => origin),
      claim.leaseMs,
    ],
  });
}

export interface AttemptRecord {
  /** False: the claim had run out, so nothing was written; somebody else has taken over. */
  readonly isOurs: boolean;
  /** A later event of the same transaction waits for this one. */
  readonly hasSuccessor: boolean;
}

/** Writes attempts and what follows from them, for those whose claim is still ours. */
export async function recordAttempts(
  database: Queryable,
  batch: readonly RecordedAttempt[],
): Promise<readonly AttemptRecord[]> {
  const rows = await database.query<{ readonly id: string; readonly has_successor: boolean }>({
    name: 'record-attempts',
    text: RECORD_ATTEMPTS,
    values: [
      batch.map(({ webhook }) => webhook.id),
      batch.map(({ webhook }) => webhook.claim),
      batch.map(({ webhook }) => webhook.attempts + 1),
      batch.map(({ next }) => (next.kind === 'retry' ? 'pending' : next.kind)),
      batch.map(({ next }) => (next.kind === 'retry' ? next.delayMs : null)),
      batch.map(({ result }) => (result.kind === 'answered' ? result.status : null)),
      batch.map(({ result }) => (result.kind === 'failed' ? result.error : null)),
      batch.map(({ latencyMs }) => latencyMs),
      batch.map(({ answer }) => answer),
      batch.map(({ next, token }) => (next.kind === 'retry' ? token : null)),
    ],
  });
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return batch.map(({ webhook }) => {
    const row = recorded.get(webhook.id);
    return { isOurs: row !== undefined, hasSuccessor: row?.has_successor ?? false };
  });
}

/** Gives claims back at once, for a process that stops before it has attempted them. */
export async function releaseWebhooks(
  database: Queryable,
  webhooks: readonly Pick<ClaimedWebhook, 'id' | 'claim'>[],
): Promise<void> {
  await database.query({
    text: `update webhooks w set due_at = app_now(), claim = null
           from unnest($1::uuid[], $2::uuid[]) as c (id, claim)
           where w.id = c.id and w.claim = c.claim and w.state = 'pending'`,
    values: [webhooks.map(({ id }) => id), webhooks.map(({ claim }) => claim)],
  });
}

export async function countUndeliveredWebhooks(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly total: number }>({
    text: `select count(*) as total from webhooks where state = 'undelivered'`,
  });
  return row?.total ?? 0;
}

const CLAIM_WEBHOOKS = `
  with due as (
    select w.id, w.origin, w.due_at, w.position
    from webhooks w
    where w.state = 'pending' and w.due_at <= app_now() and w.origin <> all ($6::text[])
      -- Events of one transaction go out in order: the later waits for the earlier.
      and not exists (select from webhooks e
                      where e.state = 'pending' and e.transaction_id = w.transaction_id
                        and e.position < w.position)
    order by w.due_at
    limit 4 * $2::int
  ), fair as (
    select ranked.id
    from (select id, origin, due_at,
                 row_number() over (partition by origin order by due_at, position) as place
          from due) ranked
    left join unnest($3::text[], $4::int[]) as known (origin, free) using (origin)
    where ranked.place <= coalesce(known.free, $5::int)
    order by ranked.due_at
    limit $2::int
  ), claimed as (
    update webhooks w
    set claim = $1::uuid, due_at = app_now() + $7::int * interval '1 millisecond'
    where w.id in (select l.id from webhooks l
                   where l.id in (select id from fair)
                     and l.state = 'pending' and l.due_at <= app_now()
                   for update skip locked)
    returning w.id, w.transaction_id, w.application_id, w.event, w.url, w.origin, w.body,
              w.attempts, w.claim, w.token
  )
  select c.id, c.transaction_id, c.event, c.url, c.origin, c.body, c.attempts, c.claim, c.token,
         a.webhook_secret
  from claimed c left join applications a on a.id = c.application_id`;

export interface NewReplay {
  readonly id: string;
  readonly transactionId: string;
  readonly applicationId: string;
  readonly event: PaymentEvent;
  readonly url: string;
  readonly body: string;
}

/** Queues an event once more, behind whatever of the same transaction is still on its way. */
export async function insertReplay(database: Queryable, replay: NewReplay): Promise<void> {
  await database.query({
    text: `insert into webhooks (id, transaction_id, application_id, event, url, origin, body,
                                 is_replay, due_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, true, app_now(), app_now())`,
    values: [
      replay.id,
      replay.transactionId,
      replay.applicationId,
      replay.event,
      replay.url,
      new URL(replay.url).origin,
      replay.body,
    ],
  });
}

export interface ListedWebhook {
  readonly id: string;
  readonly transaction_id: string;
  readonly event: PaymentEvent;
  readonly state: 'pending' | 'delivered' | 'undelivered';
  readonly attempts: number;
  readonly created_at: Date;
  readonly origin: string;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

/** The newest first, with how the last attempt of each ended. */
export function listWebhooks(
  database: Queryable,
  wanted: {
    readonly state: ListedWebhook['state'] | null;
    readonly since: Date | null;
    readonly until: Date | null;
    readonly limit: number;
  },
): Promise<ListedWebhook[]> {
  return database.query<ListedWebhook>({
    text: `select w.id, w.transaction_id, w.event, w.state, w.attempts, w.created_at, w.origin,
                  l.status as last_status, l.error as last_error
           from webhooks w
           left join webhook_attempts l on l.webhook_id = w.id and l.number = w.attempts
           where ($1::text is null or w.state = $1)
             and ($2::timestamptz is null or w.created_at >= $2)
             and ($3::timestamptz is null or w.created_at < $3)
           order by w.created_at desc, w.position desc
           limit $4`,
    values: [wanted.state, wanted.since, wanted.until, wanted.limit],
  });
}

const RECORD_ATTEMPTS = `
  with attempt as (
    select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::int[], $6::int[],
                         $7::text[], $8::int[], $9::text[], $10::text[])
      as a (id, claim, number, state, delay_ms, status, error, latency_ms, answer, token)
  ), updated as (
    update webhooks w
    set attempts = a.number, state = a.state, claim = null, token = a.token,
        due_at = app_now() + coalesce(a.delay_ms, 0) * interval '1 millisecond',
        finished_at = case when a.state = 'pending' then null else app_now() end
    from attempt a
    where w.id = a.id and w.claim = a.claim
    returning w.id, w.transaction_id, w.position
  ), line as (
    insert into webhook_attempts (webhook_id, number, at, status, error, latency_ms, answer)
    select a.id, a.number, app_now() - a.latency_ms * interval '1 millisecond', a.status, a.error,
           a.latency_ms, a.answer
    from attempt a join updated u using (id)
  )
  select u.id, exists (select from webhooks n
                       where n.state = 'pending' and n.transaction_id = u.transaction_id
                         and n.position > u.position) as has_successor
  from updated u`;
