import { chmod, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/postgres/server.ts';

const READ_BYTES = 2 ** 20;
const TIDY_WITHIN_MS = 300_000;
const TIDY_LOOK_MS = 500;

export type ServerAddress = EmbeddedPostgres['connection'];

/** A new embedded PostgreSQL with the settings that the service itself would give it. */
export interface DatabaseServer {
  readonly folder: string;
  /** The folder with PostgreSQL's own files. */
  readonly dataFolder: string;
  readonly address: ServerAddress;
  readonly database: Database;
  readonly version: string;
  readonly pid: number;
}

/** The service adopts a server that runs on its data, so the service and the bench share it. */
export async function startDatabaseServer(stack: AsyncDisposableStack): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'momo-bench-'));
  stack.defer(async () => {
    // A stopping server may write its last files while we remove the first.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  // As root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const pidFile = await readFile(join(server.dataFolder, 'postmaster.pid'), 'utf8');
  const pid = Number.parseInt(pidFile, 10);
  stack.defer(async () => {
    // A killed client may still be counted. Only the bench uses this data, so it stops the server.
    if ((await server.stop()) === 'left_running') process.kill(pid, 'SIGINT');
  });
  const database = openDatabase({ connection: server.connection, poolSize: 2 });
  stack.defer(async () => await database.close());
  const [row] = await database.query<{ readonly version: string }>({
    text: `select current_setting('server_version') as version`,
  });
  return {
    folder,
    dataFolder: server.dataFolder,
    address: server.connection,
    database,
    version: row?.version ?? 'of unknown version',
    pid,
  };
}

/** Loads the files into memory, as on a machine that has served for days. */
export async function readOnce({ dataFolder }: DatabaseServer): Promise<void> {
  const part = Buffer.allocUnsafe(READ_BYTES);
  const folder = join(dataFolder, 'base');
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  // Tables and indexes have numbers for names; other files come and go.
  for (const { parentPath, name } of files.filter(
    (file) => file.isFile() && /^\d/.test(file.name),
  )) {
    await using handle = await open(join(parentPath, name));
    while ((await handle.read(part, 0, READ_BYTES, null)).bytesRead > 0);
  }
}

/** After a big fill PostgreSQL vacuums for a while, on a core of its own. */
export async function waitUntilTidy({ database }: DatabaseServer): Promise<void> {
  const deadline = performance.now() + TIDY_WITHIN_MS;
  while (performance.now() < deadline) {
    const busy = await database.query({
      text: `select from pg_stat_activity where backend_type = 'autovacuum worker'`,
    });
    if (busy.length === 0) return;
    await pause(TIDY_LOOK_MS);
  }
  throw new Error('PostgreSQL does not come to rest');
}

export function describeMachine({ version }: DatabaseServer): string {
  const [cpu] = cpus();
  return [
    `${availableParallelism()} cores (${cpu?.model ?? 'unknown'}),`,
    `${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node},`,
    `PostgreSQL ${version}, load before ${loadavg()[0]?.toFixed(1) ?? '-'}`,
  ].join(' ');
}
