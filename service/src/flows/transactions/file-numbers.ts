import type { Queryable } from '../../db/client.ts';
import { moveToOldNumbers } from '../../db/transactions/numbers.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';

/** Longer than anything that looks for the transactions of a number reaches beyond late payments. */
const RECENT_MS = 72 * 3_600_000;
/** So many are written in order that those with neighbouring numbers share their pages. */
const BATCH = 5_000;

/** Files the numbers of transactions that are no longer recent, and returns how many there were. */
export function fileNumbers(
  database: Queryable,
  { lateWindowMs }: { readonly lateWindowMs: number },
): Promise<number> {
  const before = firstIdAt(new Date(Date.now() - lateWindowMs - RECENT_MS));
  return moveToOldNumbers(database, { before, limit: BATCH });
}
