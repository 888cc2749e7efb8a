import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { findInstallationId, insertInstallation } from '../../src/db/installation.ts';
import {
  beginQuarantine,
  compareIdentity,
  endQuarantine,
  findQuarantine,
  lockOutsideQuarantine,
} from '../../src/db/quarantine.ts';
import { openTestDatabase } from '../support/database.ts';

const { database } = await openTestDatabase();
await insertInstallation(database, 'sandbox');

async function identity(): Promise<string | null> {
  const [row] = await database.query<{ readonly identity: string | null }>({
    text: 'select identity from installation',
  });
  return row?.identity ?? null;
}

test('a database of a release without identities gets one, and is not in quarantine', async () => {
  assert.equal(await identity(), null);
  assert.equal(await findQuarantine(database), null);
  await compareIdentity(database);
  assert.match((await identity()) ?? '', /^\d+\/\d+\/\d+$/);
  assert.equal(await findQuarantine(database), null);
});

test('each part of the identity counts, also before it was ever compared', async () => {
  const actual = (await identity()) ?? '';
  const parts = actual.split('/');
  for (const index of parts.keys()) {
    const other = parts.with(index, '1').join('/');
    await database.query({ text: 'update installation set identity = $1', values: [other] });
    assert.equal((await findQuarantine(database))?.reason.code, 'quarantine_other_database');
    assert.equal(await database.atomically(lockOutsideQuarantine), false);
    await compareIdentity(database);
    await endQuarantine(database);
    assert.equal(await identity(), actual);
    assert.equal(await findQuarantine(database), null);
    assert.equal(await database.atomically(lockOutsideQuarantine), true);
  }
});

test('a table that was made anew in the same database, as pg_restore --clean does, is another', async () => {
  await database.query({
    text: `alter table installation rename to put_away;
           create table installation as table put_away`,
  });
  assert.ok(await findQuarantine(database));
  await endQuarantine(database);
  assert.equal(await findQuarantine(database), null);
  await database.query({
    text: 'drop table installation; alter table put_away rename to installation',
  });
});

test('a quarantine keeps its beginning and its reason, and waits for who is about to send', async () => {
  const order: string[] = [];
  const sending = Promise.withResolvers<void>();
  const holder = database.atomically(async (connection) => {
    assert.ok(await lockOutsideQuarantine(connection));
    order.push('locked');
    sending.resolve();
    await connection.query({ text: 'select pg_sleep(0.3)' });
    order.push('sent');
  });
  await sending.promise;
  await beginQuarantine(database, { code: 'quarantine_sends_unknown' });
  order.push('quarantine');
  await holder;
  assert.deepEqual(order, ['locked', 'sent', 'quarantine']);
  await beginQuarantine(database, { code: 'quarantine_other_database' });
  assert.equal((await findQuarantine(database))?.reason.code, 'quarantine_sends_unknown');
});

test('who waited for the quarantine to begin sees it', async () => {
  await endQuarantine(database);
  const begun = Promise.withResolvers<void>();
  const setting = database.atomically(async (connection) => {
    await beginQuarantine(connection, { code: 'quarantine_sends_unknown' });
    begun.resolve();
    await connection.query({ text: 'select pg_sleep(0.3)' });
  });
  await begun.promise;
  assert.equal(await database.atomically(lockOutsideQuarantine), false);
  await setting;
});

test('a user of the database without rights of its own can read the identity', async () => {
  const role = `plain_${randomBytes(4).toString('hex')}`;
  await database.query({ text: `create role ${role}` });
  try {
    await database.atomically(async (connection) => {
      await connection.query({ text: `set local role ${role}` });
      const [row] = await connection.query<{ readonly identity: string }>({
        text: 'select database_identity() as identity',
      });
      assert.match(row?.identity ?? '', /^\d+\/\d+\/\d+$/);
    });
  } finally {
    await database.query({ text: `drop role ${role}` });
  }
});

test('an installation has a name of its own', async () => {
  assert.match(await findInstallationId(database), /^[0-9a-f-]{36}$/);
});
