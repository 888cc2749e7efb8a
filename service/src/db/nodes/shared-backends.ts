import { type Database, DatabaseUnavailable, type Queryable } from '../client.ts';

/** How many connections are opened beside the first; more only help on a pooler that is busy. */
const OTHERS = 3;

/**
 * Whether a pooler gives the backend of one session to others between its transactions. A session
 * with a backend of its own keeps it, and no other ever has the same one. The others stay inside a
 * transaction, so that they keep their backends, until one has the backend of the first.
 */
export async function hasSharedBackends(database: Database): Promise<boolean> {
  return database.withConnection(async (first) => {
    const own = await findBackend(first);
    const isSharedWith = (others: number): Promise<boolean> =>
      database.withConnection(async (other) => {
        if ((await findBackend(other)) === own) return true;
        await other.query({ text: 'begin' });
        if ((await findBackend(other)) === own || (await findBackend(first)) !== own) return true;
        return others > 1 && isSharedWith(others - 1);
      });
    // A pooler without room for so many does at least not share.
    return isSharedWith(OTHERS).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) return false;
      throw error;
    });
  });
}

async function findBackend(connection: Queryable): Promise<number | undefined> {
  const [row] = await connection.query<{ readonly pid: number }>({
    text: 'select pg_backend_pid() as pid',
  });
  return row?.pid;
}
