import type { AuditAction } from '../../domain/access/audit-action.ts';
import {
  DOUBTFUL_STATES,
  type DoubtfulState,
} from '../../domain/provider-requests/restored-payout.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../transactions/transaction-row.ts';
import {
  type ProviderRequest,
  type ProviderRequestRow,
  REQUEST_COLUMNS,
  toRequestBody,
} from './provider-requests.ts';

export interface DoubtfulPayout {
  readonly transaction: Transaction & { readonly state: DoubtfulState };
  /** `null` before it is approved. */
  readonly providerRequest: ProviderRequest | null;
}

type Row = TransactionRow & (ProviderRequestRow | { readonly submitted_as: null });

/**
 * Payouts that may have been paid after the moment that a database was restored to: open ones, and
 * those that staff have decided about since the quarantine began.
 */
export async function listDoubtfulPayouts(
  database: Queryable,
  quarantinedAt: Date | null,
): Promise<readonly DoubtfulPayout[]> {
  const rows = await database.query<Row>({
    text: `with doubtful as (
             select o.transaction_id as id from open_transactions o
             where o.expires_at is null and o.state = any($1::text[])
             union
             select case when a.action = any($3::text[]) then substr(a.subject, 13)::uuid end
             from audit_log a where a.at >= $2
           )
           select ${REQUEST_COLUMNS}, ${TRANSACTION_COLUMNS}
           from doubtful join transactions t on t.id = doubtful.id
           left join submissions s on s.transaction_id = t.id
           where t.direction = 'withdrawal' and t.state <> 'requires_manual_resolution'
           order by t.id`,
    values: [DOUBTFUL_STATES, quarantinedAt, DECIDING],
  });
  return rows.map((row) => ({
    transaction: toTransaction(row) as DoubtfulPayout['transaction'],
    providerRequest: row.submitted_as === null ? null : toRequestBody(row),
  }));
}

const DECIDING = [
  'withdrawal.reject',
  'transaction.reject',
  'transaction.confirm',
] as const satisfies readonly AuditAction[];

/** Takes the next step of a provider request from all other processes. */
export async function takeProviderRequest(
  connection: Queryable,
  step: { readonly transactionId: string; readonly claim: string; readonly leaseMs: number },
): Promise<void> {
  await connection.query({
    text: `update submissions
           set claim = $2, next_step_at = app_now() + $3 * interval '1 millisecond'
           where transaction_id = $1`,
    values: [step.transactionId, step.claim, step.leaseMs],
  });
}
