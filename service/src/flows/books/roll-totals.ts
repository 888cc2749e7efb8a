import { addToTotals, lockTotals } from '../../db/books/totals.ts';
import type { Database } from '../../db/client.ts';

/** So many rows are added up well within the time limit of a statement. */
const MOST_AT_ONCE = 20_000;

/** Brings the totals of the books up to date, so that a balance reads few entries. */
export function rollTotals({ database }: { readonly database: Database }): Promise<number> {
  return database.atomically(async (connection) =>
    (await lockTotals(connection)) ? addToTotals(connection, MOST_AT_ONCE) : 0,
  );
}
