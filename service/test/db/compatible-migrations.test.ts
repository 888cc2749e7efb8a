import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOf, readMigrations } from '../../src/db/migrate.ts';
import { openTestDatabase } from '../support/database.ts';
import { LAST_FREE_MIGRATION } from '../support/upgrade/releases.ts';
import { findBroken, readPromises } from '../support/upgrade/schema-promises.ts';

// While a release is installed one process after the other, the one before it runs on the new
// schema: decision 0089. From 0.2 to 0.3, migrations 45 and later, everything is stopped instead.

const { database } = await openTestDatabase({ template: 'template0' });

/** Those of 0.2 that were written for this. */
const ROLLED = { first: 38, last: 44 };

/** What is gone and was never relied on, by the migration that took it. */
const NOBODY_NAMED: Readonly<Record<string, readonly string[]>> = {
  // Evidence is found by its transaction; no query ever named its key.
  '0042_kept_in_months': [
    'constraint evidence_pkey of evidence is gone',
    'unique evidence (id) is gone',
  ],
};

test('no migration takes away what the release before relies on', async () => {
  for (const migration of readMigrations()) {
    const before = await readPromises(database);
    await database.query({ text: migration.sql });
    const { version } = migration;
    const isBound = version >= ROLLED.first && version <= ROLLED.last;
    if (!isBound && version <= LAST_FREE_MIGRATION) continue;
    const broken = findBroken(before, await readPromises(database));
    assert.deepEqual(
      broken,
      NOBODY_NAMED[labelOf(migration)] ?? [],
      `${labelOf(migration)} would break processes of the release before it. Leave it there for ` +
        'one release more, give a column a default, and take away with the release after.',
    );
  }
});

const CHANGES: readonly (readonly [sql: string, broken: RegExp | null])[] = [
  ['alter table channels drop column enabled', /^column channels\.enabled .* is gone$/],
  ['alter table channels rename column enabled to is_on', /^column channels\.enabled .* is gone$/],
  ['alter table lost_sends rename to lost', /^column lost_sends\.\w+ .* is gone$/],
  ['drop table lost_sends', /^column lost_sends\.\w+ .* is gone$/],
  ['alter table webhook_attempts alter column headers type json using null', /headers \(text\)/],
  ['alter table staff add column badge text not null', /^an insert without staff\.badge is/],
  ['alter table transactions alter column seal set not null', /without transactions\.seal is/],
  [
    'alter table provider_minutes drop constraint one_row_per_minute_slot_and_outcome',
    /^constraint one_row_per_minute_slot_and_outcome of provider_minutes is gone$/,
  ],
  ['drop index one_payment_one_deposit', /^unique operator_ids \(operator_tx_id, operator/],
  ['drop function database_identity() cascade', /^function database_identity\(\) is gone$/],
  ["alter table staff add column badge text not null default ''", null],
  ['alter table staff add column badge text', null],
  ['create table badges (id uuid primary key, name text not null)', null],
  [
    `alter table payout_marks rename to old_marks;
     alter index payout_marks_pkey rename to old_marks_pkey;
     create table payout_marks (like old_marks including all) `,
    null,
  ],
];

for (const [sql, broken] of CHANGES) {
  test(`${broken === null ? 'allowed' : 'refused'}: ${sql}`, async () => {
    await database.withConnection(async (connection) => {
      const before = await readPromises(connection);
      await connection.query({ text: 'begin' });
      await connection.query({ text: sql });
      const found = findBroken(before, await readPromises(connection));
      await connection.query({ text: 'rollback' });
      if (broken === null) assert.deepEqual(found, []);
      else assert.match(found.join('\n'), new RegExp(broken, 'm'));
    });
  });
}
