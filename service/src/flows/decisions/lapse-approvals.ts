import type { Database } from '../../db/client.ts';
import { stopSubmissions } from '../../db/submissions/submission-schedule.ts';
import { claimLapsedApprovals } from '../../db/transactions/due-transactions.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import { recordTransitions } from '../transactions/record-transition.ts';

const BATCH = 200;

/**
 * Hands approved payouts that nobody took in time to staff, and returns how many. Whoever approved
 * one knew the day, not the month, in which it would be sent.
 */
export function lapseApprovals({
  database,
  approvalValidMs,
}: {
  readonly database: Database;
  readonly approvalValidMs: number;
}): Promise<number> {
  return database.atomically(async (connection) => {
    const lapsed = await claimLapsedApprovals(connection, {
      limit: BATCH,
      afterMs: approvalValidMs,
    });
    const changes = lapsed.flatMap(({ transaction, now }) => {
      const context = { at: now, lateWindowMs: 0 };
      const decision = decideSequence(transaction, ['approval_lapsed'], context);
      if (decision.kind === 'refused') return [];
      return [{ transaction, moves: decision.moves, actor: 'clock', providerTxId: null }];
    });
    if (changes.length === 0) return 0;
    await recordTransitions(connection, changes);
    await stopSubmissions(
      connection,
      changes.map(({ transaction }) => transaction.id),
    );
    return changes.length;
  });
}
