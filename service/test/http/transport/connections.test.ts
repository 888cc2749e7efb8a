import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConnectionLimits,
  dropUnreadAnswers,
  limitConnections,
} from '../../../src/http/request/connections.ts';
import { answerTransportError } from '../../../src/http/request/limits.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

async function serve(
  limits: Partial<ConnectionLimits> = {},
  patience: ServerOptions = {},
): Promise<Server> {
  const server = createServer(patience, (request, response) =>
    response.writeHead(isSurplus(request.socket) ? 503 : 200).end(),
  );
  server.on('clientError', (error, socket) => answerTransportError(error, socket as Socket));
  const isSurplus = limitConnections(server, {
    most: 100,
    mostPerAddress: 100,
    trustedProxies: [],
    ...limits,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

async function open(
  server: Server,
  localAddress = '127.0.0.1',
  options: { readonly allowHalfOpen?: boolean } = {},
): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress, ...options });
  socket.on('error', () => {});
  await once(socket, 'connect');
  after(() => socket.destroy());
  return socket;
}

async function isServed(socket: Socket): Promise<boolean> {
  return (await ask(socket)).startsWith('HTTP/1.1 200 ');
}

/** The answer, or nothing if there is none. */
async function ask(socket: Socket): Promise<string> {
  socket.write(REQUEST);
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
  return answer instanceof Buffer ? answer.toString() : '';
}

test('one connection too many is closed at once, and those that are there go on', async () => {
  const server = await serve({ most: 2 });
  const first = await open(server);
  await open(server);
  const third = await open(server);
  await once(third.resume(), 'close');
  assert.ok(await isServed(first));
});

test('one address cannot take the connections of the others', async () => {
  const server = await serve({ mostPerAddress: 3 });
  const attackers = await Promise.all([1, 2, 3].map(() => open(server, '127.0.0.2')));
  const fourth = await open(server, '127.0.0.2');
  await once(fourth.resume(), 'close');
  const fifth = await open(server, '127.0.0.2');
  assert.match(await ask(fifth), /^HTTP\/1\.1 503 /, 'an early request is answered, not cut off');
  await once(fifth, 'close');
  assert.ok(await isServed(await open(server, '127.0.0.3')));
  attackers[0]?.destroy();
  // What was closed counts no more; the server notices a moment later.
  for (let tries = 0; tries < 50; tries += 1) {
    if (await isServed(await open(server, '127.0.0.2'))) return;
    await pause(20);
  }
  assert.fail('a closed connection is counted for ever');
});

test('a trusted proxy speaks for many and is not limited by address', async () => {
  const server = await serve({ mostPerAddress: 2, trustedProxies: ['127.0.0.4/31', '::1'] });
  const sockets = await Promise.all([1, 2, 3, 4, 5].map(() => open(server, '127.0.0.5')));
  for (const socket of sockets) assert.ok(await isServed(socket));
  const own = await Promise.all([1, 2].map(() => open(server, '127.0.0.1')));
  await once((await open(server, '127.0.0.1')).resume(), 'close');
  assert.equal(own.length, 2);
});

test('a client whose time is over is cut off, though it never closes its side', async () => {
  const short = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
  const server = await serve({}, short);
  const sockets = await Promise.all(
    Array.from({ length: 20 }, () => open(server, '127.0.0.1', { allowHalfOpen: true })),
  );
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\n');
  const answers = await Promise.all(sockets.map((socket) => once(socket, 'data')));
  assert.match(String(answers[0]?.[0]), /^HTTP\/1\.1 408 /);
  const deadline = performance.now() + 10_000;
  while ((await countConnections(server)) > 0) {
    assert.ok(performance.now() < deadline, 'timed-out connections are never closed');
    await pause(20);
  }
});

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

test('a client that reads nothing of its answer is dropped, and one that waits for it is not', async () => {
  const unreadMs = 300;
  const server = createServer((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(64 * 1_024 * 1_024));
    else setTimeout(() => response.end('at last'), 3 * unreadMs);
  });
  dropUnreadAnswers(server, unreadMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const deaf = await open(server);
  deaf.pause().write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
  deaf.on('error', () => {});
  await closed;
  deaf.destroy();
  const patient = await open(server);
  patient.write('GET /slow HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  let text = '';
  for await (const part of patient) text += String(part);
  assert.match(text, /at last$/);
});
