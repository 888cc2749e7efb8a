import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Believed, TABLES } from '../../src/domain/sealed-tables.ts';
import { openTestDatabase } from '../support/database.ts';
import { listTables } from '../support/upgrade/describe-schema.ts';

const { database } = await openTestDatabase();
const believed: Readonly<Record<string, Believed>> = TABLES;

test('each table of the database is sealed, compared before use, or has no power', async () => {
  assert.deepEqual(Object.keys(TABLES).toSorted(), await listTables(database));
});

test('each column of a sealed table is under its seal, or decides nothing', async () => {
  const rows = await database.query<{ readonly name: string; readonly columns: string[] }>({
    text: `select table_name as name, array_agg(column_name::text order by column_name) as columns
           from information_schema.columns where table_schema = 'public' group by 1`,
  });
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
  for (const [table, how] of Object.entries(believed)) {
    if (how.by !== 'list' && how.by !== 'row') continue;
    const own = how.by === 'row' ? ['seal'] : [];
    const listed = [...how.key, ...how.columns, ...Object.keys(how.free ?? {}), ...own];
    assert.deepEqual(listed.toSorted(), columnsOf.get(table), table);
    const strange = (how.secrets ?? []).filter((secret) => !how.columns.includes(secret));
    assert.deepEqual(strange, [], `${table} has secrets that are not under its seal`);
  }
});
