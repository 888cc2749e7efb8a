import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/db/client.ts';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/server.ts';
import { makeDataDir } from '../support/service-process.ts';
import { COMMANDS, command, LIVE, walkRestore } from '../support/submissions/walk-restore.ts';

test('the document has every command that is walked, in this order', () => {
  const words = ['pg_dump', 'cp', 'pg_restore', 'rm -r', 'db quarantine', 'npm start'];
  const places = [...words, '--look', 'db accept-restore --reason'].map((word) =>
    COMMANDS.findIndex((command) => command.includes(word)),
  );
  assert.deepEqual(places, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(COMMANDS.length, 8);
});

test('the files of the PostgreSQL that comes along, put back: nobody is paid twice', async () => {
  const dataDir = await makeDataDir();
  const env = {
    ...LIVE,
    DATA_DIR: dataDir,
    EMBEDDED_POSTGRES_IN_LIVE: 'true',
    BACKUP: join(dataDir, 'backup'),
  };
  await walkRestore({
    env,
    withDatabase: async (work) => {
      const postgres = await startEmbeddedPostgres({ dataDir });
      const database = openDatabase({ connection: postgres.connection, poolSize: 2 });
      await work(database);
      await database.close();
      await postgres.stop();
    },
    backUp: command('cp'),
    restore: command('rm -r'),
  });
});
