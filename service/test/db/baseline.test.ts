import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/db/client.ts';
import { MigrationRefused, migrate, migrationOf, readMigrations } from '../../src/db/migrate.ts';
import { firstIdAt } from '../../src/domain/uuid-time.ts';
import { openTestDatabase } from '../support/database.ts';
import { describeRows, describeSchema, listTables } from '../support/upgrade/describe-schema.ts';
import { RELEASES } from '../support/upgrade/releases.ts';

// A new database is made from one file, an older one by the migrations that it misses.

const { database: made } = await openTestDatabase({ template: 'template0' });
await migrate(made);

/** A payment with its history of each kind, as 0.1.0 stored it: later migrations move all of it. */
const ROWS_OF_0_1 = `
  insert into installation (environment) values ('sandbox');
  insert into applications (id, name) values (gen_random_uuid(), 'upgraded');
  insert into transactions (id, application_id, direction, reference, player_id, operator,
                            provider_id, channel_id, msisdn, amount_xaf, state, state_reason,
                            state_updated_at, created_at, updated_at, version)
  select '${firstIdAt(new Date())}', id, 'withdrawal', 'r', gen_random_uuid(), 'mtn', 'mtn-momo',
         'c', '+237670000001', 500, 'pending_approval', 'x', now(), now(), now(), 1
  from applications;
  insert into transitions (transaction_id, seq, to_state, trigger, reason, actor, at)
  select id, 1, state, 'create', 'x', 'api', now() from transactions;
  insert into evidence (id, transaction_id, provider_id, kind, at, request)
  select gen_random_uuid(), id, 'mtn-momo', 'exchange', now(), '{}' from transactions;
  insert into lines (line) values ('+237670009999');`;

async function upgraded(from: string, rows = ''): Promise<Database> {
  const release = RELEASES.find(({ name }) => name === from);
  const { database } = await openTestDatabase({ migratedTo: release?.migrations ?? assert.fail() });
  await database.query({ text: rows });
  await migrate(database);
  return database;
}

test('databases of 0.2 and of 0.1 get the schema of a new one, with its rows and its ledger', async () => {
  const schema = await describeSchema(made);
  const tables = await listTables(made);
  const rows = await describeRows(made, tables);
  assert.deepEqual(Object.keys(rows).slice(0, 3), ['books', 'catalogue_revision', 'months']);
  const from02 = await upgraded('0.2.0');
  assert.deepEqual(await describeSchema(from02), schema);
  assert.deepEqual(await describeRows(from02, tables), rows);
  const from01 = await upgraded('0.1.0', ROWS_OF_0_1);
  assert.deepEqual(await describeSchema(from01), schema);
  assert.deepEqual(await describeRows(from01, Object.keys(rows)), rows);
});

test('a new database has all migrations in its ledger, and gets those that are newer', async () => {
  assert.deepEqual(await migrate(made), []);
  const known = readMigrations();
  const next = migrationOf(known.length + 1, 'next', 'create table newer (id int);');
  const { database } = await openTestDatabase({ template: 'template0' });
  const applied = await migrate(database, { known: [...known, next] });
  assert.equal(applied.length, known.length + 1);
  assert.ok((await listTables(database)).includes('newer'));
});

test('a baseline that was made from other migrations is refused and leaves nothing', async () => {
  const { database } = await openTestDatabase({ template: 'template0' });
  const all = readMigrations();
  const known = [...all.slice(0, -1), migrationOf(all.length, 'edited', 'select 1')];
  await assert.rejects(migrate(database, { known }), (error) => {
    assert.ok(error instanceof MigrationRefused);
    assert.match(error.message, /npm run generate/);
    return true;
  });
  assert.deepEqual(await listTables(database), ['schema_migrations']);
});

test('there are at most 62 tables, and the baseline says what each is for', async () => {
  const tables = (await listTables(made)).filter((name) => name !== 'schema_migrations');
  assert.ok(tables.length <= 62, `${tables.length} tables: find the one that is nearly it`);
  const rows = await made.query<{ readonly name: string }>({
    text: `select name from unnest($1::text[]) as t (name)
           where coalesce(obj_description(name::regclass), '') !~ '^[a-z-]+: .'`,
    values: [tables],
  });
  assert.deepEqual(rows, []);
});
