import type { Database, Queryable } from '../../../db/client.ts';
import { removeLooseTransfers } from '../../../db/receipts/payout-transfers.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import {
  asksForWebhook,
  type OnWebhooksQueued,
  type Recorder,
  recordTransitions,
} from '../../transactions/record-transition.ts';
import { bookMove } from './book-move.ts';

/**
 * Looks again for what money out was that was taken for a payout, after that payout failed or got
 * the operator's id of another transfer: another payout, or what else the books know. The money of
 * a failed payout that nothing else explains is disputed.
 */
export async function rebookTransfers(
  connection: Queryable,
  { id, amountXaf, msisdn: other }: Pick<Transaction, 'id' | 'amountXaf' | 'msisdn'>,
): Promise<void> {
  for (const { wallet, smsId, ...transfer } of await removeLooseTransfers(connection, id)) {
    const reported = { ...transfer, amountXaf, other, feeCents: null };
    const move = { ...reported, direction: 'out', isBetweenOwn: false } as const;
    await bookMove(connection, { wallet, move, smsId });
  }
}

/** Records in one commit that payouts fail, and what reported money out was then. */
export function createFailingRecorder(deps: {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
}): Recorder {
  return async (change) => {
    const isRecorded = await deps.database.atomically(async (connection) => {
      const [isRecorded] = await recordTransitions(connection, [change]);
      if (isRecorded === true) await rebookTransfers(connection, change.transaction);
      return isRecorded === true;
    });
    if (isRecorded && asksForWebhook(change)) deps.onQueued();
    return isRecorded;
  };
}
