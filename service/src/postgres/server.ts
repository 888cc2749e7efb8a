import { resolve } from 'node:path';
import { type EnsuredServer, ensureRunning, type Origin, type Site } from './ensure-running.ts';
import { placeCluster } from './placement.ts';
import type { RunningServer } from './postmaster/adopt-postmaster.ts';
import { newPatience } from './postmaster/presence.ts';
import { isAlive } from './postmaster/process-state.ts';
import {
  DATABASE,
  type EmbeddedPostgresEvent,
  type ReportEvent,
  SUPERUSER,
} from './server-options.ts';
import { stopServer } from './stop-server.ts';

interface Supervisor {
  /** Ends the supervision and returns the server that it watched last. */
  end(): Promise<RunningServer>;
}

const WATCH_INTERVAL_MS = 250;
const MAX_BACKOFF_MS = 10_000;

/** Restarts the server whenever it is gone although this process did not stop it. */
function supervise(options: {
  readonly server: RunningServer;
  readonly report: ReportEvent;
  readonly revive: (signal: AbortSignal) => Promise<EnsuredServer>;
}): Supervisor {
  const { report, revive } = options;
  const calledOff = new AbortController();
  let server = options.server;
  let reportedDead: number | null = null;
  let failures = 0;
  let notBefore = 0;
  let check: Promise<void> | null = null;

  async function reviveIfGone(): Promise<void> {
    const lives = await isAlive(server.pid);
    if (lives && server.presence.isOpen()) return;
    if (!lives) reportDeath();
    const startedAt = performance.now();
    try {
      const revived = await revive(calledOff.signal);
      assertSameSocket(server, revived.server);
      // The connection can end a moment before the process does.
      if (revived.server.pid !== server.pid) reportDeath();
      report(describeRevival(server, revived, Math.round(performance.now() - startedAt)));
      watch(revived.server);
      failures = 0;
    } catch (error) {
      if (calledOff.signal.aborted) return;
      failures += 1;
      notBefore = performance.now() + Math.min(MAX_BACKOFF_MS, WATCH_INTERVAL_MS * 2 ** failures);
      report({ kind: 'restart_failed', message: String(error) });
    }
  }

  function reportDeath(): void {
    if (reportedDead !== server.pid) report({ kind: 'died', pid: server.pid });
    reportedDead = server.pid;
  }

  function look(): void {
    if (calledOff.signal.aborted || check !== null || performance.now() < notBefore) return;
    check = reviveIfGone().finally(() => {
      check = null;
    });
  }

  function watch(next: RunningServer): void {
    server = next;
    // The end of the connection is the earliest sign; the timer sees what it misses.
    void next.presence.ended.then(look);
  }

  watch(server);
  const timer = setInterval(look, WATCH_INTERVAL_MS);
  timer.unref();
  return {
    async end() {
      calledOff.abort();
      clearInterval(timer);
      await check;
      return server;
    },
  };
}

/** Our clients know one socket. A server that comes back on another one is of no use to them. */
function assertSameSocket(before: RunningServer, revived: RunningServer): void {
  if (revived.socketFolder === before.socketFolder) return;
  revived.presence.close();
  throw new Error(
    `PostgreSQL now listens in ${revived.socketFolder}, no longer in ${before.socketFolder}. ` +
      'Restart this process.',
  );
}

function describeRevival(
  before: RunningServer,
  revived: EnsuredServer,
  durationMs: number,
): EmbeddedPostgresEvent {
  const { pid } = revived.server;
  if (pid === before.pid) return { kind: 'reconnected', pid, durationMs };
  const kind = revived.origin === 'adopted' ? 'adopted' : 'restarted';
  return { kind, pid, durationMs };
}

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
