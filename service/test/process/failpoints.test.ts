import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';
import { armDatabase } from '../../src/app/failpoints/arm.ts';
import { DatabaseUnavailable } from '../../src/db/client.ts';
import { type Failpoint, readFailpoint } from '../../src/settings/setting-readers.ts';
import { openTestDatabase } from '../support/database.ts';

const { database } = await openTestDatabase();
await database.query({ text: 'create table marks (name text)' });

const mark = (name: string) => ({
  name: 'mark',
  text: 'insert into marks (name) values ($1) returning name',
  values: [name],
});

async function marks(): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>({ text: 'select name from marks' });
  await database.query({ text: 'delete from marks' });
  return rows.map(({ name }) => name);
}

const failing = (side: Failpoint['side'], nth = 1) =>
  armDatabase(database, { point: 'mark', side, nth, action: 'error' });

test('a setting names a point, a side, a count and an action, or is refused', () => {
  const read = { point: 'mark-sent', side: 'after', nth: 3, action: 'kill' };
  assert.deepEqual(readFailpoint('mark-sent:after:3:kill'), read);
  assert.equal(readFailpoint(''), null);
  for (const wrong of ['mark-sent', 'mark-sent:after:0:kill', 'a:beside:1:kill', 'a:after:1:die']) {
    assert.throws(() => readFailpoint(wrong), /must be/, wrong);
  }
});

test('without a failpoint there is no trap', () => {
  assert.equal(armDatabase(database, null), database);
});

test('a query fails before or after it runs, and only the one of the setting', async () => {
  const before = failing('before', 2);
  await before.query(mark('first'));
  await assert.rejects(before.query(mark('second')), DatabaseUnavailable);
  await before.query(mark('third'));
  assert.deepEqual(await marks(), ['first', 'third']);
  await assert.rejects(failing('after').query(mark('done')), DatabaseUnavailable);
  assert.deepEqual(await marks(), ['done']);
});

test('a failure inside a database transaction undoes it, and one after its commit does not', async () => {
  const write = (side: Failpoint['side']) =>
    failing(side).atomically(async (connection) => {
      await connection.query({ text: `insert into marks (name) values ('other')` });
      await connection.query(mark(side));
    });
  await assert.rejects(write('after'), DatabaseUnavailable);
  assert.deepEqual(await marks(), []);
  await assert.rejects(write('committed'), DatabaseUnavailable);
  assert.deepEqual(await marks(), ['other', 'committed']);
});

/** Killed when an operator has taken a payout, and frozen before an attempt is recorded. */
const WORST_SEED = 45;

test('processes that are killed or frozen in the middle lose and double nothing', async (t) => {
  const got = await runShort(t, 'failpoints', { seed: WORST_SEED });
  for (const count of ['payments', 'transfers', 'webhooks']) assert.ok(Number(got?.[count]) > 0);
});
