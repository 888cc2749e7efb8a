import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { command, LIVE, walkRestore } from '../../support/provider-requests/walk-restore.ts';
import { makeDataDir } from '../../support/service-process.ts';
import { findSystemPostgres, startSystemPostgres } from '../../support/system-postgres.ts';

const bin = findSystemPostgres();
const skip = bin === null && 'no PostgreSQL with its tools is installed here';

test('a dump, restored over the database, pays no payout twice', { skip }, async () => {
  assert.ok(bin !== null);
  const dataDir = await makeDataDir();
  const url = await startSystemPostgres(bin);
  const env = {
    ...LIVE,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    BACKUP: join(dataDir, 'backup.dump'),
    PATH: `${bin}:${process.env['PATH']}`,
  };
  await walkRestore({
    env,
    withDatabase: async (work) => {
      const database = openDatabase({ connection: { connectionString: url }, poolSize: 2 });
      await work(database);
      await database.close();
    },
    backUp: [command('pg_dump')],
    restore: [command('drop schema'), command('pg_restore')],
    isQuarantinedByRestore: false,
  });
});
