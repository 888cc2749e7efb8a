import type { Queryable } from '../../db/client.ts';
import { findSealed } from '../../db/transactions/sealed-transactions.ts';
import {
  findSealProblem,
  type SealedTransaction,
  type SealProblem,
} from '../../domain/transactions/sealed-transaction.ts';

/**
 * Why a stored transaction must not be used, or `null` if it is as the service wrote it. Without a
 * key nothing is sealed, and nothing is refused.
 */
export async function findBrokenSeal(database: Queryable, id: string): Promise<SealProblem | null> {
  const [compared] = await compareSeals(database, [id]);
  return compared?.problem ?? null;
}

export type ComparedTransaction =
  | { readonly id: string; readonly problem: null; readonly transaction: SealedTransaction }
  | { readonly id: string; readonly problem: SealProblem };

/** Each of these with what was changed about it behind the service's back; none without a key. */
export async function compareSeals(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly ComparedTransaction[]> {
  const { seal } = database;
  if (seal === undefined || ids.length === 0) return [];
  const found = await findSealed(database, ids);
  return ids.map((id) => {
    const transaction = found.get(id);
    if (transaction === undefined) return { id, problem: 'payment_changed' };
    const problem = findSealProblem(seal, transaction);
    return problem === null ? { id, problem, transaction } : { id, problem };
  });
}
