import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../src/db/migrate.ts';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase } from '../support/database.ts';
import {
  MOMO,
  makeDataDir,
  postmasterPid,
  runToEnd,
  startServiceProcess,
} from '../support/service-process.ts';

const { database, url } = await openTestDatabase({ template: 'template0' });
const { momo: anyMomo } = openMomo({ DATABASE_URL: url });
const momo = (command: string) => anyMomo('db', command);
const names = readMigrations().map(
  ({ version, name }) => `${String(version).padStart(4, '0')}_${name}`,
);

test('momo db shows what is missing, applies it once and then shows it as applied', async () => {
  const before = await momo('status');
  assert.equal(before.code, 1);
  assert.equal(before.stdout, names.map((name) => `${name}  missing\n`).join(''));

  const first = await momo('migrate');
  assert.equal(first.code, 0);
  assert.equal(first.stdout, names.map((name) => `applied ${name}\n`).join(''));
  const second = await momo('migrate');
  assert.deepEqual([second.code, second.stdout], [0, 'nothing to do: the schema is up to date\n']);

  const after = await momo('status');
  assert.equal(after.code, 0);
  for (const name of names) assert.match(after.stdout, new RegExp(`^${name}  applied 2`, 'm'));
});

test('momo db status shows a changed migration and a newer database by its exit code', async () => {
  await database.query({
    text: `update schema_migrations set checksum = 'other' where version = 1`,
  });
  const changed = await momo('status');
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /^0001_\w+ {2}CHANGED after it was applied$/m);

  await database.query({
    text: `insert into schema_migrations (version, name, checksum) values (9999, 'later', 'x')`,
  });
  const newer = await momo('status');
  assert.equal(newer.code, 1);
  assert.match(newer.stdout, /^9999_later {2}UNKNOWN to this release/m);
  const refused = await momo('migrate');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^momo: Migration 1 /);
});

test('without a running service, momo starts the embedded server and stops it again', async () => {
  const dataDir = await makeDataDir();
  const service = await startServiceProcess({ env: { DATA_DIR: dataDir } });
  await service.end('SIGTERM');
  const migrated = await runToEnd({
    command: [process.execPath, MOMO, 'db', 'migrate'],
    env: { DATA_DIR: dataDir },
  });
  assert.equal(migrated.code, 0, migrated.stderr);
  assert.equal(await postmasterPid(dataDir), null);
});

test('no command makes a database where there is none: only a start does', async () => {
  const dataDir = join(await makeDataDir(), 'elsewhere');
  const person = ['--email', 'awa@example.com', '--name', 'Awa', '--role', 'admin'];
  for (const args of [
    ['db', 'migrate'],
    ['staff', 'add', ...person],
    ['policy', 'show'],
  ]) {
    const refused = await runToEnd({
      command: [process.execPath, MOMO, ...args],
      env: { DATA_DIR: dataDir },
    });
    assert.equal(refused.code, 1, refused.output);
    assert.match(
      refused.stderr,
      /^momo: There is no database in \S+: `momo start` makes one, .*\n$/,
    );
    assert.equal(existsSync(dataDir), false);
  }
});

test('momo db accept-restore takes either --look or --reason', async () => {
  for (const options of [[], ['--look', '--reason', 'compared with the statement']]) {
    const refused = await anyMomo('db', 'accept-restore', ...options);
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /give either --reason or --look/);
  }
});
