import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '../../src/db/client.ts';
import {
  labelOf,
  listAppliedMigrations,
  MIGRATIONS_FOLDER,
  type Migration,
  MigrationRefused,
  migrate,
  readMigrations,
  refuseOtherSchema,
} from '../../src/db/migrate.ts';
import { openTestDatabase } from '../support/database.ts';

const { database, connection } = await openTestDatabase({ template: 'template0' });
const folder = mkdtempSync(join(tmpdir(), 'momo-migrations-'));
after(() => rmSync(folder, { recursive: true }));
cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
const count = readMigrations().length;
const next = join(folder, `${String(count + 1).padStart(4, '0')}_next.sql`);

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
  writeFileSync(next, 'create table not_yet (id int);');
  const refused = refuseOtherSchema(database, folder);
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof MigrationRefused);
    assert.match(error.message, new RegExp(`migration ${count + 1} \\(next\\)`));
    return true;
  });
});

test('a migration that fails leaves nothing behind and can be mended', async () => {
  writeFileSync(next, 'create table half_done (id int); select 1 / 0;');
  await assert.rejects(migrate(database, folder), /division by zero/);
  assert.equal((await listAppliedMigrations(database)).length, count);
  writeFileSync(next, 'create table whole (id int);');
  const announced: string[] = [];
  const announce = (missing: readonly Migration[]) => announced.push(...missing.map(labelOf));
  assert.equal((await migrate(database, folder, announce)).length, 1);
  assert.deepEqual(announced, [basename(next, '.sql')]);
  const tables = await database.query<{ name: string }>({
    text: `select tablename as name from pg_tables where tablename in ('half_done', 'whole')`,
  });
  assert.deepEqual(tables, [{ name: 'whole' }]);
});

test('a migration that was edited after it had been applied is refused', async () => {
  writeFileSync(next, 'create table whole (id bigint);');
  await assert.rejects(migrate(database, folder), (error: Error) => {
    assert.ok(error instanceof MigrationRefused);
    assert.match(error.message, /was changed after it had been applied/);
    return true;
  });
});

test('a database newer than the program is refused', async () => {
  await assert.rejects(migrate(database), /newer than this program/);
});

test('migrations are numbered without gaps', () => {
  writeFileSync(join(folder, '0999_far_away.sql'), 'select 1;');
  assert.throws(() => readMigrations(folder), /without gaps/);
});
