import type { Database, Queryable } from './client.ts';

/**
 * One database transaction that may take longer than the service's queries, on a connection of its
 * own; an error ends the connection and undoes what was done.
 */
export function inLongTransaction<T>(
  database: Database,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  return database.withConnection(async (connection) => {
    await connection.query({ text: 'set idle_in_transaction_session_timeout = 0' });
    await connection.query({ text: 'begin' });
    const result = await work(connection);
    await connection.query({ text: 'commit' });
    return result;
  });
}
