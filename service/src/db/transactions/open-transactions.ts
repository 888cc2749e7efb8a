import type { State } from '../../domain/transactions/transaction.ts';

/** What is open, with all that is stored about it. */
export const FROM_OPEN = 'from open_transactions o join transactions t on t.id = o.transaction_id';

/**
 * Is it in this state, which has no deadline? Both tables are asked: the first has the index, and
 * of the second PostgreSQL looks at the newest version after it has waited for a lock.
 */
export function isIn(state: Exclude<State, 'pending' | 'provider_acknowledged'>): string {
  return `o.state = '${state}' and o.expires_at is null and t.state = '${state}'`;
}
