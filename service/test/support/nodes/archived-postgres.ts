import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { DatabaseUnavailable, openDatabase } from '../../../src/db/client.ts';
import { chooseServerUser } from '../../../src/postgres/postmaster/run-as.ts';
import { urlOf } from '../database.ts';
import { eventually } from '../service-process.ts';
import { findSystemPostgres } from '../system-postgres.ts';

export interface ArchivedPostgres {
  readonly url: string;
  readonly cluster: string;
  /** Types a command as the user of the database. */
  type(line: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Resolves when everything that was committed is in the archive. */
  archiveAll(): Promise<void>;
  /** At once, as when its machine dies. */
  stop(): Promise<void>;
  /** Resolves when it can be written to. */
  start(): Promise<void>;
}

/** Debian's PostgreSQL with pgBackRest's archive, set up as docs/operations.md says. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const bin = findSystemPostgres();
  assert.ok(bin !== null, 'apt-get install postgresql pgbackrest');
  const folder = mkdtempSync(join(tmpdir(), 'momo-archived-'));
  const user = await chooseServerUser(null);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const as = user === null ? {} : { uid: user.uid, gid: user.gid };
  const cluster = join(folder, 'data');
  const config = join(folder, 'pgbackrest.conf');
  const base = { PATH: process.env['PATH'] ?? '', HOME: folder, PGBACKREST_CONFIG: config };
  const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    execFileSync(program, args, {
      ...as,
      cwd: folder,
      env: { ...base, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const control = (...args: readonly string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', cluster, '-l', join(folder, 'log'), ...args], {});
  const url = urlOf({ host: folder, port: 5432, user: 'momo', database: 'postgres' });

  const initial = ['-U', 'momo', '--auth=trust', '--encoding=UTF8', '--no-locale', '-k'];
  run(join(bin, 'initdb'), ['-D', cluster, ...initial], {});
  writeFileSync(config, configurationOf(folder, cluster));
  appendFileSync(join(cluster, 'postgresql.conf'), settingsOf(folder));
  control('-w', 'start');
  after(() => {
    try {
      control('-m', 'immediate', 'stop');
    } catch {}
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url,
    cluster,
    type: async (line, env = {}) => run('sh', ['-c', line], env),
    archiveAll: () => archiveAll(url),
    stop: async () => void control('-m', 'immediate', 'stop'),
    start: async () => {
      control('-w', 'start');
      await eventually('recovery is over', () => isSo(url, 'select true as so'), 60_000);
    },
  };
}

function configurationOf(folder: string, cluster: string): string {
  return `[global]
repo1-path=${join(folder, 'repository')}
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a-secret-of-this-test
start-fast=y
log-path=${folder}
lock-path=${join(folder, 'locks')}
spool-path=${join(folder, 'spool')}
log-level-console=warn

[momo]
pg1-path=${cluster}
pg1-socket-path=${folder}
pg1-user=momo
pg1-database=postgres
`;
}

function settingsOf(folder: string): string {
  return `
listen_addresses = ''
unix_socket_directories = '${folder}'
archive_mode = on
archive_command = 'pgbackrest --stanza=momo archive-push %p'
archive_timeout = 60
`;
}

async function archiveAll(url: string): Promise<void> {
  const database = openDatabase({ connection: { connectionString: url }, poolSize: 2 });
  const [row] = await database.query<{ readonly file: string }>({
    text: 'select pg_walfile_name(pg_switch_wal()) as file',
  });
  await database.close();
  const isKept = `select coalesce(last_archived_wal >= '${row?.file}', false) as so
                  from pg_stat_archiver`;
  await eventually('the archive has it', () => isSo(url, isKept), 60_000);
}

async function isSo(url: string, text: string): Promise<boolean> {
  const database = openDatabase({ connection: { connectionString: url }, poolSize: 2 });
  try {
    const [row] = await database.query<{ readonly so: boolean }>({ text });
    return row?.so === true;
  } catch (error) {
    // A server in recovery can only be read.
    if (error instanceof DatabaseUnavailable) return false;
    throw error;
  } finally {
    await database.close();
  }
}
