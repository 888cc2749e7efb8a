import type { Database, Queryable } from '../../db/client.ts';
import {
  countEarlierPayouts,
  countOpenPrompts,
  insertMarks,
  lockPayments,
} from '../../db/transactions/payment-limits.ts';
import { insertTransactions, type NewTransaction } from '../../db/transactions/transactions.ts';
import type { Policy } from '../../domain/access/policy.ts';
import {
  marksOf,
  mayPrompt,
  type PaymentLimits,
} from '../../domain/transactions/payment-limits.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { PolicySource } from '../access/policy.ts';
import type { Ledger } from './ledger.ts';

export interface LimitDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'insert'>;
  readonly policy: PolicySource;
}

/** Further limits of the caller, and what is written together with the transaction. */
export interface Admission {
  /** Called under the lock of the number; `false` refuses it. */
  readonly mayInsert: (connection: Queryable, transaction: NewTransaction) => Promise<boolean>;
  readonly afterInsert: (connection: Queryable, created: Transaction) => Promise<void>;
}

/**
 * Creates a transaction within the configured limits. One that no limit concerns goes through the
 * lane; the others are counted and written under a lock of their number and player, so that
 * concurrent requests are counted one after the other. Returns `null` if nothing was created, like
 * the lane.
 */
export async function insertWithinLimits(
  { database, ledger, policy }: LimitDeps,
  transaction: NewTransaction,
  admission?: Admission,
): Promise<Transaction | null | 'too_many_prompts'> {
  const isFree = !isLimited(transaction, limitsOf(await policy.recent()));
  if (isFree && admission === undefined) return ledger.insert(transaction);
  return database.atomically(async (connection) => {
    await lockPayments(connection, transaction);
    const limits = limitsOf(await policy.within(connection));
    if (admission !== undefined && !(await admission.mayInsert(connection, transaction))) {
      return 'too_many_prompts';
    }
    if (transaction.direction === 'deposit' && isLimited(transaction, limits)) {
      const open = await countOpenPrompts(connection, transaction);
      if (!mayPrompt(open, limits)) return 'too_many_prompts';
    }
    const created = await insertMarked(connection, transaction, limits);
    if (created !== null) await admission?.afterInsert(connection, created);
    return created;
  });
}

/** Creates a payout in the caller's database transaction, with the marks of the limits. */
export async function insertPayout(
  connection: Queryable,
  transaction: NewTransaction,
  policy: Policy,
): Promise<Transaction | null> {
  await lockPayments(connection, transaction);
  return insertMarked(connection, transaction, limitsOf(policy));
}

async function insertMarked(
  connection: Queryable,
  transaction: NewTransaction,
  limits: PaymentLimits,
): Promise<Transaction | null> {
  const marks =
    transaction.direction === 'withdrawal'
      ? marksOf(await countEarlierPayouts(connection, transaction, limits), limits)
      : [];
  const [created = null] = await insertTransactions(connection, [transaction]);
  if (created !== null) await insertMarks(connection, { id: created.id, marks });
  return created;
}

function limitsOf(policy: Policy): PaymentLimits {
  return {
    openPromptsPerNumber: policy.openPromptsPerNumber,
    payoutsPerNumber: policy.payoutsPerNumberAndDay,
    payoutsPerPlayer: policy.payoutsPerPlayerAndDay,
    duplicateMinutes: policy.payoutDuplicateMinutes,
  };
}

function isLimited({ direction, collectionMode }: NewTransaction, limits: PaymentLimits): boolean {
  const { openPromptsPerNumber, payoutsPerNumber, payoutsPerPlayer, duplicateMinutes } = limits;
  if (direction === 'deposit') {
    return collectionMode === 'merchant_initiated' && openPromptsPerNumber !== null;
  }
  return [payoutsPerNumber, payoutsPerPlayer, duplicateMinutes].some((limit) => limit !== null);
}
