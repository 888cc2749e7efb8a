import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { openDatabase } from '../../../src/db/client.ts';
import { startEmbeddedPostgres } from '../../../src/postgres/server.ts';
import { openTestDatabase, urlOf } from '../database.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../nodes/pgbouncer.ts';
import { mountSmallDisk } from '../process/small-disk.ts';
import { makeDataDir, startServiceProcess } from '../service-process.ts';
import { bySettings, bySql, LIVE } from './broken-contents.ts';
import type { Broken, Env } from './broken-installations.ts';
import { openMomo } from './momo.ts';

const EMBEDDED: Env = { ...LIVE, DATABASE_URL: '', ACCEPTED_RISKS: 'embedded-postgres,testing' };

/** A folder with the database of a service that has stopped, and perhaps a backup of it. */
async function serveEmbedded({ isBackedUp }: { readonly isBackedUp: boolean }) {
  const dataDir = await makeDataDir();
  const env = { ...EMBEDDED, DATA_DIR: dataDir };
  const service = await startServiceProcess({ env });
  await service.end('SIGTERM');
  if (isBackedUp) await openMomo(env).momo('backup', await makeDataDir());
  return { env, dataDir, note: join(dataDir, 'last-backup.json') };
}

interface Note {
  readonly folder: string;
  readonly taken_at: string;
}

async function changeNote(change: (note: Note) => Note): Promise<Env> {
  const { env, note } = await serveEmbedded({ isBackedUp: true });
  writeFileSync(note, JSON.stringify(change(JSON.parse(readFileSync(note, 'utf8')) as Note)));
  return env;
}

/** Our own PostgreSQL with settings that a server should not have. */
async function serveBadly(settings: Env): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'momo-bad-'));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, settings });
  after(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const url = urlOf({ ...server.connection, database: 'momo' });
  await openMomo({ DATABASE_URL: url }).momo('db', 'migrate');
  return url;
}

/** Programs that listen until the tests are over. */
async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** A certificate for 127.0.0.1 that is good for so many days more; Node is to trust it. */
async function serveTls(days: number): Promise<Env> {
  const folder = await makeDataDir();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', String(days)];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...made, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  const port = await listen(createTlsServer(options, (socket) => socket.end()));
  return {
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: cert,
  };
}

/** Stands before a function of PostgreSQL, whose answer no setting changes. */
const byAnswer =
  (name: string, answer: string) => async (well: Parameters<Broken['breakIt']>[0]) => {
    await well.sql(`create schema other; create function other.${name} ${answer};
    do $$ begin execute format('alter database %I set search_path = other, pg_catalog, public',
                               current_database()); end $$`);
    return {};
  };

const MIGRATION = `insert into schema_migrations (version, name, checksum) values (9999, 'z', 'x')`;

