import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Believed } from '../../src/domain/seals/seal.ts';
import { LISTED_TABLES, TABLES } from '../../src/domain/seals/sealed-tables.ts';
import { openTestDatabase } from '../support/database.ts';
import { textOf } from '../support/sources.ts';
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
    const own = how.own ?? [];
    const seal = own.length > 0 ? ['seal', 'version'] : how.by === 'row' ? ['seal'] : [];
    const listed = [...how.key, ...how.columns, ...own, ...Object.keys(how.free ?? {}), ...seal];
    assert.deepEqual(listed.toSorted(), columnsOf.get(table), table);
    const strange = (how.secrets ?? []).filter((secret) => !how.columns.includes(secret));
    assert.deepEqual(strange, [], `${table} has secrets that are not under its seal`);
  }
});

/** Statements that change nothing under a seal. */
const UNSEALED: ReadonlySet<string> = new Set([
  // Only columns that decide nothing.
  'claimCode',
  'clearCodes',
  'forgetBrowsers',
  'markGaps',
  'markPasskeyUsed',
  'markReasonCodes',
  'moveClock',
  'setStepsAside',
  'storeChallenge',
  'takeChallenge',
  'touchGateway',
  'touchSession',
  'updatePinMeaning',
  'updateSimStates',
  'updateStore',
  // Before there is a list.
  'insertInstallation',
  'saveRowKey',
]);

test('each statement that changes a sealed row says so, so that it is sealed again', () => {
  const writes = new RegExp(`(insert into|update|delete from) (${LISTED_TABLES.join('|')})\\b`);
  const parts = [...textOf].flatMap(([file, text]) =>
    text.split(/\n(?=(?:export )?(?:async )?(?:function|const) )/).map((part) => ({ file, part })),
  );
  const silent = parts
    .filter(({ part }) => writes.test(part) && !/\bchanges: |\bsealed: \{/.test(part))
    .map(({ file, part }) => ({ file, name: /(?:function|const) (\w+)/.exec(part)?.[1] ?? '' }));
  assert.ok(silent.length > 0, 'the statements are not where they are looked for');
  assert.deepEqual(silent.map(({ name }) => name).toSorted(), [...UNSEALED].toSorted());
});
