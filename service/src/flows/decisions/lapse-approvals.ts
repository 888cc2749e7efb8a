import type { Database, Queryable } from '../../db/client.ts';
import { stopRequests } from '../../db/provider-requests/request-schedule.ts';
import { claimLapsedApprovals, lockLapsedPayouts } from '../../db/transactions/due-transactions.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import type { StateChange } from '../../db/transactions/transitions.ts';
import { agreementPolicy } from '../../domain/access/policy.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import type { PolicySource } from '../access/policy.ts';
import { recordTransitions } from '../transactions/record-transition.ts';

const BATCH = 200;

/**
 * Holds approved payouts that no provider took in time, and returns how many. The person who
 * approved one knew the day, not the month, in which it would be sent.
 */
export function lapseApprovals({
  database,
  policy,
}: {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
}): Promise<number> {
  return database.atomically(async (connection) => {
    const lapsed = await claimLapsedApprovals(connection, {
      limit: BATCH,
      afterMs: agreementPolicy(await policy.within(connection)).approvalValidMs,
    });
    const changes = changesBy(lapsed, 'approval_lapsed', 'clock');
    if (changes.length === 0) return 0;
    await recordTransitions(connection, changes);
    await stopRequests(
      connection,
      changes.map(({ transaction }) => transaction.id),
    );
    return changes.length;
  });
}

/**
 * After a restore: a payout whose approval had lapsed may have been approved again and paid since.
 * It cannot be approved now; staff compare it with the operator's statement and decide.
 */
export async function distrustLapsed(connection: Queryable): Promise<void> {
  const changes = changesBy(await lockLapsedPayouts(connection), 'restored', 'momo');
  if (changes.length > 0) await recordTransitions(connection, changes);
}

function changesBy(
  found: readonly TimedTransaction[],
  trigger: 'approval_lapsed' | 'restored',
  actor: string,
): readonly StateChange[] {
  return found.flatMap(({ transaction, now }) => {
    const decision = decideSequence(transaction, [trigger], { at: now, lateWindowMs: 0 });
    if (decision.kind === 'refused') return [];
    return [{ transaction, moves: decision.moves, actor, providerTxId: null }];
  });
}
