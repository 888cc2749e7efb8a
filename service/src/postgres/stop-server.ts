import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { unreachable } from '../domain/assert.ts';
import { lockFileOf, type Site } from './ensure-running.ts';
import { errorCode } from './file-system.ts';
import type { RunningServer } from './postmaster/adopt-postmaster.ts';
import { findPostmaster, newPatience, openPresence, type Presence } from './postmaster/presence.ts';
import { isAlive } from './postmaster/process-state.ts';
import { withStartLock } from './postmaster/start-lock.ts';
import { removeSocketFolder } from './socket-folder.ts';

/** Stops the server unless another process uses it. A server that is gone counts as stopped. */
export async function stopServer(
  site: Site,
  last: RunningServer,
): Promise<'stopped' | 'left_running'> {
  const server = last.presence.isOpen() ? last : await findAgain(site, last);
  if (server !== null) {
    const isGone = await stopUnlessUsed(server);
    server.presence.close();
    site.report({ kind: isGone ? 'stopped' : 'left_running', pid: server.pid });
    if (!isGone) return 'left_running';
  }
  await cleanUp(site, last.socketFolder);
  return 'stopped';
}

const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const POLL_MS = 10;

/** The connection can be lost while the server lives: it recovers from a crash of a backend. */
async function findAgain(site: Site, last: RunningServer): Promise<RunningServer | null> {
  const until = performance.now() + FAST_SHUTDOWN_MS;
  for (;;) {
    const found = await findPostmaster(site.placement.cluster);
    if (found.kind !== 'living') return null;
    const presence = await openPresence(last);
    if (presence !== null) return { ...last, pid: found.pid, presence };
    if (performance.now() > until) {
      throw new Error(`PostgreSQL (process ${found.pid}) runs but takes no connections.`);
    }
    await delay(POLL_MS);
  }
}

async function stopUnlessUsed({ pid, presence }: RunningServer): Promise<boolean> {
  const verdict = await askWhetherUsed(presence);
  switch (verdict) {
    case 'used':
      // A killed server's last backends answer for a moment, but there is nothing left to use.
      return !(await isAlive(pid));
    case 'already_stopping':
      return await isGoneWithin(pid, FAST_SHUTDOWN_MS);
    case 'unused':
      signalIfThere(pid, 'SIGINT');
      if (await isGoneWithin(pid, FAST_SHUTDOWN_MS)) return true;
      signalIfThere(pid, 'SIGQUIT');
      return await isGoneWithin(pid, IMMEDIATE_SHUTDOWN_MS);
    default:
      return unreachable(verdict);
  }
}

/**
 * Two processes that stop at once take turns. Each renames its connection before it waits, so the
 * first does not count the second as a user, and the second finds the server stopped.
 */
async function askWhetherUsed(presence: Presence): Promise<'used' | 'unused' | 'already_stopping'> {
  const { client } = presence;
  presence.keepProcessAlive();
  try {
    await client.query(`set application_name = '${STOPPING}'`);
    await client.query(`select pg_advisory_lock(hashtextextended('${STOPPING}', 0))`);
    return (await isUsedByOthers(client)) ? 'used' : 'unused';
  } catch {
    // A server that does not answer in time may be working for another client: it is left alone.
    return presence.isOpen() ? 'used' : 'already_stopping';
  }
}

const STOPPING = 'momo stopping';
const GRACE_MS = 1_000;

/** The backend of a connection that was just closed, ours perhaps, is still seen for a moment. */
async function isUsedByOthers(client: Client): Promise<boolean> {
  const until = performance.now() + GRACE_MS;
  for (;;) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
        where backend_type = 'client backend'
          and pid <> pg_backend_pid() and application_name <> $1`,
      [STOPPING],
    );
    if (rows[0]?.others === 0) return false;
    if (performance.now() > until) return true;
    await delay(POLL_MS);
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // A backend still answers for a moment after the server itself was killed.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function isGoneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (await isAlive(pid)) {
    if (performance.now() > until) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Under the start lock: another process may be starting the next server in the same folder. */
async function cleanUp(site: Site, socketFolder: string): Promise<void> {
  await withStartLock(lockFileOf(site), newPatience(), async () => {
    const found = await findPostmaster(site.placement.cluster);
    if (found.kind !== 'living') await removeSocketFolder(socketFolder);
  });
}
