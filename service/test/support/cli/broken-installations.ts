import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { openTestDatabase, type TestDatabase, urlOf } from '../database.ts';
import { makeDataDir, sampleDeposit, startServiceProcess } from '../service-process.ts';
import type { Momo } from './momo.ts';

export type Env = Readonly<Record<string, string>>;

/** An installation that is broken in one way, and what `momo doctor` must say of it then. */
export interface Broken {
  readonly code: string;
  /** What the remedy names. */
  readonly remedy: RegExp;
  /** 1 if the service does not do what it should, 0 if it may soon not. */
  readonly exitCode: 0 | 1;
  /** Why it cannot be broken so on this machine. */
  readonly skip?: string | false;
  /** The command is a process of its own: Node reads something only when it starts. */
  readonly isAlone?: true;
  /** Breaks it; returns the settings that differ from those of an installation that is well. */
  readonly breakIt: (well: WellInstallation) => Promise<Env>;
}

/** An installation that is well, made by a service that ran. */
export interface WellInstallation {
  readonly env: Env;
  /** Its database, and a command on it. */
  readonly database: Database;
  readonly sql: (text: string) => Promise<void>;
  readonly momo: Momo;
}

export interface Installations {
  readonly env: Env;
  /** A copy of the database, which only its caller breaks. */
  readonly copyDatabase: () => Promise<{ readonly database: Database; readonly url: string }>;
}

/** A service that serves, and beside it a database whose service has stopped, to be copied. */
export async function makeInstallations(): Promise<Installations> {
  const serving = await openTestDatabase();
  const service = await startServiceProcess({ env: { DATABASE_URL: serving.url } });
  after(() => service.end('SIGTERM'));
  const template = await openTestDatabase();
  await serveOnce(template);
  const env = {
    DATA_DIR: await makeDataDir(),
    HOST: '127.0.0.1',
    PORT: new URL(service.url).port,
    TZ: 'UTC',
  };
  return { env, copyDatabase: () => copyOf(template) };
}

/** Leaves a database with a payment that succeeded; a copy of it is not one that was restored. */
async function serveOnce({ database, url }: TestDatabase): Promise<void> {
  const service = await startServiceProcess({ env: { DATABASE_URL: url } });
  const deposit = sampleDeposit({ callback_url: 'http://127.0.0.1:9/webhooks' });
  const answer = await service.call('POST', '/api/v1/deposits', deposit);
  const { service_tx_id: id } = answer.json as { readonly service_tx_id: string };
  await service.call('POST', `/api/v1/sandbox/transactions/${id}/simulate`, {
    json: { outcome: 'succeeded' },
  });
  await service.end('SIGTERM');
  await database.query({ text: 'update installation set identity = null' });
  await database.query({ text: 'delete from open_webhooks' });
  await database.close();
}

async function copyOf({ connection }: TestDatabase) {
  const name = `doctor_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase({ connection: { ...connection, database: 'postgres' }, poolSize: 1 });
  await admin.query({
    text: `create database ${name} template ${connection.database} strategy file_copy`,
  });
  const own = { ...connection, database: name };
  const database = openDatabase({ connection: own, poolSize: 1 });
  after(async () => {
    await database.close();
    await admin.query({ text: `drop database ${name} with (force)` });
    await admin.close();
  });
  return { database, url: urlOf(own) };
}
