import type { Queryable } from '../../db/client.ts';
import { createLane } from '../../db/lane.ts';
import {
  findTransactions,
  findTransactionsByReference,
  insertTransactions,
  type NewTransaction,
  type ReferenceKey,
  type TimedTransaction,
} from '../../db/transactions/transactions.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { createRecorder, type OnWebhooksQueued, type Recorder } from './record-transition.ts';

/**
 * The transactions; each operation has its own lane, so that calls that arrive together become one
 * statement.
 */
export interface Ledger {
  /** Null: the reference exists already and nothing was created. */
  readonly insert: (transaction: NewTransaction) => Promise<Transaction | null>;
  readonly find: (id: string) => Promise<TimedTransaction | null>;
  readonly findByReference: (key: ReferenceKey) => Promise<TimedTransaction | null>;
  readonly record: Recorder;
}

export function createLedger(database: Queryable, onQueued: OnWebhooksQueued): Ledger {
  return {
    insert: createLane({ run: (batch) => insertTransactions(database, batch) }),
    find: createLane({ run: (batch) => findTransactions(database, batch) }),
    findByReference: createLane({ run: (batch) => findTransactionsByReference(database, batch) }),
    record: createRecorder(database, onQueued),
  };
}
