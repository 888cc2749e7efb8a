import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { listSecrets, replaceSecret } from '../../src/db/row-seals.ts';
import { findPostmaster } from '../../src/postgres/postmaster/presence.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { type ServerConnection, startTestServer, TEMPLATE_DATABASE } from './postgres-server.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly connection: ServerConnection;
  /** The same as a URL, for processes that are started with DATABASE_URL. */
  readonly url: string;
}

export interface TestDatabaseOptions {
  readonly template?: string;
  /** As an older release left it: made by so many migrations, one after the other. */
  readonly migratedTo?: number;
  /** For a service with this SECRETS_KEY, in hexadecimal digits. */
  readonly secretsKey?: string | undefined;
}

/**
 * A fresh database for the calling test file, cloned from the migrated template. `npm test` starts
 * one server for all files; a file that is run alone starts its own.
 */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { server, stop } = await findServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase({ connection: server, poolSize: 1, statementTimeoutMs: 60_000 });
  const { migratedTo, template = migratedTo === undefined ? TEMPLATE_DATABASE : 'template0' } =
    options;
  // Its files are copied and not logged, which takes half of the time, then and when it is dropped.
  await admin.query({ text: `create database ${name} template ${template} strategy file_copy` });
  const connection = { ...server, database: name };
  // Each connection plans every query for itself, which is most of what the server does in a run.
  const database = openDatabase({ connection, poolSize: 4 });
  after(async () => {
    await database.close();
    for (const left of [name, backupOf(name)]) {
      await admin.query({ text: `drop database if exists ${left} with (force)` });
    }
    await admin.close();
    // Whatever a test does after its end runs after this: it must not need the server any more.
    await stop();
  });
  if (migratedTo !== undefined) {
    await migrate(database, { known: readMigrations().slice(0, migratedTo), baseline: null });
  }
  if (options.secretsKey !== undefined) await sealTemplate(database, options.secretsKey);
  return { database, connection, url: urlOf(connection) };
}

/** The template has the signing key of a service without SECRETS_KEY, which others do not use. */
async function sealTemplate(database: Database, secretsKey: string): Promise<void> {
  const vault = createVault(Buffer.from(secretsKey, 'hex'));
  for (const secret of await listSecrets(database)) {
    await replaceSecret(database, secret, vault.seal(secret.stored, secret));
  }
}

/** Where a test keeps a copy of its database; it is dropped with it. */
export function backupOf(name: string): string {
  return `${name}_backup`;
}

export function urlOf({ host, port, user, database }: ServerConnection): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function findServer(): Promise<{
  readonly server: ServerConnection;
  readonly stop: () => Promise<void>;
}> {
  const shared = process.env['TEST_POSTGRES'];
  if (shared !== undefined) {
    return { server: JSON.parse(shared) as ServerConnection, stop: async () => {} };
  }
  const own = await startTestServer();
  return { server: own.connection, stop: () => own.stop() };
}

/** A connection to the embedded database of a service, in that folder. */
export async function openDatabaseOf(dataDir: string): Promise<Database> {
  const found = await findPostmaster(`${dataDir}/postgres`);
  assert.ok(found.kind === 'living' && found.socketFolder !== null && found.port !== null);
  const { socketFolder: host, port } = found;
  const connection = { host, port, user: 'momo', database: 'momo' };
  return openDatabase({ connection, poolSize: 1 });
}

/** Returns once a query waits for a lock in this database. */
export async function waitsForLock(database: Database): Promise<void> {
  const waiting = `select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await database.query({ text: waiting })).length === 0);
}
