import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import { type State, UNDER_WAY } from '../../domain/transactions/transaction.ts';
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

/** What waits for a person, each counted on an index of what is open. */
export function listQueues(database: Queryable): Promise<QueueRow[]> {
  return database.query<QueueRow>({
    name: 'list-queues',
    text: `select 'approvals' as name, count(*) as count, min(since) as oldest_at,
                  max(transaction_id::text) as newest
           from open_transactions where state = 'pending_approval' and expires_at is null
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
           select 'changes', count(*), min(asked_at), max(id::text)
           from pending_changes where state = 'open' and expires_at > app_now()
           union all
           select 'unmatched_receipts', count(*), min(received_at), max(id::text)
           from receipts where state = 'unmatched'
           union all
           select 'sms_to_look_at', count(*), min(at), max(id::text)
           from sms_messages where state = 'review' and looked_at is null
           union all
           select 'undelivered_webhooks', count(*), min(created_at), max(webhook_id::text)
           from open_webhooks where state = 'undelivered'`,
  });
}

export interface UnderWay {
  readonly count: number;
  readonly oldestAt: Date | null;
}

/** How many payouts are under way, and since when the oldest. */
export async function findUnderWay(database: Queryable): Promise<UnderWay> {
  const [row] = await database.query<UnderWay>({
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
    text: `select 'payouts_approved' as kind, count(*) from open_transactions
             where state = 'approved' and expires_at is null
           union all select 'payouts_submitted', count(*) from open_transactions
             where state = 'provider_submitted' and expires_at is null
           union all select 'transactions_held', count(*) from open_transactions
             where state = 'requires_manual_resolution' and expires_at is null
           union all select 'contradictions_open', count(*) from contradictions
             where closed_at is null
           union all select 'provider_steps_overdue', count(*) from submissions
             where next_step_at < app_now() - interval '1 minute'
           union all select 'receipts_unmatched', count(*) from receipts where state = 'unmatched'
           union all select 'lines_in_doubt', count(*) from lines
             where gap_at is not null
           union all select 'sms_not_read', count(*) from sms_messages where state = 'stored'`,
  });
}
