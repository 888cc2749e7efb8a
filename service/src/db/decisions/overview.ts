import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { SUM_XAF } from '../sum-xaf.ts';

export interface QueueRow {
  readonly name:
    | 'approvals'
    | 'payouts_not_sent'
    | 'held'
    | 'contradictions'
    | 'changes'
    | 'unmatched_receipts'
    | 'sms_to_look_at'
    | 'undelivered_webhooks';
  readonly count: number;
  readonly oldest_at: Date | null;
  /** Changes whenever something enters the queue. */
  readonly newest: string | null;
}

// An index of transactions begins with direction and operator, so a count of all names every
// operator: of 200 000 rows it then reads 10 pages. Otherwise PostgreSQL before 18, which cannot
// skip within an index, would read all rows of a direction.

/** What waits for a person, each counted on an index of what is open. */
export function listQueues(database: Queryable): Promise<QueueRow[]> {
  return database.query<QueueRow>({
    name: 'list-queues',
    text: `select 'approvals' as name, count(*) as count, min(t.created_at) as oldest_at,
                  max(t.id::text) as newest
           from transactions t
           where t.direction = 'withdrawal' and t.operator = any($1::text[])
             and t.state = 'pending_approval'
           union all
           -- A worker offers them at once, so after a minute no provider takes them.
           select 'payouts_not_sent', count(*), min(t.state_updated_at), max(t.id::text)
           from transactions t
           where t.direction = 'withdrawal' and t.operator = any($1::text[])
             and t.state = 'approved' and t.state_updated_at < app_now() - interval '1 minute'
           union all
           select 'held', count(*), min(t.state_updated_at), max(t.id::text)
           from transactions t
           where t.direction in ('deposit', 'withdrawal') and t.operator = any($1::text[])
             and t.state = 'requires_manual_resolution'
           union all
           select 'contradictions', count(*), min(recorded_at), max(id::text)
           from contradictions where closed_at is null
           union all
           select 'changes', count(*), min(asked_at), max(id::text)
           from pending_changes where state = 'open' and expires_at > app_now()
           union all
           select 'unmatched_receipts', count(*), min(received_at), max(id::text)
           from receipts where state = 'unmatched'
           union all
           select 'sms_to_look_at', count(*), min(at), max(id::text)
           from sms_messages where state = 'review' and looked_at is null
           union all
           select 'undelivered_webhooks', count(*), min(created_at), max(id::text)
           from webhooks where state = 'undelivered'`,
    values: [OPERATORS],
  });
}

export interface VolumeRow {
  readonly hour: Date;
  readonly direction: Direction;
  readonly operator: Operator;
  readonly state: State;
  readonly count: number;
  readonly amount_xaf: number;
}

/** Transactions created in the last hours, by hour, kind and state. */
export function listVolumes(
  database: Queryable,
  since: { readonly firstId: string },
): Promise<VolumeRow[]> {
  return database.query<VolumeRow>({
    name: 'list-volumes',
    text: `select date_trunc('hour', created_at) as hour, direction, operator, state,
                  count(*) as count, ${SUM_XAF} as amount_xaf
           from transactions where id >= $1::uuid
           group by 1, 2, 3, 4`,
    values: [since.firstId],
  });
}

/** What waits for a provider or for a person; each count is one range of an index. */
export function countWaiting(
  database: Queryable,
): Promise<{ readonly kind: string; readonly count: number }[]> {
  return database.query({
    text: `select 'payouts_approved' as kind, count(*) from transactions
             where direction = 'withdrawal' and operator = any($1::text[])
               and state = 'approved'
           union all select 'payouts_submitted', count(*) from transactions
             where state = 'provider_submitted'
           union all select 'transactions_held', count(*) from transactions
             where direction in ('deposit', 'withdrawal') and operator = any($1::text[])
               and state = 'requires_manual_resolution'
           union all select 'contradictions_open', count(*) from contradictions
             where closed_at is null
           union all select 'provider_steps_overdue', count(*) from submissions
             where next_step_at < app_now() - interval '1 minute'
           union all select 'receipts_unmatched', count(*) from receipts where state = 'unmatched'
           union all select 'lines_in_doubt', count(*) from lines
             where gap_at is not null
           union all select 'sms_not_read', count(*) from sms_messages where state = 'stored'`,
    values: [OPERATORS],
  });
}
