import { resolve } from 'node:path';
import { ensureRunning, type Origin, type Site } from './ensure-running.ts';
import type { EmbeddedPostgresEvent } from './events.ts';
import { placeCluster } from './placement.ts';
import { newPatience } from './postmaster/patience.ts';
import { DATABASE, SUPERUSER } from './server-options.ts';
import { stopServer } from './stop-server.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedPostgres {
  /** The host is the folder of a unix socket. It stays the same when the server is restarted. */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** Where the cluster really is, symlinks resolved. */
  readonly dataFolder: string;
  readonly origin: Origin;
  /** Stops the server unless other clients still use it. Close your own connections first. */
  stop(): Promise<'stopped' | 'left_running'>;
}

/**
 * Runs a real PostgreSQL on `<dataDir>/postgres`. It adopts a server that already runs there, makes
 * the cluster when there is none, and brings the server back when it dies, until `stop` is called.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly onEvent?: (event: EmbeddedPostgresEvent) => void;
}): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The local PostgreSQL does not run on Windows yet. Set DATABASE_URL.');
  }
  const startedAt = performance.now();
  const report = options.onEvent ?? (() => undefined);
  const dataDir = resolve(options.dataDir);
  const placement = await placeCluster({ dataDir, report });
  const site: Site = { dataDir, placement, settings: options.settings ?? {}, report };
  const { server, origin } = await ensureRunning(site, {
    patience: newPatience(),
    whenMissing: 'initialise',
  });
  const durationMs = Math.round(performance.now() - startedAt);
  report({ kind: origin === 'adopted' ? 'adopted' : 'started', pid: server.pid, durationMs });

  const supervisor = supervise({
    server,
    report,
    revive: async (signal) =>
      await ensureRunning(site, { patience: newPatience(signal), whenMissing: 'refuse' }),
  });
  let stopping: Promise<'stopped' | 'left_running'> | null = null;
  return {
    connection: {
      host: server.socketFolder,
      port: server.port,
      user: SUPERUSER,
      database: DATABASE,
    },
    dataFolder: placement.cluster,
    origin,
    stop: async () => {
      stopping ??= supervisor.end().then(async (last) => await stopServer(site, last));
      return await stopping;
    },
  };
}
