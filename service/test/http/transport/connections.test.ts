import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { limitConnections } from '../../../src/http/request/limits.ts';

const server = createServer((_request, response) => response.end());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;

async function open() {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('one connection too many is closed at once, and those that are there go on', async () => {
  limitConnections({ server }, 2);
  const first = await open();
  await open();
  const third = await open();
  await once(third, 'close');
  first.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [answer] = (await once(first, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
});
