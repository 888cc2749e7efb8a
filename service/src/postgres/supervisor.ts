import type { EnsuredServer } from './ensure-running.ts';
import type { EmbeddedPostgresEvent, ReportEvent } from './events.ts';
import type { RunningServer } from './postmaster/adopt-postmaster.ts';
import { isAlive } from './postmaster/process-state.ts';

export interface Supervisor {
  /** Ends the supervision and returns the server that it watched last. */
  end(): Promise<RunningServer>;
}

const WATCH_INTERVAL_MS = 250;
const MAX_BACKOFF_MS = 10_000;

/** Restarts the server whenever it is gone although this process did not stop it. */
export function supervise(options: {
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
