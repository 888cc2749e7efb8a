import type { Queryable } from '../../db/client.ts';
import { createLane } from '../../db/lane.ts';
import {
  type FoundTransaction,
  findTransactions,
  findTransactionsByReference,
  insertTransactions,
  type NewTransaction,
  type ReferenceKey,
  type TimedTransaction,
} from '../../db/transactions/transactions.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { createNewestLane, type NewestLane } from './list-player-transactions.ts';
import {
  createRecorder,
  type OnBatch,
  type OnWebhooksQueued,
  type Recorder,
  timed,
} from './record-transition.ts';

/**
 * The transactions; each operation has its own lane, which turns concurrent calls into one query.
 */
export interface Ledger {
  /** `null` if the reference exists already and nothing was created. */
  readonly insert: (transaction: NewTransaction) => Promise<Transaction | null>;
  readonly find: (id: string) => Promise<FoundTransaction | null>;
  readonly findByReference: (key: ReferenceKey) => Promise<TimedTransaction | null>;
  readonly listNewest: NewestLane;
  readonly record: Recorder;
  /** Whether it would soon take more of anything. */
  readonly hasRoom: () => boolean;
  /** How many operations are running in the database, or wait for it. */
  readonly size: () => number;
}

export function createLedger(
  database: Queryable,
  onQueued: OnWebhooksQueued,
  onBatch: OnBatch | null = null,
): Ledger {
  const insert = (batch: readonly NewTransaction[]) => insertTransactions(database, batch);
  const lanes = {
    insert: createLane({
      run:
        onBatch === null ? insert : timed(insert, 'create transactions', ({ id }) => id, onBatch),
    }),
    find: createLane({ run: (batch: readonly string[]) => findTransactions(database, batch) }),
    findByReference: createLane({
      run: (batch: readonly ReferenceKey[]) => findTransactionsByReference(database, batch),
    }),
    listNewest: createNewestLane(database),
    record: createRecorder(database, onQueued, onBatch),
  };
  const all = Object.values(lanes);
  return {
    ...lanes,
    hasRoom: () => all.every((lane) => lane.hasRoom()),
    size: () => all.reduce((sum, lane) => sum + lane.size(), 0),
  };
}
