import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Port } from '../../../src/app/listen.ts';
import { createHandedPort, type HandedPort } from '../../../src/app/process/handover.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** An HTTP server that gets its connections from another process. */
async function serve(options: ServerOptions & { readonly most?: number } = {}): Promise<{
  readonly handed: HandedPort;
  readonly port: Port;
  readonly open: () => Promise<Socket>;
}> {
  const server = createHttpServer(options, (_request, response) => response.end('here'));
  if (options.most !== undefined) server.maxConnections = options.most;
  const handed = createHandedPort();
  const port = handed.open(server);
  const listening = createServer((connection) => handed.take(connection));
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port: number } = listening.address() as AddressInfo;
  after(() => {
    listening.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    handed,
    port,
    open: async () => {
      const socket = connect({ port: number, host: '127.0.0.1', allowHalfOpen: true });
      after(() => socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
  };
}

async function textOf(socket: Socket): Promise<string> {
  return (await socket.toArray()).join('');
}

test('a client that has closed its side is still answered', async () => {
  const { open } = await serve({ keepAliveTimeout: 100 });
  const socket = await open();
  socket.end(REQUEST);
  assert.match(await textOf(socket), /^HTTP\/1\.1 200 [\s\S]*here/);
});

test('a client that never finishes its request is cut off', async () => {
  const short = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
  const { open } = await serve(short);
  const socket = await open();
  socket.write('GET / HTTP/1.1\r\n');
  assert.match(await textOf(socket), /^HTTP\/1\.1 408 /);
});

test('one connection too many is closed, and those that are there go on', async () => {
  const { open } = await serve({ most: 2, keepAliveTimeout: 100 });
  const [first, second] = [await open(), await open()];
  second.write(REQUEST);
  await once(second, 'data');
  assert.equal(await textOf(await open()), '');
  first.end(REQUEST);
  assert.match(await textOf(first), /^HTTP\/1\.1 200 /);
});

test('a port that closes takes no more, and is closed when the last connection has ended', async () => {
  const { open, handed, port } = await serve();
  const socket = await open();
  socket.write(REQUEST);
  await once(socket, 'data');
  let isClosed = false;
  const closing = port.close().then(() => {
    isClosed = true;
  });
  assert.equal(handed.take(null), false);
  // It would have come by now.
  await turn();
  assert.equal(isClosed, false);
  socket.destroy();
  await closing;
});
