import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, openDatabase } from '../../src/db/client.ts';
import { probeWrites } from '../../src/db/installation.ts';
import { hasSqlstate, SQLSTATE } from '../../src/db/sqlstate.ts';
import { openTestDatabase } from '../support/database.ts';
import { shiftClock } from '../support/transactions/payments.ts';

const { database, connection } = await openTestDatabase();
await database.query({
  text: 'create table numbers (n int primary key, v int not null default 0)',
});

test('atomically keeps all of the work or none of it', async () => {
  await assert.rejects(
    database.atomically(async (connection) => {
      await connection.query({ text: 'insert into numbers (n) values (1)' });
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  assert.deepEqual(await database.query({ text: 'select n from numbers' }), []);
});

test('two transactions that deadlock are retried and both succeed', async () => {
  await database.query({ text: 'insert into numbers (n) values (10), (11)' });
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const add = (first: number, second: number) =>
    database.atomically(async (connection) => {
      const text = 'update numbers set v = v + 1 where n = $1';
      await connection.query({ text, values: [first] });
      holding += 1;
      if (holding === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await connection.query({ text, values: [second] });
    });
  await Promise.all([add(10, 11), add(11, 10)]);
  const rows = await database.query({ text: 'select v from numbers where n in (10, 11)' });
  assert.deepEqual(rows, [{ v: 2 }, { v: 2 }]);
});

test('a constraint violation keeps its SQLSTATE', async () => {
  await database.query({ text: 'insert into numbers (n) values (20)' });
  await assert.rejects(database.query({ text: 'insert into numbers (n) values (20)' }), (error) =>
    hasSqlstate(error, SQLSTATE.uniqueViolation),
  );
});

test('a query beyond its time is given up as unavailable', async () => {
  const impatient = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 50 });
  await assert.rejects(impatient.query({ text: 'select pg_sleep(5)' }), DatabaseUnavailable);
  assert.deepEqual(await impatient.query({ text: 'select 1 as one' }), [{ one: 1 }]);
  await impatient.close();
});

test('connections that the server ends are replaced without a restart', async () => {
  const pool = openDatabase({ connection, poolSize: 5 });
  // A connection that dies in our hands is reported as unavailable; the next query gets a new one.
  const ask = () =>
    pool
      .query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
      .catch((error: unknown) => {
        assert.ok(error instanceof DatabaseUnavailable, String(error));
        return [];
      });
  let ended = 0;
  while (ended < 50) {
    const pids = (await Promise.all(Array.from({ length: 5 }, ask))).flat().map(({ pid }) => pid);
    ended += pids.length;
    await database.query({
      text: 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid',
      values: [pids],
    });
  }
  while ((await ask()).length === 0);
  assert.deepEqual(await pool.query({ text: 'select 1 as one' }), [{ one: 1 }]);
  await pool.close();
});

test('a server that is not there is unavailable, not a crash', async () => {
  const nowhere = openDatabase({ connection: { ...connection, port: 1 }, poolSize: 1 });
  await assert.rejects(nowhere.query({ text: 'select 1' }), DatabaseUnavailable);
  await nowhere.close();
});

test('a probe of writes commits something, and a read-only server refuses it', async () => {
  const hasWritten = await database.atomically(async (connection) => {
    await probeWrites(connection);
    const text = 'select pg_current_xact_id_if_assigned() is not null as "hasWritten"';
    return connection.query({ text });
  });
  assert.deepEqual(hasWritten, [{ hasWritten: true }]);
  const readOnly = database.atomically(async (connection) => {
    await connection.query({ text: 'set transaction read only' });
    await probeWrites(connection);
  });
  await assert.rejects(readOnly, /the server is read-only/);
});

test('app_now follows the shift of the clock, also before there is a row for it', async () => {
  const ahead = async () => {
    const [row] = await database.query<{ hours: number }>({
      text: 'select round(extract(epoch from app_now() - now()) / 3600)::int as hours',
    });
    return row?.hours;
  };
  assert.equal(await ahead(), 0);
  await shiftClock(database, 7_200);
  assert.equal(await ahead(), 2);
  await shiftClock(database, 0);
});

test('a moment is read as the server means it, whatever its fraction and time zone', async () => {
  await database.atomically(async (connection) => {
    for (const zone of ['UTC', 'Africa/Douala', 'Asia/Kolkata', 'America/St_Johns']) {
      await connection.query({ text: `set local time zone '${zone}'` });
      for (const moment of ['2026-11-16T07:53:40.000Z', '1999-12-31T23:59:59.120Z']) {
        const [row] = await connection.query<{ readonly at: Date; readonly fine: Date }>({
          text: `select $1::timestamptz as at, $1::timestamptz + interval '456 microseconds' as fine`,
          values: [moment],
        });
        assert.equal(row?.at.toISOString(), moment, zone);
        assert.equal(row?.fine.toISOString(), moment, `${zone}, in microseconds`);
      }
    }
  });
});

test('an array arrives as it was sent, whatever its texts contain', async () => {
  const texts = [
    '',
    'a"b',
    'a\\b',
    '\\"',
    '{a,b}',
    'NULL',
    null,
    ' x ',
    "it's",
    'é€😀',
    'a\nb',
    '\\',
  ];
  const values = [texts, [1, null, -2.5], [true, false, null], []];
  const [row] = await database.query<Record<'texts' | 'numbers' | 'flags' | 'none', unknown>>({
    text: `select $1::text[] as texts, $2::float8[] as numbers, $3::boolean[] as flags,
                  $4::uuid[] as none`,
    values,
  });
  assert.deepEqual([row?.texts, row?.numbers, row?.flags, row?.none], values);
});

test('an array of bytes or dates arrives as it was sent', async () => {
  const [bytes, dates] = [[Buffer.from([0, 34, 92, 255])], [new Date('2026-11-15T10:30:00.123Z')]];
  const [row] = await database.query<Record<'bytes' | 'dates', unknown>>({
    text: 'select $1::bytea[] as bytes, $2::timestamptz[] as dates',
    values: [bytes, dates],
  });
  assert.deepEqual(row, { bytes, dates });
});
