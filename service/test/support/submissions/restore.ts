import { after } from 'node:test';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { restartTestService, type TestService } from '../harness.ts';

export interface Backup {
  /**
   * Puts the database back to the moment of the backup and starts the service on it. `dump`: it is
   * another database then, as after `pg_restore`. `files`: it is the same one, as after a recovery
   * to a point in time.
   */
  readonly restore: (as: 'dump' | 'files') => Promise<TestService>;
}

/** Copies the database of a service as it is now. Its connections are ended for that. */
export async function backUp({ connection, ...service }: TestService): Promise<Backup> {
  const name = connection.database;
  const copy = `${name}_backup`;
  const admin = openDatabase({
    connection: { ...connection, database: 'postgres' },
    poolSize: 1,
    statementTimeoutMs: 60_000,
  });
  await copyDatabase(admin, { from: name, to: copy });
  after(async () => {
    await admin.query({ text: `drop database if exists ${copy} with (force)` });
    await admin.close();
  });
  return {
    restore: async (as) => {
      await admin.query({ text: `drop database ${name} with (force)` });
      await copyDatabase(admin, { from: copy, to: name });
      if (as === 'files') await keepIdentity(connection);
      return restartTestService({ connection, ...service });
    },
  };
}

async function copyDatabase(
  admin: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await admin.query({ text: `alter database ${from} allow_connections false` });
  await admin.query({
    text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    values: [from],
  });
  await admin.query({ text: `create database ${to} template ${from}` });
  await admin.query({ text: `alter database ${from} allow_connections true` });
  await admin.query({ text: `alter database ${to} allow_connections true` });
}

/** Files that are put back have the identifiers that they had; a copy has others. */
async function keepIdentity(connection: TestService['connection']): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1 });
  await database.query({ text: 'update installation set identity = database_identity()' });
  await database.close();
}
