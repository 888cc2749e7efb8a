import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../support/call.ts';
import { eventually, launch } from '../support/service-process.ts';
import { create, DEPOSITS, MTN, ORANGE, simulate } from '../support/transactions/payments.ts';
import { startWholeService, webhooksOf } from '../support/webhooks/delivery.ts';

const service = await startWholeService({ SPORTSBOOK_API_KEY: 'configured' });
const headers = { 'x-api-key': 'configured' };
const options = ['--port', '0', '--service', service.url, '--key', 'configured'];
const receiver = launch({
  command: ['npm', 'run', 'receiver', '--silent', '--', ...options],
  ownGroup: true,
});
await receiver.seen(/Receiver on /);
const [url = ''] = /http:\/\/localhost:\d+/.exec(receiver.stdout()) ?? [];

test('npm run receiver verifies what arrives and prints it', async () => {
  const changes = { ...ORANGE, amount_xaf: 2_500, reference: 'order-7', callback_url: url };
  const { service_tx_id: id } = await create(service, DEPOSITS, changes, headers);
  await simulate(service, id, 'expired', headers);
  await simulate(service, id, 'succeeded', headers);
  const line = (event: string) =>
    new RegExp(`^[\\d:.]{12}  ${event}  order-7  2500 XAF  ${id}  signature verified$`, 'm');
  await receiver.seen(line('payment.expired'));
  await receiver.seen(line('payment.succeeded'));
  await eventually('both count as delivered', async () => {
    const webhooks = await webhooksOf(service.database, id);
    return webhooks.every(({ state, attempts }) => state === 'delivered' && attempts === 1);
  });
  assert.doesNotMatch(receiver.output(), /REFUSED/);
});

test('it refuses what is not signed, or signed for another body', async () => {
  const forged = await call(url, 'POST', '/', { json: { event: 'payment.succeeded' } });
  assert.equal(forged.status, 401);
  await receiver.seen(/REFUSED: there is no signature/);
  const { service_tx_id: id } = await create(
    service,
    DEPOSITS,
    { ...MTN, callback_url: url },
    headers,
  );
  await simulate(service, id, 'failed', headers);
  await receiver.seen(new RegExp(`payment\\.failed .*${id}`));
  const tokens = { 'x-service-signature': 'a.b.c' };
  assert.equal((await call(url, 'POST', '/', { json: {}, headers: tokens })).status, 401);
});

test('it stops by Ctrl-C', async () => {
  process.kill(-receiver.pid, 'SIGINT');
  await receiver.ended;
  await eventually('nobody listens any more', () =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
});
