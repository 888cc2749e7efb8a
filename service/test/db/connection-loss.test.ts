import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, openDatabase } from '../../src/db/client.ts';
import { openTestDatabase } from '../support/database.ts';

const { database, connection } = await openTestDatabase();

test('a connection that dies inside atomically is reported as unavailable, not a crash', async () => {
  const pool = openDatabase({ connection, poolSize: 1 });
  const lost = pool.atomically(async (mine) => {
    const [row] = await mine.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    await database.query({ text: 'select pg_terminate_backend($1, 5000)', values: [row?.pid] });
    await mine.query({ text: 'select 1' });
  });
  await assert.rejects(lost, DatabaseUnavailable);
  assert.deepEqual(await pool.query({ text: 'select 1 as one' }), [{ one: 1 }]);
  await pool.close();
});
