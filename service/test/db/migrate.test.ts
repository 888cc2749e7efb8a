import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '../../src/db/client.ts';
import {
  labelOf,
  listAppliedMigrations,
  type Migration,
  MigrationRefused,
  migrate,
  migrationOf,
  readMigrations,
  refuseOtherSchema,
} from '../../src/db/migrate.ts';
import { openTestDatabase } from '../support/database.ts';

const { database, connection } = await openTestDatabase({ template: 'template0' });
const count = readMigrations().length;
/** Ours and one that the next release brings. */
const withNext = (sql: string) => [...readMigrations(), migrationOf(count + 1, 'next', sql)];

test('ten processes that migrate at once apply each migration exactly once', async () => {
  const others = Array.from({ length: 10 }, () => openDatabase({ connection, poolSize: 1 }));
  const applied = await Promise.all(others.map((other) => migrate(other)));
  await Promise.all(others.map((other) => other.close()));
  assert.equal(applied.flat().length, count);
  assert.equal((await listAppliedMigrations(database)).length, count);
});

test('a second run has nothing to do', async () => {
  assert.deepEqual(await migrate(database), []);
});

test('a process of a newer release refuses a database that no start has migrated yet', async () => {
  await refuseOtherSchema(database);
  const refused = refuseOtherSchema(database, withNext('create table not_yet (id int);'));
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof MigrationRefused);
    assert.match(error.message, new RegExp(`migration ${count + 1} \\(next\\)`));
    return true;
  });
});

test('a migration that fails leaves nothing behind and can be mended', async () => {
  const broken = withNext('create table half_done (id int); select 1 / 0;');
  await assert.rejects(migrate(database, { known: broken }), /division by zero/);
  assert.equal((await listAppliedMigrations(database)).length, count);
  const known = withNext('create table whole (id int);');
  const announced: string[] = [];
  const announce = (missing: readonly Migration[]) => announced.push(...missing.map(labelOf));
  assert.equal((await migrate(database, { known, announce })).length, 1);
  assert.deepEqual(
    announced.map((label) => label.slice(4)),
    ['_next'],
  );
  const tables = await database.query<{ name: string }>({
    text: `select tablename as name from pg_tables where tablename in ('half_done', 'whole')`,
  });
  assert.deepEqual(tables, [{ name: 'whole' }]);
});

test('a migration that was edited after it had been applied is refused', async () => {
  const edited = withNext('create table whole (id bigint);');
  await assert.rejects(migrate(database, { known: edited }), (error: Error) => {
    assert.ok(error instanceof MigrationRefused);
    assert.match(error.message, /was changed after it had been applied/);
    return true;
  });
});

test('a database newer than the program is refused', async () => {
  await assert.rejects(migrate(database), /newer than this program/);
});

test('migrations are numbered without gaps, through both folders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'momo-migrations-'));
  after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'before-0.3'));
  const write = (file: string) => writeFileSync(join(folder, file), 'select 1;');
  for (const file of ['before-0.3/0001_old.sql', '0002_new.sql', 'baseline.sql']) write(file);
  assert.deepEqual(readMigrations(folder).map(labelOf), ['0001_old', '0002_new']);
  write('0004_far_away.sql');
  assert.throws(() => readMigrations(folder), /without gaps/);
});
