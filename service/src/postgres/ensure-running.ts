import { spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, findInstalledBinaries, prepareBinaries } from './binaries.ts';
import { syncFolder } from './file-system.ts';
import { isCluster, linkCluster, type Placement, SHARED_FOLDER } from './placement.ts';
import { adoptPostmaster, type RunningServer } from './postmaster/adopt-postmaster.ts';
import { ensureDatabase, type Patience, tooLate } from './postmaster/presence.ts';
import type { ServerUser } from './postmaster/run-as.ts';
import { withStartLock } from './postmaster/start-lock.ts';
import { startPostmaster } from './postmaster/start-postmaster.ts';
import { type ReportEvent, SERVER_ENVIRONMENT, SUPERUSER } from './server-options.ts';
import { prepareSocketFolder } from './socket-folder.ts';

/** One cluster and everything needed to run a server on it. */
export interface Site {
  readonly dataDir: string;
  readonly placement: Placement;
  readonly settings: Readonly<Record<string, string>>;
  readonly report: ReportEvent;
}

export interface EnsureOptions {
  readonly patience: Patience;
  /** Data that vanish while the service runs must not come back as an empty database. */
  readonly whenMissing: 'initialise' | 'refuse';
}

export type Origin = 'initialised' | 'started' | 'adopted';

export interface EnsuredServer {
  readonly server: RunningServer;
  readonly origin: Origin;
}

/** Adopts the server of the site, or starts one; of many processes that call it, one starts. */
export async function ensureRunning(site: Site, options: EnsureOptions): Promise<EnsuredServer> {
  const { patience } = options;
  const adoption = await adoptPostmaster(site.placement.cluster, patience);
  const ensured: EnsuredServer =
    adoption.kind === 'adopted'
      ? { server: adoption.server, origin: 'adopted' }
      : await withStartLock(lockFileOf(site), patience, async () => await start(site, options));
  await ensureDatabase(ensured.server.presence.client);
  return ensured;
}

export function lockFileOf(site: Site): string {
  return join(site.dataDir, 'postgres.lock');
}

const RETRY_MS = 100;

async function start(site: Site, options: EnsureOptions): Promise<EnsuredServer> {
  const { patience } = options;
  const { cluster, user } = site.placement;
  for (;;) {
    const adoption = await adoptPostmaster(cluster, patience);
    if (adoption.kind === 'adopted') return { server: adoption.server, origin: 'adopted' };
    if (options.whenMissing === 'refuse' && !(await isCluster(cluster))) {
      throw new Error(`The database is missing: ${cluster} is gone. Bring the data back.`);
    }
    const binaries = await prepareSiteBinaries(site);
    const origin = (await initialiseIfMissing(site, binaries)) ? 'initialised' : 'started';
    const result = await startPostmaster({
      program: binaries.postgres,
      cluster,
      socketFolder: await prepareSocketFolder({ cluster, user }),
      settings: site.settings,
      user,
      stalePid: adoption.stalePid,
      logFile: join(site.dataDir, 'postgres.log'),
      patience,
    });
    if (result.kind === 'running') return { server: result.server, origin };
    if (patience.isOver()) throw tooLate(`Remains of an earlier one:\n${result.lastOutput}`);
    await delay(RETRY_MS);
  }
}

async function prepareSiteBinaries(site: Site): Promise<Binaries> {
  const { user } = site.placement;
  return await prepareBinaries({
    installed: await findInstalledBinaries(),
    user,
    copyRoot: user === null ? site.dataDir : SHARED_FOLDER,
    report: site.report,
  });
}

async function initialiseIfMissing(site: Site, binaries: Binaries): Promise<boolean> {
  const { cluster, user } = site.placement;
  const isMissing = !(await isCluster(cluster));
  if (isMissing) {
    await initialiseCluster({
      cluster,
      initdb: binaries.initdb,
      user,
      // With fsync off the data is temporary and speed matters more.
      isDurable: site.settings.fsync !== 'off',
      report: site.report,
    });
  }
  await linkCluster(site.placement);
  return isMissing;
}

/**
 * Makes a new cluster. PostgreSQL writes it under another name, and only a complete one gets the
 * final name, so an interrupted run is never half used. Call it under the start lock.
 */
async function initialiseCluster(options: {
  readonly cluster: string;
  readonly initdb: string;
  readonly user: ServerUser | null;
  readonly isDurable: boolean;
  readonly report: ReportEvent;
}): Promise<void> {
  const { cluster, user, report } = options;
  const startedAt = performance.now();
  await removeLeftovers(cluster, report);
  const draft = await mkdtemp(draftPrefix(cluster));
  if (user !== null) await chown(draft, user.uid, user.gid);
  await runInitdb({ ...options, draft });
  await rename(draft, cluster);
  if (options.isDurable) await syncFolder(dirname(cluster));
  const durationMs = Math.round(performance.now() - startedAt);
  report({ kind: 'initialised', dataFolder: cluster, durationMs });
}

function draftPrefix(cluster: string): string {
  return `${cluster}.initdb-`;
}

async function removeLeftovers(cluster: string, report: ReportEvent): Promise<void> {
  const folder = dirname(cluster);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(basename(draftPrefix(cluster)))) continue;
    const leftover = join(folder, name);
    try {
      // The interrupted initdb may still be writing; the next start gets what this one misses.
      await rm(leftover, { recursive: true, force: true, maxRetries: 3 });
      report({ kind: 'leftover_removed', folder: leftover });
    } catch {
      continue;
    }
  }
}

async function runInitdb(options: {
  readonly draft: string;
  readonly initdb: string;
  readonly user: ServerUser | null;
  readonly isDurable: boolean;
}): Promise<void> {
  const args = [
    `--pgdata=${options.draft}`,
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--no-locale',
    '--data-checksums',
    '--no-instructions',
    ...(options.isDurable ? [] : ['--no-sync']),
  ];
  const { exit, output } = await run(options.initdb, args, options.user);
  if (exit === 'success') return;
  await rm(options.draft, { recursive: true, force: true });
  const lastLines = output.trimEnd().split('\n').slice(-10).join('\n');
  throw new Error(
    `A new database could not be made (initdb: ${exit}). Check free disk space and rights, or ` +
      `set DATABASE_URL to use another PostgreSQL. Its last words:\n${lastLines}`,
  );
}

async function run(
  program: string,
  args: readonly string[],
  user: ServerUser | null,
): Promise<{ readonly exit: string; readonly output: string }> {
  const child = spawn(program, args, {
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ exit: error.message, output }));
    child.once('close', (code, signal) => {
      resolve({ exit: code === 0 ? 'success' : `exit ${code ?? signal}`, output });
    });
  });
}
