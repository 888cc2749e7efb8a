import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { startEmbeddedPostgres } from '../../../src/postgres/server.ts';
import {
  COMMANDS,
  command,
  LIVE,
  walkRestore,
} from '../../support/provider-requests/walk-restore.ts';
import { makeDataDir } from '../../support/service-process.ts';

test('the document has every command that is walked, in this order', () => {
  const words = [
    'pg_dump',
    'momo -- backup',
    'stanza-create',
    'stanza=momo check',
    'type=full backup',
    'momo-drill',
    'drop schema',
    'pg_restore',
    'type=time',
    'reset recovery_target_time',
    'mv ',
    'momo -- restore',
    'db quarantine',
    'npm start',
    'audit verify',
    'books verify',
    '--look',
    'db accept-restore --reason',
  ];
  const positions = words.map((word) => COMMANDS.findIndex((command) => command.includes(word)));
  assert.deepEqual(positions, [...words.keys()]);
  assert.equal(COMMANDS.length, words.length);
});

test('a backup of the bundled PostgreSQL, restored, pays no payout twice', async () => {
  const dataDir = await makeDataDir();
  const env = {
    ...LIVE,
    DATA_DIR: dataDir,
    ACCEPTED_RISKS: 'testing',
    BACKUPS: join(dataDir, 'backups'),
    IDENTITY: join(dataDir, 'identity'),
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
    backUp: [command('momo -- backup')],
    restore: [command('mv '), command('momo -- restore')],
    isQuarantinedByRestore: true,
  });
});
