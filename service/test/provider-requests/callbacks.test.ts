import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';
import { claimRequests, finishStep } from '../../src/db/provider-requests/provider-requests.ts';
import {
  addMtn,
  addOrange,
  passTime,
  startLiveService,
  startMtn,
  startOrange,
} from '../support/providers/live.ts';
import { create, DEPOSITS, ORANGE, read } from '../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main' });
await addOrange(database, await startOrange({ decide: 'manual' }), { id: 'orange-main' });

interface Address {
  readonly reference: string;
  readonly path: string;
}

async function addressOf(id: string): Promise<Address> {
  const [row] = await database.query<{ reference: string; callback_secret: string }>({
    text: 'select reference, callback_secret from submissions where transaction_id = $1',
    values: [id],
  });
  assert.ok(row);
  const { reference, callback_secret: secret } = row;
  return { reference, path: `/internal/v1/callbacks/${reference}/${secret}` };
}

const SUCCESS = { status: 'SUCCESSFUL', financialTransactionId: '1', amount: '500' };

test('a callback by PUT or POST makes the provider be asked at once', async () => {
  for (const method of ['PUT', 'POST']) {
    const { service_tx_id: id } = await create(service, DEPOSITS);
    const { reference, path } = await addressOf(id);
    operator.approve(reference);
    assert.equal(await service.takeSteps(), 0, 'nothing is due yet');
    assert.equal((await service.call(method, path, { json: SUCCESS })).status, 200);
    assert.equal(await service.takeSteps(), 1);
    assert.equal((await read(service, id))['state'], 'succeeded');
  }
});

for (const [when, nextInMs] of [
  ['being asked', 300_000],
  ['asked for the last time', null],
] as const) {
  test(`a callback that comes while the provider is ${when} is not forgotten`, async () => {
    const { service_tx_id: id } = await create(service, DEPOSITS);
    const { reference, path } = await addressOf(id);
    await passTime(database, 3_000);
    const claim = randomUUID();
    await claimRequests(database, { id: claim, limit: 100, leaseMs: 40_000 });
    // The provider has answered that the payment still waits; a moment later it is approved.
    operator.approve(reference);
    assert.equal((await service.call('PUT', path, { json: SUCCESS })).status, 200);
    const step = { transactionId: id, claim, asked: 12, problem: null };
    await finishStep(database, { ...step, nextInMs });
    await service.takeSteps();
    assert.equal((await read(service, id))['state'], 'succeeded');
  });
}

test('a forged callback is only a hint: the provider says what is true', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const { path } = await addressOf(id);
  assert.equal((await service.call('PUT', path, { json: SUCCESS })).status, 200);
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'provider_acknowledged');
  const kept = await database.query({
    text: `select answer from evidence where transaction_id = $1 and kind = 'callback'`,
    values: [id],
  });
  assert.equal(kept.length, 1);
});

test('a wrong secret, a wrong reference and nonsense are a 404 and change nothing', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const { reference, path } = await addressOf(id);
  for (const wrong of [
    `${path}0`,
    `/internal/v1/callbacks/${reference}/${'0'.repeat(32)}`,
    `/internal/v1/callbacks/${crypto.randomUUID()}/${'0'.repeat(32)}`,
    '/internal/v1/callbacks/nonsense/nonsense',
    `/internal/v1/callbacks/${reference}/%00`,
  ]) {
    assert.equal((await service.call('POST', wrong, { json: SUCCESS })).status, 404, wrong);
  }
  assert.equal(await service.takeSteps(), 0);
});

test('any body is taken: none, XML, broken JSON, other types', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const { path } = await addressOf(id);
  for (const [type, body] of [
    ['text/xml', '<status>SUCCESSFUL</status>'],
    ['application/json', '{"status":'],
    ['application/octet-stream', '\u0000\u0001'],
  ] as const) {
    const headers = { 'content-type': type };
    assert.equal((await service.call('PUT', path, { headers, body })).status, 200, type);
  }
  assert.equal((await service.call('POST', path)).status, 200);
});

test('the address that a provider repeats in its answers is not kept with its secret', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, ORANGE);
  const { path } = await addressOf(id);
  assert.equal((await service.call('POST', path, { json: { notifUrl: path } })).status, 200);
  const kept = await database.query<{ answer: string | null }>({
    text: 'select answer from evidence where transaction_id = $1',
    values: [id],
  });
  const answers = kept.map(({ answer }) => answer ?? '').join('\n');
  assert.equal(answers.match(/"notifUrl":"[^"]*\/\*\*\*"/g)?.length, 2, answers);
  assert.doesNotMatch(answers, new RegExp(path.split('/').at(-1) ?? ''));
});

test('a flood of calls leaves room for the provider’s answers', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const { reference, path } = await addressOf(id);
  for (let call = 0; call < 205; call += 1) await service.call('POST', path);
  operator.approve(reference);
  await service.takeSteps();
  const kept = await database.query<{ kind: string; count: number }>({
    text: 'select kind, count(*) from evidence where transaction_id = $1 group by 1 order by 1',
    values: [id],
  });
  const [callbacks, exchanges] = kept;
  assert.deepEqual([callbacks?.kind, callbacks?.count], ['callback', 200]);
  assert.ok((exchanges?.count ?? 0) >= 2, 'the request and the last status');
});

test('callbacks one to five times in any order on two processes: one transition each', async (t) => {
  await runShort(t, 'callback-copies');
});
