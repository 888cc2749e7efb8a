import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/service-process.ts';
import { create, DEPOSITS, MTN, simulate } from '../support/transactions/payments.ts';
import { startWholeService, webhooksOf } from '../support/webhooks/delivery.ts';
import { answering, startReceiver } from '../support/webhooks/receiver.ts';

const service = await startWholeService();
const { database } = service;

test('what was given up is seen in the metrics and the log, and replay settles it', async () => {
  let status = 500;
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  const callback_url = `${receiver.url}/hook?token=hidden`;
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url });
  assert.equal(await metric('momo_webhooks_undelivered'), 0);
  await simulate(service, id, 'succeeded');
  await eventually('it is given up', async () => (await statesOf(id)) === 'undelivered', 15_000);
  assert.equal(await metric('momo_webhooks_undelivered'), 1);
  assert.equal(await metric('momo_webhook_attempts_total{next="retry"}'), 3);
  assert.equal(await metric('momo_webhook_attempts_total{next="undelivered"}'), 1);
  const lines = service.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const [givenUp, ...others] = lines.filter(({ msg }) => msg === 'webhook undelivered');
  assert.deepEqual(others, []);
  const { time: _time, webhookId: _webhookId, ...facts } = givenUp ?? {};
  assert.deepEqual(facts, {
    level: 'warn',
    transactionId: id,
    event: 'payment.succeeded',
    origin: receiver.url,
    attempt: 4,
    status: 500,
    msg: 'webhook undelivered',
  });
  assert.doesNotMatch(service.logLines.join(''), /token=hidden/);

  status = 200;
  await service.call('POST', `/api/v1/transactions/${id}/replay-webhook`);
  await eventually('the replay arrives', async () => (await statesOf(id)) === 'replayed delivered');
  assert.equal(await metric('momo_webhooks_undelivered'), 0);
  assert.equal(await metric('momo_webhook_attempts_total{next="delivered"}'), 1);
});

test('a failure to make or record an attempt is logged and not lost', async () => {
  const receiver = await startReceiver(answering(200));
  const callback_url = receiver.url;
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url });
  await database.query({
    text: `update applications set webhook_secret = 'sealed:v1:AAAA' where name = 'default'`,
  });
  await simulate(service, id, 'failed');
  await eventually('it is logged', () =>
    service.logLines.some((line) => line.includes('webhook attempt not made or recorded')),
  );
  assert.equal(await statesOf(id), 'pending');
  assert.equal(receiver.received.length, 0);
});

async function statesOf(id: string): Promise<string> {
  return (await webhooksOf(database, id)).map(({ state }) => state).join(' ');
}

async function metric(name: string): Promise<number> {
  const { text } = await service.call('GET', '/metrics');
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}
