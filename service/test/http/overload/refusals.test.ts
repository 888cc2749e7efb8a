import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { closeServer } from '../../../src/app/listen.ts';
import { createOwnClock } from '../../../src/http/request/overload.ts';
import { holdRefusals } from '../../../src/http/request/refusals.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import { startTestService, type TestService } from '../../support/harness.ts';
import { type Client, connectTo, createOn } from '../../support/overload/kept-connection.ts';

/** Nothing that waits is answered sooner, and a refusal at once takes less on any machine. */
const LEAST_MS = 1_000;
const RETRY_AFTER_MS = 1_000;

/** A server that refuses everything. */
async function refuseAll(mostHeld: number) {
  const server = createServer();
  const app = fastify({ serverFactory: () => server });
  const refusals = holdRefusals(server, mostHeld);
  server.on('request', (asked, response) => {
    refusals.refuse({ request: asked, response, application: null, arrivedMs: performance.now() });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = { close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => closeServer(app, port, 0);
  return { refusals, stop, connect: () => connectTo(url) };
}

/** A client that was refused, and asks again at once. */
async function comeBack({ connect }: { readonly connect: () => Client }) {
  const client = connect();
  assert.equal((await client.ask()).status, 503);
  return { client, answer: client.ask() };
}

test('a connection that comes back within its Retry-After gets its refusal later, up to 2 s', async () => {
  const client = (await refuseAll(10)).connect();
  const first = await client.ask();
  const early = await client.ask();
  const again = await client.ask();
  await pause(RETRY_AFTER_MS + 50);
  const patient = await client.ask();
  assert.ok(first.ms < LEAST_MS, `the first took ${first.ms} ms`);
  assert.ok(patient.ms < LEAST_MS, `one that waited took ${patient.ms} ms`);
  for (const { status, ms, isLast } of [early, again]) {
    assert.equal(status, 503);
    assert.equal(isLast, false);
    assert.ok(ms > LEAST_MS && ms < 2_500, `an early one took ${ms} ms`);
  }
});

test('beyond the places for waiting, a refusal comes at once and closes the connection', async () => {
  const server = await refuseAll(2);
  const held = [await comeBack(server), await comeBack(server)];
  const surplus = await (await comeBack(server)).answer;
  assert.equal(surplus.isLast, true);
  assert.ok(surplus.ms < LEAST_MS, `it took ${surplus.ms} ms`);
  for (const { answer } of held) assert.ok((await answer).ms > LEAST_MS);
});

test('a client that leaves while it waits gives its place to another', async () => {
  const server = await refuseAll(1);
  const gone = await comeBack(server);
  const leaving = assert.rejects(gone.answer);
  await pause(50);
  gone.client.leave();
  await leaving;
  await pause(50);
  const { isLast, ms } = await (await comeBack(server)).answer;
  assert.equal(isLast, false);
  assert.ok(ms > LEAST_MS, `it took ${ms} ms`);
});

test('where all places are taken, a new connection that is refused is closed', async () => {
  const server = await refuseAll(1);
  const held = await comeBack(server);
  await (await comeBack(server)).answer;
  assert.ok(server.refusals.isCrowded());
  assert.equal((await server.connect().ask()).isLast, true);
  await held.answer;
});

test('it is crowded until half of the places are free again', async () => {
  const server = await refuseAll(4);
  const held: Awaited<ReturnType<typeof comeBack>>[] = [];
  for (let n = 0; n < 4; n += 1) held.push(await comeBack(server));
  await (await comeBack(server)).answer;
  const leave = async (count: number): Promise<void> => {
    for (const { client, answer } of held.splice(0, count)) {
      const left = assert.rejects(answer);
      client.leave();
      await left;
    }
    await pause(100);
  };
  await leave(1);
  assert.equal(server.refusals.isCrowded(), true);
  await leave(1);
  assert.equal(server.refusals.isCrowded(), false);
  await Promise.all(held.map(({ answer }) => answer));
});

test('those who wait are counted for each application', async () => {
  const { refusals, ...server } = await refuseAll(10);
  const held = [await comeBack(server), await comeBack(server)];
  await pause(50);
  assert.equal(refusals.countHeld(null), 2);
  assert.equal(refusals.countHeld('another'), 0);
  await Promise.all(held.map(({ answer }) => answer));
  assert.equal(refusals.countHeld(null), 0);
});

test('a stop answers all that wait for their refusal', async () => {
  const server = await refuseAll(10);
  const waiting = [await comeBack(server), await comeBack(server), await comeBack(server)];
  await pause(50);
  const stopped = server.stop();
  for (const { answer } of waiting) {
    const { status, isLast, ms } = await answer;
    assert.equal(status, 503);
    assert.equal(isLast, true);
    assert.ok(ms < LEAST_MS, `it took ${ms} ms`);
  }
  await stopped;
});

test('time in which the process gets no processor does not count as waiting', () => {
  const clock = createOwnClock();
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  const before = clock.look();
  Atomics.wait(sleep, 0, 0, 200);
  assert.ok(clock.look() - before < 50, 'the clock goes on without a processor');
  const begun = { ms: clock.look(), cpu: process.threadCpuUsage() };
  const until = performance.now() + 50;
  while (performance.now() < until);
  const { user, system } = process.threadCpuUsage(begun.cpu);
  const passed = clock.look() - begun.ms;
  assert.ok(passed >= (user + system) / 1_000 - 1, `${passed} ms for ${user + system} µs`);
});

/** Nothing is created meanwhile. */
async function lockTransactions({ database }: TestService): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const locking = database.withConnection(async (connection) => {
    await connection.query({ text: 'begin' });
    await connection.query({ text: 'lock table transactions in exclusive mode' });
    lock();
    await released;
    await connection.query({ text: 'rollback' });
  });
  await locked;
  return async () => {
    release();
    await locking;
  };
}

test('a platform that repeats at once waits, and one with few connections is not refused', async () => {
  const service = await startTestService(
    { SPORTSBOOK_API_KEY: 'a-key-for-the-application-default' },
    { limits: { overloadDelayMs: 1, connectionsPerAddress: 1_000 } },
  );
  const keys = { noisy: await issueKey(service, 'noisy'), quiet: await issueKey(service, 'quiet') };
  const create = ({ ask }: Client, name: keyof typeof keys) => createOn(ask, keys[name].key);
  const connect = () => connectTo(service.url);
  for (const name of ['noisy', 'quiet'] as const) await create(connect(), name);
  const unlock = await lockTransactions(service);
  const answers = Array.from({ length: 500 }, async () => {
    const client = connect();
    const first = await create(client, 'noisy');
    return first.status === 503 ? { first, second: await create(client, 'noisy') } : { first };
  });
  const quiet = Array.from({ length: 4 }, () => create(connect(), 'quiet'));
  await Promise.race(answers);
  await unlock();
  const repeated = (await Promise.all(answers)).flatMap(({ second = [] }) => second);
  const held = repeated.filter(({ status }) => status === 503);
  assert.ok(held.length > 0, 'nothing was refused again');
  for (const { ms } of held) assert.ok(ms > LEAST_MS, `a refusal took ${ms} ms`);
  const statuses = (await Promise.all(quiet)).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([200]));
});
