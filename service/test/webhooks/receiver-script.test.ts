import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { createClient } from '../../../sdk/src/client.ts';
import { call } from '../support/call.ts';
import { eventually, launch } from '../support/service-process.ts';
import { create, DEPOSITS, MTN, ORANGE, simulate } from '../support/transactions/payments.ts';
import { startWholeService, webhooksOf } from '../support/webhooks/delivery.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const service = await startWholeService({ SPORTSBOOK_API_KEY: 'configured' });
const headers = { 'x-api-key': 'configured' };
const options = ['--port', '0', '--service', service.url];
const env = { MOMO_KEY: 'configured' };
const receiver = launch({
  command: ['npm', 'run', 'receiver', '--silent', '--', ...options],
  env,
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
  await receiver.seen(/REFUSED: .*missing_signature/);
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

test('it listens on this machine alone, and takes no body of more than 64 KiB', async () => {
  const port = new URL(url).port;
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === 'IPv4');
  if (outside !== undefined) await assert.rejects(fetch(`http://${outside.address}:${port}`));
  const large = await call(url, 'POST', '/', { body: 'x'.repeat(64 * 1024 + 1) });
  assert.equal(large.status, 401);
  await receiver.seen(/REFUSED: a body of more than 64 KiB/);
});

test('with --forward a program of the platform gets the same bytes, and its answer counts', async () => {
  const shop = await startReceiver((response, _received, count) => {
    response.writeHead(count === 1 ? 500 : 200).end();
  });
  const forwarding = launch({
    command: [
      'npm',
      'run',
      'receiver',
      '--silent',
      '--',
      ...options,
      '--forward',
      `${shop.url}/hook`,
    ],
    env,
    ownGroup: true,
  });
  await forwarding.seen(/goes on to /);
  const [callback_url = ''] = /http:\/\/localhost:\d+/.exec(forwarding.stdout()) ?? [];
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url }, headers);
  await simulate(service, id, 'succeeded', headers);
  await forwarding.seen(/forwarded: 500\n[^]*forwarded: 200/);
  const [first, second] = shop.received;
  assert.equal(first?.path, '/hook');
  assert.equal(first?.body, second?.body);
  const client = createClient({ baseUrl: service.url, apiKey: 'configured' });
  const payload = await client.verifyWebhook(first?.headers ?? {}, first?.body ?? '');
  assert.equal(payload.service_tx_id, id);
  const forged = await call(callback_url, 'POST', '/', { json: {} });
  assert.deepEqual([forged.status, shop.received.length], [401, 2]);
  process.kill(-forwarding.pid, 'SIGINT');
  await forwarding.ended;
});

test('--help shows an example, and an unknown option is an error with its own code', async () => {
  const help = launch({ command: ['npm', 'run', 'receiver', '--silent', '--', '--help'] });
  await help.ended;
  assert.match(help.stdout(), /--forward http:\/\/localhost:3000\/hook/);
  const wrong = launch({ command: ['npm', 'run', 'receiver', '--silent', '--', '--no-such'] });
  assert.equal((await wrong.ended).code, 2);
});

test('it stops by Ctrl-C', async () => {
  process.kill(-receiver.pid, 'SIGINT');
  await receiver.ended;
  await eventually('the port is closed', () =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
});
