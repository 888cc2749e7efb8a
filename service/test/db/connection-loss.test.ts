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

test('a server that ends a connection in the moment of opening it is unavailable, not a crash', async () => {
  const server = await startDismissiveServer();
  const pool = openDatabase({ connection: server, poolSize: 2 });
  const work = () => pool.atomically((mine) => mine.query({ text: 'select 1' }));
  await assert.rejects(work(), DatabaseUnavailable);
  await assert.rejects(pool.query({ text: 'select 1' }), DatabaseUnavailable);
  await pool.close();
});

/** Welcomes every client and ends it as an administrator would, both in one segment. */
async function startDismissiveServer() {
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      const code = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
      socket.end(
        Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I'), message('E', code)]),
      );
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
