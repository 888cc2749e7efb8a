import type { Queryable } from '../../db/client.ts';
import { findSealed } from '../../db/transactions/sealed-transactions.ts';
import { NO_SEAL } from '../../domain/seals/seal.ts';
import {
  findSealProblem,
  type SealedTransaction,
  type SealProblem,
} from '../../domain/transactions/sealed-transaction.ts';

export interface ReadTransaction {
  readonly transaction: SealedTransaction;
  /** Why it must not be used; `null` if it is as the service wrote it, or nothing is sealed. */
  readonly problem: SealProblem | null;
}

/** Reads transactions with their histories, each compared with its seals. */
export async function readSealed(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly ReadTransaction[]> {
  const { seal = NO_SEAL } = database;
  const found = await findSealed(database, ids);
  return [...found.values()].map((transaction) => ({
    transaction,
    problem: seal === NO_SEAL ? null : findSealProblem(seal, transaction),
  }));
}

export type ComparedTransaction =
  | { readonly id: string; readonly problem: null; readonly transaction: SealedTransaction }
  | { readonly id: string; readonly problem: SealProblem };

/** Each of these with what was changed about it behind the service's back; none without a key. */
export async function compareSeals(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly ComparedTransaction[]> {
  if (database.seal === undefined || ids.length === 0) return [];
  const read = await readSealed(database, ids);
  const byId = new Map(read.map((one) => [one.transaction.id, one]));
  return ids.map((id) => {
    const found = byId.get(id);
    if (found === undefined) return { id, problem: 'payment_changed' };
    const { problem, transaction } = found;
    return problem === null ? { id, problem, transaction } : { id, problem };
  });
}
