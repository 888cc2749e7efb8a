import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { NOT_QUARANTINED } from '../quarantine.ts';
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from './transaction-row.ts';
import type { TimedTransaction } from './transactions.ts';

/** Locks open deposits past their deadline; skips those that another process works on. */
export async function claimDueDeposits(
  connection: Queryable,
  limit: number,
): Promise<readonly TimedTransaction[]> {
  const rows = await connection.query<TransactionRow & { readonly now: Date }>({
    name: 'claim-due-transactions',
    text: `select ${TRANSACTION_COLUMNS}, (select app_now()) as now ${FROM_OPEN}
           where o.expires_at <= (select app_now()) and t.expires_at is not null
             and ${NOT_QUARANTINED}
           order by o.expires_at
           limit $1
           for update of t skip locked`,
    values: [limit],
  });
  return rows.map((row) => ({ transaction: toTransaction(row), now: row.now }));
}

/**
 * Locks withdrawals that have waited too long for a provider's final status. One that was sent only
 * just now, after other providers did not take it, first gets the time of an ordinary answer.
 */
export async function claimStuckWithdrawals(
  connection: Queryable,
  wanted: { readonly limit: number; readonly afterMs: number; readonly sentForMs: number },
): Promise<readonly TimedTransaction[]> {
  const rows = await connection.query<TransactionRow & { readonly now: Date }>({
    name: 'claim-stuck-withdrawals',
    text: `select ${TRANSACTION_COLUMNS}, (select app_now()) as now ${FROM_OPEN}
           where ${isIn('provider_submitted')} and ${NOT_QUARANTINED}
             and o.since <= (select app_now()) - $2 * interval '1 millisecond'
             and not exists (
               select 1 from submissions s
               where s.transaction_id = t.id
                 and s.sent_at > (select app_now()) - $3 * interval '1 millisecond')
           order by o.since
           limit $1
           for update of t skip locked`,
    values: [wanted.limit, wanted.afterMs, wanted.sentForMs],
  });
  return rows.map((row) => ({ transaction: toTransaction(row), now: row.now }));
}

/** Locks payouts that were approved too long ago and that no process has taken since. */
export async function claimLapsedApprovals(
  connection: Queryable,
  wanted: { readonly limit: number; readonly afterMs: number },
): Promise<readonly TimedTransaction[]> {
  const rows = await connection.query<TransactionRow & { readonly now: Date }>({
    name: 'claim-lapsed-approvals',
    text: `select ${TRANSACTION_COLUMNS}, (select app_now()) as now ${FROM_OPEN}
           where ${isIn('approved')} and ${NOT_QUARANTINED}
             and o.since <= (select app_now()) - $2 * interval '1 millisecond'
           order by o.since
           limit $1
           for update of t skip locked`,
    values: [wanted.limit, wanted.afterMs],
  });
  return rows.map((row) => ({ transaction: toTransaction(row), now: row.now }));
}

/** Locks payouts that wait for a decision because their approval has lapsed. */
export async function lockLapsedPayouts(
  connection: Queryable,
): Promise<readonly TimedTransaction[]> {
  const rows = await connection.query<TransactionRow & { readonly now: Date }>({
    text: `select ${TRANSACTION_COLUMNS}, (select app_now()) as now ${FROM_OPEN}
           join transitions h on h.transaction_id = t.id and h.seq = t.version
           where ${isIn('requires_manual_resolution')} and h.trigger = 'approval_lapsed'
           order by t.id for update of t`,
  });
  return rows.map((row) => ({ transaction: toTransaction(row), now: row.now }));
}

/** What is open, with all that is stored about it. */
const FROM_OPEN = 'from open_transactions o join transactions t on t.id = o.transaction_id';

/**
 * Whether it is in this state, which has no deadline. Both tables are asked: the first has the
 * index, and of the second PostgreSQL reads the newest version after it has waited for a lock.
 */
function isIn(state: Exclude<State, 'pending' | 'provider_acknowledged'>): string {
  return `o.state = '${state}' and o.expires_at is null and t.state = '${state}'`;
}
