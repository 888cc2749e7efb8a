import type { Database } from '../../db/client.ts';
import { claimDueDeposits } from '../../db/transactions/due-transactions.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import { asksForWebhook, type OnWebhooksQueued, recordTransitions } from './record-transition.ts';

const BATCH = 500;

/** Expires the deposits whose deadline has passed and returns how many there were. */
export async function expireDeposits(deps: {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
}): Promise<number> {
  const changes = await deps.database.atomically(async (connection) => {
    const due = await claimDueDeposits(connection, BATCH);
    const changes = due.flatMap(({ transaction, now }) => {
      const decision = decideSequence(transaction, ['window_closed'], { at: now, lateWindowMs: 0 });
      if (decision.kind === 'refused') return [];
      return [{ transaction, moves: decision.moves, actor: 'clock', providerTxId: null }];
    });
    if (changes.length > 0) await recordTransitions(connection, changes);
    return changes;
  });
  if (changes.some(asksForWebhook)) deps.onQueued();
  return changes.length;
}
