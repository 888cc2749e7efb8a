import type { Database } from '../../../src/db/client.ts';

/** As if the data were of a release without books. */
export function forgetBooks(database: Database): Promise<void> {
  return tamper(database, [
    'truncate book_entries',
    'delete from book_totals',
    'update books set rolled_to = 0, opened_to = null, opened_at = null',
  ]);
}

/** Needs the right to switch off triggers. */
export function tamper(database: Database, texts: readonly string[]): Promise<void> {
  return database.atomically(async (connection) => {
    await connection.query({ text: `set local session_replication_role = 'replica'` });
    for (const text of texts) await connection.query({ text });
  });
}
