import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../service/test/support/service-process.ts';
import { ApiError, ConnectionError, createClient, NotSettledError } from '../src/index.ts';
import { type Scripted, startScriptedService } from './support/scripted-service.ts';

/** Without repeats, so that `waitFor` sees every failed read. */
function clientOf(baseUrl: string, more: object = {}) {
  return createClient({ baseUrl, apiKey: 'k', retries: 0, ...more });
}

test('waitFor outlasts a service that is down for longer than a read is repeated', async () => {
  let state: Scripted = 'pending';
  const service = await startScriptedService(() => state);
  let refusals = 0;
  const counting: typeof fetch = (...request) =>
    fetch(...request).catch((error: unknown) => {
      refusals += 1;
      throw error;
    });
  const client = clientOf(service.url, { fetch: counting });
  const waiting = client.waitFor('x', { intervalMs: 10 });
  await service.untilAsked(1);
  await service.stop();
  await eventually('connections are refused', () => refusals >= 3);
  state = 'succeeded';
  await service.restart();
  assert.equal((await waiting).state, 'succeeded');
});

for (const trouble of ['reset', 429, 500, 501, 503] as const) {
  test(`after ${trouble} the transaction is not settled yet`, async () => {
    const service = await startScriptedService((count) => (count < 3 ? trouble : 'succeeded'));
    const { state } = await clientOf(service.url).waitFor('x', { intervalMs: 1 });
    assert.deepEqual([state, service.askedAt.length], ['succeeded', 3]);
  });
}

for (const status of [400, 401, 404]) {
  test(`a ${status} ends the wait at once`, async () => {
    const service = await startScriptedService(() => status);
    await assert.rejects(clientOf(service.url).waitFor('x'), { status });
    assert.equal(service.askedAt.length, 1);
  });
}

test('out of time, the error has the last state and why the last read failed', async () => {
  const service = await startScriptedService((count) => (count === 1 ? 'pending' : 503));
  const options = { timeoutMs: 1_500, intervalMs: 60_000 };
  const late = await clientOf(service.url)
    .waitFor('x', options)
    .catch((error) => error);
  assert.ok(late instanceof NotSettledError);
  assert.equal(late.transaction?.state, 'pending');
  assert.ok(late.cause instanceof ApiError);
  assert.equal(late.cause.status, 503);
});

test('a read that is not answered does not last longer than the wait', async () => {
  const service = await startScriptedService(() => 'silence');
  const start = performance.now();
  const late = await clientOf(service.url)
    .waitFor('x', { timeoutMs: 100 })
    .catch((error) => error);
  assert.ok(performance.now() - start < 10_000, 'an attempt would have 15 seconds');
  assert.ok(late instanceof NotSettledError);
  assert.equal(late.transaction, null);
  assert.ok(late.cause instanceof ConnectionError);
});

test('a read has no more time than any other call of the client', async () => {
  const service = await startScriptedService((count) => (count === 1 ? 'silence' : 'succeeded'));
  const client = clientOf(service.url, { timeoutMs: 1_000 });
  assert.equal((await client.waitFor('x', { intervalMs: 1 })).state, 'succeeded');
  const [first = 0, second = 0] = service.askedAt;
  assert.ok(second - first < 10_000, 'an attempt would have 15 seconds');
});

test('an outcome of the last moments is seen', async () => {
  const service = await startScriptedService((count) => (count === 1 ? 'pending' : 'succeeded'));
  const options = { timeoutMs: 1_500, intervalMs: 60_000 };
  assert.equal((await clientOf(service.url).waitFor('x', options)).state, 'succeeded');
});

test('the pause after a refusal is at least as long as the service asks for', async () => {
  const answerTo = (count: number) => (count === 1 ? 503 : 'succeeded');
  const service = await startScriptedService(answerTo, { 'retry-after': '1' });
  await clientOf(service.url).waitFor('x', { intervalMs: 1 });
  const [first = 0, second = 0] = service.askedAt;
  assert.ok(second - first >= 950);
});

for (const [during, answer] of [
  ['a read', 'silence'],
  ['a pause', 503],
] as const) {
  test(`an aborted wait ends at once, during ${during}`, async () => {
    const service = await startScriptedService(() => answer);
    const controller = new AbortController();
    const waiting = clientOf(service.url).waitFor('x', { signal: controller.signal });
    const refused = assert.rejects(waiting, /the player has left/);
    await service.untilAsked(1);
    controller.abort(new Error('the player has left'));
    await refused;
    assert.equal(service.askedAt.length, 1);
  });
}
