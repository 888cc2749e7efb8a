import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import { preparePolicy } from '../../support/harness.ts';
import { askApart, startSeveral } from '../../support/process/several-processes.ts';

const PER_SECOND = 5;
const PER_ADDRESS = 6;

const database = await openTestDatabase();
await preparePolicy(database, { requestsPerSecond: PER_SECOND });
const service = await startSeveral({
  DATABASE_URL: database.url,
  TEST_LIMITS: JSON.stringify({ connectionsPerAddress: PER_ADDRESS }),
});
const PROVIDERS = '/api/v1/CM/providers';

test('the requests of an application are counted over all processes', async () => {
  const startedAt = performance.now();
  let served = 0;
  // In turn, so that both processes get half of them.
  for (let n = 0; n < 4 * PER_SECOND; n += 1) {
    const { status } = await askApart(service.url, { path: PROVIDERS });
    if (status === 200) served += 1;
    else assert.equal(status, 429);
  }
  const seconds = Math.floor((performance.now() - startedAt) / 1_000) + 1;
  assert.ok(served >= PER_SECOND && served <= PER_SECOND * seconds, `${served} in ${seconds} s`);
});

test('an application with one connection gets all that it may, not the share of a process', async () => {
  const isServed = async () => (await service.call('GET', PROVIDERS)).status === 200;
  while (await isServed());
  while (!(await isServed()));
  let served = 1;
  while (served < PER_SECOND && (await isServed())) served += 1;
  assert.equal(served, PER_SECOND);
});

test('wrong passwords are counted over all processes', async () => {
  const body = { email: 'nobody@example.com', password: 'not the password' };
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { status } = await askApart(service.url, { path: '/internal/v1/session', body });
    statuses.push(status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429]);
});

test('the connections of an address are limited over all processes', async () => {
  const { hostname: host, port } = new URL(service.url);
  const sockets = Array.from({ length: 3 * PER_ADDRESS }, () =>
    connect({ host, port: Number(port) }),
  );
  after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const answered = await Promise.all(sockets.map(isAnswered));
  const served = answered.filter((isIt) => isIt).length;
  assert.ok(served > 0 && served <= PER_ADDRESS, `${served} connections`);
});

function isAnswered(socket: Socket): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('data', (data) => resolve(String(data).startsWith('HTTP/1.1 200')));
  socket.once('close', () => resolve(false));
  socket.on('error', () => {});
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return promise;
}
