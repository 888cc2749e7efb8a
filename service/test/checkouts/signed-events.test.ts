import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { tamper } from '../support/books/forget-books.ts';
import {
  attempt,
  createCheckout,
  mtnNumber,
  pay,
  settleAll,
} from '../support/checkouts/checkouts.ts';
import { startTestService } from '../support/harness.ts';
import { bodyOf, type Json, shiftClock, simulate } from '../support/transactions/payments.ts';
import { createTestDelivery, verifyToken } from '../support/webhooks/delivery.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const service = await startTestService({ SECRETS_KEY });
const { database } = service;
const receiver = await startReceiver();
const thief = await startReceiver();
const secretsKey = Buffer.from(SECRETS_KEY, 'hex');
const { delivery, attempts, close } = createTestDelivery(database, { secretsKey });
test.after(close);

async function deliverAll(): Promise<void> {
  const before = attempts.length;
  const claimed = await delivery.runOnce();
  while (attempts.length < before + claimed) await setImmediate();
}

async function receivedFor(id: string) {
  return [...receiver.received, ...thief.received].filter(({ body }) => body.includes(id));
}

test('an event of a checkout is signed like every webhook, with the reference of the checkout', async () => {
  const hook = { callback_url: receiver.url, reference: 'cart-1' };
  const { id } = await createCheckout(service, hook);
  const depositId = await pay(service, id, mtnNumber(1));
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
  await deliverAll();
  const [received] = await receivedFor(id);
  assert.ok(received !== undefined);
  const { ts, provider_tx_id, ...rest } = JSON.parse(received.body) as Json;
  assert.match(String(ts), /Z$/);
  assert.ok(provider_tx_id !== undefined);
  assert.deepEqual(rest, {
    service_tx_id: depositId,
    reference: 'cart-1',
    event: 'checkout.paid',
    direction: 'deposit',
    amount_xaf: 5000,
    operator: 'mtn',
    checkout_id: id,
  });
  const key = bodyOf(await service.call('GET', '/api/v1/security/callback-public-key'));
  const signature = received.headers['x-service-signature'];
  const token = verifyToken(signature, String(key['public_key_pem']), received.body);
  assert.equal(token.claims['service_tx_id'], depositId);
  assert.equal(token.claims['reference'], 'cart-1');
});

test('an expiry names the checkout itself, and is sent before what pays it late', async () => {
  const { id } = await createCheckout(service, { callback_url: receiver.url, expires_in: 600 });
  const depositId = await pay(service, id, mtnNumber(2));
  await simulate(service, depositId, 'expired');
  await shiftClock(database, 700);
  await settleAll(service);
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
  await deliverAll();
  await deliverAll();
  const bodies = (await receivedFor(id)).map(({ body }) => JSON.parse(body) as Json);
  assert.deepEqual(
    bodies.map(({ event, service_tx_id }) => [event, service_tx_id]),
    [
      ['checkout.expired', id],
      ['checkout.paid', depositId],
    ],
  );
  await shiftClock(database, 0);
});

const OF = 'where transaction_id =';

for (const [name, sql] of [
  [
    'body',
    (deposit) => `update webhooks set body = replace(body, '5000', '9000') ${OF} '${deposit}'`,
  ],
  ['address', (_, id) => `update open_webhooks set url = '${thief.url}' ${OF} '${id}'`],
  [
    'address in every place',
    (_, id) =>
      `with c as (update checkouts set callback_url = '${thief.url}' where id = '${id}')
       update open_webhooks set url = '${thief.url}' ${OF} '${id}'`,
  ],
  [
    'checkout that another deposit is said to have paid',
    (deposit) => `update transactions set reference = 'another~1' where id = '${deposit}'`,
  ],
] as const satisfies readonly (readonly [string, (deposit: string, id: string) => string])[]) {
  test(`an event of a checkout with a changed ${name} is not signed`, async () => {
    const { id } = await createCheckout(service, { callback_url: receiver.url });
    const depositId = await pay(service, id, mtnNumber(10 + name.length));
    await simulate(service, depositId, 'succeeded');
    await settleAll(service);
    await tamper(database, [sql(depositId, id)]);
    await deliverAll();
    assert.deepEqual(await receivedFor(id), []);
  });
}

test('a checkout whose amount was changed in the database asks nobody for it', async () => {
  const { id } = await createCheckout(service);
  await tamper(database, [`update checkouts set amount_xaf = 6000 where id = '${id}'`]);
  await assert.rejects(attempt(service, id, mtnNumber(90)), /seal of a checkout is broken/);
});
