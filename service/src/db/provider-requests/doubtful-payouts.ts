import {
  DOUBTFUL_STATES,
  type DoubtfulState,
} from '../../domain/provider-requests/restored-payout.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { FROM_OPEN } from '../transactions/due-transactions.ts';
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

/** Payouts that may have been paid after the moment that a database was restored to. */
export async function listDoubtfulPayouts(database: Queryable): Promise<readonly DoubtfulPayout[]> {
  const rows = await database.query<Row>({
    text: `select ${REQUEST_COLUMNS}, ${TRANSACTION_COLUMNS}
           ${FROM_OPEN} left join submissions s on s.transaction_id = t.id
           where t.direction = 'withdrawal' and o.expires_at is null
             and o.state = any($1::text[])
           order by t.id`,
    values: [DOUBTFUL_STATES],
  });
  return rows.map((row) => ({
    transaction: toTransaction(row) as DoubtfulPayout['transaction'],
    providerRequest: row.submitted_as === null ? null : toRequestBody(row),
  }));
}

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
