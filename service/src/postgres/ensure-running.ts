import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, findInstalledBinaries, prepareBinaries } from './binaries.ts';
import { initialiseCluster } from './cluster.ts';
import type { ReportEvent } from './events.ts';
import { isCluster, linkCluster, type Placement, SHARED_FOLDER } from './placement.ts';
import { adoptPostmaster, type RunningServer } from './postmaster/adopt-postmaster.ts';
import { type Patience, tooLate } from './postmaster/patience.ts';
import { ensureDatabase } from './postmaster/presence.ts';
import { withStartLock } from './postmaster/start-lock.ts';
import { startPostmaster } from './postmaster/start-postmaster.ts';
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
    if (patience.isOver()) throw tooLate(`Remains of an earlier one:\n${result.lastWords}`);
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
