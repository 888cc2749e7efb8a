import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPort } from '../support/webhooks/receiver.ts';
import { startListeningPost } from './listening-post.ts';
import { PRODUCTS, startMtn } from './mtn-client.ts';

test('a callback is one unsigned PUT of the status, without the reference', async (t) => {
  const { received, url } = await startListeningPost(t);
  const { emulator, create, read } = await startMtn(t);
  for (const product of PRODUCTS) {
    const { reference } = await create(product, {}, { 'x-callback-url': `${url}/${product}?k=1` });
    await emulator.settled(reference);
    await emulator.callbacksIdle();
    const { body } = await read(product, reference);
    const [last] = received.slice(-1);
    assert.deepEqual([last?.method, last?.path], ['PUT', `/${product}?k=1`]);
    assert.deepEqual(last?.body, body);
    assert.equal(JSON.stringify(last).includes(reference), false);
    assert.deepEqual(
      Object.keys(last?.headers ?? {}).filter((name) => /sign|auth/i.test(name)),
      [],
    );
  }
  assert.equal(received.length, 2);
  assert.deepEqual(
    emulator.ledger.callbacks().map(({ result, status }) => [result, status]),
    [
      ['answered', 200],
      ['answered', 200],
    ],
  );
});

test('without an address there is no callback', async (t) => {
  const { emulator, create } = await startMtn(t);
  const { reference } = await create('collection');
  await emulator.settled(reference);
  assert.deepEqual(emulator.ledger.callbacks(), []);
});

test('callbacks are lost, doubled or late when that is switched on', async (t) => {
  const { received, url } = await startListeningPost(t);
  const { emulator, create } = await startMtn(t);
  const cases = [
    [{ kind: 'lost' }, 0],
    [{ kind: 'doubled' }, 2],
    [{ kind: 'late', ms: 40 }, 1],
  ] as const;
  for (const [fault, count] of cases) {
    received.length = 0;
    emulator.faults.addToCallbacks('collection', fault, { times: 1 });
    const { reference } = await create('collection', {}, { 'x-callback-url': url });
    const { finishedAt } = await emulator.settled(reference);
    await emulator.callbacksIdle();
    assert.equal(received.length, count, fault.kind);
    const sent = emulator.ledger.callbacks().find((each) => each.reference === reference);
    assert.equal(sent?.result, fault.kind === 'lost' ? 'lost' : 'answered');
    if (fault.kind === 'late') assert.ok((sent?.at ?? 0) - (finishedAt ?? 0) >= 39);
  }
});

test('a receiver that is away or silent costs the emulator nothing but its patience', async (t) => {
  const silent = await startListeningPost(t, 'silent');
  const { emulator, create } = await startMtn(t, { callbackLimitMs: 30 });
  for (const url of [await closedPort(), silent.url]) {
    const { reference } = await create('collection', {}, { 'x-callback-url': url });
    await emulator.settled(reference);
    await emulator.callbacksIdle();
    const [last] = emulator.ledger.callbacks().slice(-1);
    assert.deepEqual([last?.result, last?.status], ['failed', null]);
  }
  assert.equal((await create('collection')).status, 202);
});

test('a callback follows a decision and an expiry too', async (t) => {
  let now = Date.now();
  const { received, url } = await startListeningPost(t);
  const { emulator, create } = await startMtn(t, { decide: 'manual', now: () => now });
  const header = { 'x-callback-url': url };
  const refused = await create('collection', {}, header);
  await create('collection', {}, header);
  emulator.refuse(refused.reference);
  await emulator.callbacksIdle();
  now += 300_000;
  emulator.sweep();
  await emulator.callbacksIdle();
  assert.deepEqual(
    received.map(({ body }) => body['reason']),
    ['APPROVAL_REJECTED', 'EXPIRED'],
  );
});
