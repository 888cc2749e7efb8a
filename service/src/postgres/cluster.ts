import { spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReportEvent } from './events.ts';
import { syncFolder } from './file-system.ts';
import type { ServerUser } from './postmaster/run-as.ts';
import { SERVER_ENVIRONMENT, SUPERUSER } from './server-options.ts';

/**
 * Makes a new cluster. PostgreSQL writes it under another name, and only a complete one gets the
 * final name, so an interrupted run is never half used. Call it under the start lock.
 */
export async function initialiseCluster(options: {
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
