import type { Database } from '../../../src/db/client.ts';
import { rollTotals } from '../../../src/flows/finance/close-books.ts';

/** Other tests use the same cluster: what they have under way holds entries back for a moment. */
export async function rollAll(database: Database): Promise<void> {
  do await rollTotals({ database });
  while (await hasEntriesLeft(database));
}

async function hasEntriesLeft(database: Database): Promise<boolean> {
  const [row] = await database.query<{ readonly left: boolean }>({
    text: `select exists (select from book_entries
                          where xact >= (select rolled_to from books)) as left`,
  });
  return row?.left === true;
}
