import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import { type State, UNDER_WAY } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { IS_REJECTED, SUM_XAF } from '../transactions/player-facts.ts';

export interface QueueRow {
  readonly name:
    | 'approvals'
    | 'payouts_not_sent'
    | 'held'
    | 'contradictions'
    | 'statement_differences'
    | 'changes'
    | 'own_changes'
    | 'unmatched_receipts'
    | 'sms_to_look_at'
    | 'undelivered_webhooks';
  readonly count: number;
  readonly oldest_at: Date | null;
  /** Changes whenever something enters the queue. */
  readonly newest: string | null;
}

/**
 * What waits for a person, each counted on an index of what is open. Nobody approves a payout that
 * they created, so those of the reader are not counted; nor a change that they asked for, so those
 * are counted apart. Without a reader everything is everybody's.
 */
export function listQueues(database: Queryable, readerId: string | null): Promise<QueueRow[]> {
  return database.query<QueueRow>({
    name: 'list-queues',
    text: `select 'approvals' as name, count(*) as count, min(since) as oldest_at,
                  max(transaction_id::text) as newest
           from open_transactions o where state = 'pending_approval' and expires_at is null
             and not exists (select from transitions h
                             where h.transaction_id = o.transaction_id and h.seq = 1
                               and h.actor = 'staff:' || $1::text)
           union all
           -- A worker offers them at once, so after a minute no provider takes them.
           select 'payouts_not_sent', count(*), min(since), max(transaction_id::text)
           from open_transactions
           where state = 'approved' and expires_at is null
             and since < app_now() - interval '1 minute'
           union all
           select 'held', count(*), min(since), max(transaction_id::text)
           from open_transactions
           where state = 'requires_manual_resolution' and expires_at is null
           union all
           select 'contradictions', count(*), min(recorded_at), max(id::text)
           from contradictions where closed_at is null
           union all
           select 'statement_differences', count(*), min(found_at), max(id::text)
           from statement_differences where closed_at is null
           union all
           select 'changes', count(*), min(said_at), max(id::text)
           from agreements where state = 'open' and expires_at > app_now()
             and said_by is distinct from $1::text::uuid
           union all
           select 'own_changes', count(*), min(said_at), max(id::text)
           from agreements where state = 'open' and expires_at > app_now()
             and said_by = $1::text::uuid
           union all
           select 'unmatched_receipts', count(*), min(received_at), max(id::text)
           from receipts where state = 'unmatched'
           union all
           select 'sms_to_look_at', count(*), min(at), max(id::text)
           from sms_messages where state = 'review' and looked_at is null
           union all
           select 'undelivered_webhooks', count(*), min(created_at), max(webhook_id::text)
           from open_webhooks where state = 'undelivered'`,
    values: [readerId],
  });
}

export interface PayoutsUnderWay {
  readonly count: number;
  readonly oldestAt: Date | null;
}

/** How many payouts are under way, and since when the oldest. */
export async function findUnderWay(database: Queryable): Promise<PayoutsUnderWay> {
  const [row] = await database.query<PayoutsUnderWay>({
    text: `select count(*) as count, min(since) as "oldestAt" from open_transactions
           where state = any($1::text[]) and expires_at is null`,
    values: [UNDER_WAY],
  });
  return row ?? { count: 0, oldestAt: null };
}

export interface VolumeRow {
  readonly hour: Date;
  readonly direction: Direction;
  readonly operator: Operator;
  readonly state: State | 'rejected';
  readonly count: number;
  readonly amount_xaf: number;
}

/** Transactions created in the last hours, by hour, kind and state; what staff rejected has its own. */
export function listVolumes(
  database: Queryable,
  since: { readonly firstId: string },
): Promise<VolumeRow[]> {
  return database.query<VolumeRow>({
    name: 'list-volumes',
    text: `select date_trunc('hour', created_at) as hour, direction, operator,
                  case when ${IS_REJECTED} then 'rejected' else state end as state,
                  count(*) as count, ${SUM_XAF} as amount_xaf
           from transactions where id >= $1::uuid
           group by 1, 2, 3, 4`,
    values: [since.firstId],
  });
}

/** What waits, how much of it, and for how long the oldest of it has; 0 when nothing waits. */
export interface WaitingCount {
  readonly kind: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** What waits for a provider, a receiver or a person; each is one range of an index. */
export function countWaiting(database: Queryable): Promise<WaitingCount[]> {
  const ranges = WAITING.map(
    ({ kind, since, of }) =>
      `select '${kind}' as kind, count(*), min(${since}) as since from ${of}`,
  );
  return database.query<WaitingCount>({
    name: 'count-waiting',
    text: `select kind, count,
                  coalesce(greatest(extract(epoch from app_now() - since), 0), 0)::float8
                    as "oldestSeconds"
           from (${ranges.join(' union all ')}) waiting`,
  });
}

const WAITING = [
  { kind: 'payouts_to_approve', since: 'since', of: openIn('pending_approval') },
  { kind: 'payouts_approved', since: 'since', of: openIn('approved') },
  { kind: 'payouts_submitted', since: 'since', of: openIn('provider_submitted') },
  { kind: 'transactions_held', since: 'since', of: openIn('requires_manual_resolution') },
  {
    kind: 'contradictions_open',
    since: 'recorded_at',
    of: 'contradictions where closed_at is null',
  },
  {
    kind: 'provider_steps_overdue',
    since: 'next_step_at',
    of: "submissions where next_step_at < app_now() - interval '1 minute'",
  },
  {
    kind: 'receipts_unmatched',
    since: 'received_at',
    of: "receipts where state = 'unmatched'",
  },
  { kind: 'lines_in_doubt', since: 'gap_at', of: 'lines where gap_at is not null' },
  { kind: 'sms_not_read', since: 'at', of: "sms_messages where state = 'stored'" },
  {
    kind: 'webhooks_pending',
    since: 'created_at',
    of: 'open_webhooks where due_at is not null',
  },
  {
    kind: 'webhooks_undelivered',
    since: 'created_at',
    of: "open_webhooks where state = 'undelivered'",
  },
] as const;

function openIn(state: State): string {
  return `open_transactions where state = '${state}' and expires_at is null`;
}

/** Records which transaction a person has open; each person has one open at a time. */
export async function noteLook(
  database: Queryable,
  presence: { readonly transactionId: string; readonly staffId: string },
): Promise<void> {
  await database.query({
    text: `insert into looks (transaction_id, staff_id, at) values ($1, $2, app_now())
           on conflict (staff_id) do update
           set transaction_id = excluded.transaction_id, at = excluded.at`,
    values: [presence.transactionId, presence.staffId],
  });
}

/** The names of the colleagues who have it open. */
export async function listLookers(
  database: Queryable,
  wanted: {
    readonly transactionId: string;
    readonly exceptStaffId: string;
    readonly withinSeconds: number;
  },
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>({
    text: `select s.name from looks l join staff s on s.id = l.staff_id
           where l.transaction_id = $1 and l.staff_id <> $2
             and l.at > app_now() - make_interval(secs => $3)
           order by s.name`,
    values: [wanted.transactionId, wanted.exceptStaffId, wanted.withinSeconds],
  });
  return rows.map(({ name }) => name);
}