/** Wrong on the machine, or with the server of the database. */
export const BROKEN_MACHINES: readonly Broken[] = [
  {
    code: 'settings',
    remedy: /\.env\.example describes each/,
    exitCode: 1,
    breakIt: bySettings({ PROCESSES: 'many' }),
  },
  { code: 'live_risk', remedy: /Change the setting/, exitCode: 1, breakIt: bySettings(LIVE) },
  {
    code: 'accepted_risk',
    remedy: /out of ACCEPTED_RISKS/,
    exitCode: 0,
    breakIt: bySettings({ ACCEPTED_RISKS: 'open-api' }),
  },
  {
    code: 'unknown_setting',
    remedy: /as \.env\.example has it/,
    exitCode: 0,
    breakIt: bySettings({ SPORTSBOOK_API_KYE: 'x' }),
  },
  {
    code: 'open_files',
    remedy: /chmod 640/,
    exitCode: 1,
    breakIt: async () => {
      const file = join(await makeDataDir(), 'secrets-key');
      writeFileSync(file, 'e'.repeat(64), { mode: 0o644 });
      return { ...LIVE, SECRETS_KEY_FILE: file };
    },
  },
  {
    code: 'time_zone',
    remedy: /timedatectl set-timezone Africa\/Douala/,
    exitCode: 0,
    isAlone: true,
    breakIt: bySettings({ TZ: 'Europe/London' }),
  },
  {
    code: 'folder',
    remedy: /Set DATA_DIR/,
    exitCode: 1,
    breakIt: async () => {
      const file = join(await makeDataDir(), 'file');
      writeFileSync(file, '');
      return { DATA_DIR: join(file, 'data') };
    },
  },
  {
    code: 'disk',
    remedy: /Free or add space/,
    exitCode: 1,
    skip: process.getuid?.() === 0 ? false : 'only root mounts a disk',
    breakIt: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'momo-small-'));
      chmodSync(folder, 0o755);
      const disk = mountSmallDisk(folder, 20);
      after(() => {
        disk?.unmount();
        rmSync(folder, { recursive: true, force: true });
      });
      disk?.fill();
      return { DATA_DIR: folder };
    },
  },
  {
    code: 'no_backup',
    remedy: /Take a backup every night/,
    exitCode: 1,
    breakIt: async () => (await serveEmbedded({ isBackedUp: false })).env,
  },
  {
    code: 'old_backup',
    remedy: /the job that runs `momo backup`/,
    exitCode: 1,
    breakIt: () => changeNote((note) => ({ ...note, taken_at: '2026-01-01T02:00:00.000Z' })),
  },
  {
    code: 'backup',
    remedy: /Take another one/,
    exitCode: 1,
    breakIt: () =>
      changeNote((note) => {
        rmSync(note.folder, { recursive: true });
        return note;
      }),
  },
  {
    code: 'plain_backup',
    remedy: /backup-recipients/,
    exitCode: 1,
    breakIt: async () => (await serveEmbedded({ isBackedUp: true })).env,
  },
  {
    code: 'leftovers',
    remedy: /Remove it/,
    exitCode: 1,
    breakIt: async () => {
      const { env, dataDir } = await serveEmbedded({ isBackedUp: true });
      mkdirSync(join(dataDir, 'postgres.restore-x'));
      return env;
    },
  },
  {
    code: 'port_taken',
    remedy: /ss -ltnp/,
    exitCode: 1,
    breakIt: async () => {
      const mail = createServer((socket) => socket.on('error', () => {}).end('220 mail\r\n'));
      return { PORT: String(await listen(mail)) };
    },
  },
  { code: 'service', remedy: /Start the service/, exitCode: 0, breakIt: bySettings({ PORT: '1' }) },
  {
    code: 'public_url',
    remedy: /DNS, the proxy and its certificate/,
    exitCode: 1,
    breakIt: bySettings({ PUBLIC_URL: 'https://127.0.0.1:1', TRUSTED_PROXIES: '127.0.0.1' }),
  },
  {
    code: 'certificate',
    remedy: /Renew it/,
    exitCode: 0,
    isAlone: true,
    breakIt: () => serveTls(3),
  },
  {
    code: 'no_public_url',
    remedy: /no operator calls back/,
    exitCode: 1,
    breakIt: bySettings(LIVE),
  },
  {
    code: 'no_proxy',
    remedy: /Set TRUSTED_PROXIES/,
    exitCode: 1,
    isAlone: true,
    breakIt: async () => ({ ...(await serveTls(90)), TRUSTED_PROXIES: '' }),
  },
  {
    code: 'no_database',
    remedy: /`momo restore` brings one back/,
    exitCode: 1,
    breakIt: async () => ({ DATABASE_URL: '', DATA_DIR: await makeDataDir() }),
  },
  {
    code: 'read_only',
    remedy: /Name the primary in DATABASE_URL/,
    exitCode: 1,
    breakIt: bySql(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on',
                     current_database()); end $$`),
  },
  {
    code: 'database',
    remedy: /whether PostgreSQL runs/,
    exitCode: 1,
    breakIt: bySettings({ DATABASE_URL: 'postgresql://momo@127.0.0.1:1/none' }),
  },
  {
    code: 'server_version',
    remedy: /PostgreSQL 15 or later/,
    exitCode: 1,
    breakIt: byAnswer(
      'current_setting(name text)',
      `returns text language sql as $f$
         select case name when 'server_version_num' then '140011'
                          else pg_catalog.current_setting(name) end $f$`,
    ),
  },
  {
    code: 'durability',
    remedy: /postgresql\.conf/,
    exitCode: 1,
    breakIt: async () => ({ DATABASE_URL: await serveBadly({ fsync: 'off' }) }),
  },
  {
    code: 'pooler',
    remedy: /pool_mode=session/,
    exitCode: 1,
    skip: NO_PGBOUNCER,
    breakIt: async () => {
      const { connection } = await openTestDatabase();
      return { DATABASE_URL: await startPgBouncer('transaction', connection) };
    },
  },
  { code: 'environment', remedy: /its own DATABASE_URL/, exitCode: 1, breakIt: bySettings(LIVE) },
  {
    code: 'clock',
    remedy: /timedatectl set-ntp true/,
    exitCode: 1,
    breakIt: byAnswer(
      'clock_timestamp()',
      `returns timestamptz language sql as $f$
         select pg_catalog.clock_timestamp() + interval '1 hour' $f$`,
    ),
  },
  {
    code: 'connections',
    remedy: /Lower DATABASE_POOL_SIZE/,
    exitCode: 1,
    breakIt: async () => ({
      DATABASE_URL: await serveBadly({ max_connections: '30' }),
      DATABASE_POOL_SIZE: '100',
    }),
  },
  {
    code: 'replica',
    remedy: /Bring the standby back/,
    exitCode: 0,
    breakIt: bySettings({ REPLICA_URL: 'postgresql://momo@127.0.0.1:1/none' }),
  },
  {
    code: 'migrations_missing',
    remedy: /momo db migrate/,
    exitCode: 1,
    breakIt: async () => ({ DATABASE_URL: (await openTestDatabase({ migratedTo: 44 })).url }),
  },
  {
    code: 'older_processes',
    remedy: /Stop it before the upgrade/,
    exitCode: 1,
    breakIt: async () => {
      const { database, url } = await openTestDatabase({ migratedTo: 44 });
      const { promise: isOver, resolve } = Promise.withResolvers<void>();
      const { promise: isThere, resolve: begin } = Promise.withResolvers<void>();
      after(() => resolve());
      void database.withConnection(async (connection) => {
        await connection.query({ text: `set application_name = 'momo-4711'` });
        begin();
        await isOver;
      });
      await isThere;
      return { DATABASE_URL: url };
    },
  },
  {
    code: 'migrations_changed',
    remedy: /as it was published/,
    exitCode: 1,
    breakIt: bySql(`update schema_migrations set checksum = 'other' where version = 1`),
  },
  {
    code: 'release',
    remedy: /Install that release/,
    exitCode: 1,
    breakIt: bySql(`${MIGRATION}; update installation set oldest_release = '99.0.0'`),
  },
  {
    code: 'migrations_unknown',
    remedy: /Install the newer release here/,
    exitCode: 0,
    breakIt: bySql(MIGRATION),
  },
  { code: 'no_archive', remedy: /point-in-time/, exitCode: 1, breakIt: bySettings(LIVE) },
  {
    code: 'archive',
    remedy: /archive_command/,
    exitCode: 1,
    breakIt: async () => {
      const settings = { archive_mode: 'on', archive_command: 'false' };
      const url = await serveBadly(settings);
      const database = openDatabase({ connection: { connectionString: url }, poolSize: 1 });
      await database.query({ text: 'select pg_switch_wal()' });
      const failed = 'select from pg_stat_archiver where failed_count > 0';
      while ((await database.query({ text: failed })).length === 0);
      await database.close();
      return { DATABASE_URL: url };
    },
  },
  {
    code: 'writes',
    remedy: /synchronous standby/,
    exitCode: 1,
    breakIt: bySql(`create or replace function probe_writes() returns void language plpgsql as $f$
      begin raise disk_full using message = 'could not extend file: No space left'; end $f$`),
  },
];
