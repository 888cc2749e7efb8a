import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/db/client.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/embedded-postgres/server.ts';

export type ServerAddress = EmbeddedPostgres['connection'];

/** A new embedded PostgreSQL with the settings that the service itself would give it. */
export interface DatabaseServer {
  readonly folder: string;
  readonly address: ServerAddress;
  readonly database: Database;
  readonly version: string;
  readonly pid: number;
}

/** The service adopts a server that runs on its data, so the service and the bench share it. */
export async function startDatabaseServer(stack: AsyncDisposableStack): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'momo-bench-'));
  stack.defer(async () => {
    // A server that was told to stop may write its last files while we remove the first.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  // As root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const pidFile = await readFile(join(server.dataFolder, 'postmaster.pid'), 'utf8');
  const pid = Number.parseInt(pidFile, 10);
  stack.defer(async () => {
    // A client that was killed may still be counted. Nobody else may use this data, so the server
    // is told to drop it and stop.
    if ((await server.stop()) === 'left_running') process.kill(pid, 'SIGINT');
  });
  const database = openDatabase({ connection: server.connection, poolSize: 2 });
  stack.defer(async () => await database.close());
  const [row] = await database.query<{ readonly version: string }>({
    text: `select current_setting('server_version') as version`,
  });
  return {
    folder,
    address: server.connection,
    database,
    version: row?.version ?? 'of unknown version',
    pid,
  };
}
