import type { Database } from '../../db/client.ts';
import { claimStuckWithdrawals } from '../../db/transactions/due-transactions.ts';
import { ANSWER_AFTER_SENDING_MS, STUCK_AFTER_MS } from '../../domain/submissions/submission.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import { recordTransitions } from '../transactions/record-transition.ts';

const BATCH = 200;

/** Hands withdrawals without a final status to staff after an hour, and returns how many. */
export function escalateStuck({ database }: { readonly database: Database }): Promise<number> {
  return database.atomically(async (connection) => {
    const stuck = await claimStuckWithdrawals(connection, {
      limit: BATCH,
      afterMs: STUCK_AFTER_MS,
      sentForMs: ANSWER_AFTER_SENDING_MS,
    });
    const changes = stuck.flatMap(({ transaction, now }) => {
      const decision = decideSequence(transaction, ['stuck'], { at: now, lateWindowMs: 0 });
      if (decision.kind === 'refused') return [];
      return [{ transaction, moves: decision.moves, actor: 'clock', providerTxId: null }];
    });
    if (changes.length > 0) await recordTransitions(connection, changes);
    return changes.length;
  });
}
