import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
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

// XX000 is what PostgreSQL 15 says on a full disk, before it can serve the connection.
for (const code of ['57P01', 'XX000', '28P01', '28000', '3D000', '42501']) {
  for (const welcomes of [true, false]) {
    const when = welcomes ? 'right after it welcomed it' : 'while it opens';
    test(`a server that refuses a connection with ${code} ${when} is unavailable`, async () => {
      const server = await startDismissiveServer(code, welcomes);
      const pool = openDatabase({ connection: server, poolSize: 2 });
      const work = () => pool.atomically((mine) => mine.query({ text: 'select 1' }));
      await assert.rejects(work(), DatabaseUnavailable);
      await assert.rejects(pool.query({ text: 'select 1' }), DatabaseUnavailable);
      await assert.rejects(
        pool.withConnection((mine) => mine.query({ text: 'select 1' })),
        DatabaseUnavailable,
      );
      await pool.close();
    });
  }
}

test('a database that is renamed while it is used is unavailable, and then used again', async () => {
  const { connection: renamed } = await openTestDatabase();
  const pool = openDatabase({ connection: renamed, poolSize: 2 });
  const rename = (from: string, to: string) =>
    database.query({ text: `alter database ${from} rename to ${to}` });
  await rename(renamed.database, `${renamed.database}_away`);
  await assert.rejects(pool.query({ text: 'select 1' }), DatabaseUnavailable);
  await rename(`${renamed.database}_away`, renamed.database);
  assert.deepEqual(await pool.query({ text: 'select 1 as one' }), [{ one: 1 }]);
  await pool.close();
});

/** Ends every client with this code, in the segment of its welcome or instead of one. */
async function startDismissiveServer(code: string, welcomes: boolean) {
  const welcome = welcomes ? [message('R', Buffer.alloc(4)), message('Z', 'I')] : [];
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      const refusal = message('E', `SFATAL\0C${code}\0Mthis connection cannot be served\0\0`);
      socket.end(Buffer.concat([...welcome, refusal]));
    });
    socket.on('error', () => {});
  });
  after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, user: 'nobody', database: 'nothing' };
}

function message(kind: string, content: string | Buffer): Buffer {
  const body = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}
