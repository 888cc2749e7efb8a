import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '../../src/db/client.ts';
import type { ServerAddress } from './database-server.ts';

export interface CommitRate {
  readonly perSecond: number;
  /** The tool that measured it, for the table. */
  readonly by: string;
}

export interface CommitRateOptions {
  readonly server: ServerAddress;
  readonly seconds: number;
  /** The folder for the script of pgbench. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Each has a table of its own. */
  readonly round: number;
}

const CLIENTS = 16;

/** How many transactions of one comparable row PostgreSQL commits per second on this machine. */
export async function measureCommitRate(options: CommitRateOptions): Promise<CommitRate> {
  const admin = openDatabase({ connection: options.server, poolSize: 1 });
  const name = `commits_${options.round}`;
  await admin.query({ text: `create database ${name}` });
  await admin.close();
  const server = { ...options.server, database: name };
  const database = openDatabase({ connection: server, poolSize: CLIENTS });
  try {
    await database.query({ text: CREATE_TABLE });
    const pgbench = findPgbench();
    return pgbench === null
      ? await runDriverLoop(database, options)
      : await runPgbench(pgbench, { ...options, server });
  } finally {
    await database.close();
  }
}

function findPgbench(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const [found] = [
    ...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().toReversed(),
    ...folders.flatMap((folder) => globSync(join(folder, 'pgbench'))),
  ];
  return found ?? null;
}

async function runPgbench(pgbench: string, options: CommitRateOptions): Promise<CommitRate> {
  const { server, seconds, folder, signal } = options;
  const run = promisify(execFile);
  const script = join(folder, 'one-row.sql');
  await writeFile(script, INSERT_ROW);
  const where = ['-h', server.host, '-p', String(server.port), '-U', server.user];
  const load = ['-c', String(CLIENTS), '-j', '2', '-T', String(seconds), '-M', 'prepared'];
  const args = [...where, ...load, '-n', '-f', script, server.database];
  const { stdout } = await run(pgbench, args, { signal });
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (tps === undefined) throw new Error('pgbench printed no tps');
  const version = await run(pgbench, ['--version'], { signal });
  return { perSecond: Number(tps), by: version.stdout.replace(/ \(Debian.*/s, '').trim() };
}

async function runDriverLoop(
  database: Database,
  { seconds, signal }: CommitRateOptions,
): Promise<CommitRate> {
  const end = performance.now() + seconds * 1_000;
  let commits = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end && !signal.aborted) {
      await database.query({ name: 'one-row', text: INSERT_ROW });
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { perSecond: commits / seconds, by: 'a loop over the driver, no pgbench found' };
}

/** A transaction without its rules and its second index: the least that a payment can cost. */
const CREATE_TABLE = `
  create table rows (
    id uuid primary key, application_id uuid not null, direction text not null,
    reference text not null, player_id uuid not null, operator text not null,
    provider_id text not null, channel_id text not null, collection_mode text,
    msisdn text not null, amount_xaf bigint not null, state text not null,
    state_reason text not null, state_updated_at timestamptz not null, expires_at timestamptz,
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null
  )`;

const INSERT_ROW = `insert into rows values (gen_random_uuid(), gen_random_uuid(), 'deposit', \
'bench-reference-1', gen_random_uuid(), 'mtn', 'mtn-momo', 'mtn-momo-sandbox', \
'merchant_initiated', '+237670000001', 2500, 'pending', 'Waiting for the player to confirm.', \
now(), now() + interval '15 minutes', now(), now(), 1)`;
