import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { tamper } from '../support/books/forget-books.ts';
import {
  attempt,
  createCheckout,
  mtnNumber,
  orangeNumber,
  pay,
  readCheckout,
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

async function queueAs(event: string, change: (body: Json) => Json, from: string): Promise<void> {
  const [row] = await database.query<{ readonly body: string }>({
    text: 'select body from webhooks where transaction_id = $1',
    values: [from],
  });
  const body = change(JSON.parse(row?.body ?? '{}') as Json);
  await tamper(database, [
    `update webhooks set event = '${event}', body = '${JSON.stringify(body)}'
     where transaction_id = '${from}'`,
  ]);
}

test('an expiry of a checkout that was paid in time is not signed', async () => {
  const { id } = await createCheckout(service, { callback_url: receiver.url });
  const depositId = await pay(service, id, mtnNumber(70));
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
  const { expires_at } = await readCheckout(service, id);
  await queueAs(
    'checkout.expired',
    (body) => ({
      ...body,
      service_tx_id: id,
      event: 'checkout.expired',
      operator: null,
      provider_tx_id: null,
      ts: expires_at,
    }),
    depositId,
  );
  await tamper(database, [
    `update webhooks set transaction_id = '${id}' where transaction_id = '${depositId}'`,
  ]);
  await deliverAll();
  assert.deepEqual(await receivedFor(id), []);
});

test('a surplus is not signed as what paid, whatever the database says', async () => {
  const { id } = await createCheckout(service, { callback_url: receiver.url });
  const ids = [await pay(service, id, mtnNumber(71)), await pay(service, id, mtnNumber(72))];
  for (const depositId of ids) {
    await simulate(service, depositId, 'succeeded');
    await settleAll(service);
  }
  await deliverAll();
  await deliverAll();
  const before = (await receivedFor(id)).length;
  assert.equal(before, 2);
  const [first, second] = ids as [string, string];
  await service.call('POST', `/api/v1/transactions/${second}/replay-webhook`);
  await queueAs('checkout.paid', (body) => ({ ...body, event: 'checkout.paid' }), second);
  await deliverAll();
  await tamper(database, [
    `update checkout_attempts set outcome = 'surplus' where transaction_id = '${first}'`,
    `update checkout_attempts set outcome = 'paid' where transaction_id = '${second}'`,
  ]);
  await service.call('POST', `/api/v1/transactions/${second}/replay-webhook`);
  await deliverAll();
  assert.equal((await receivedFor(id)).length, before);
});

for (const [name, sql] of [
  ['state', `state = 'paid'`],
  ['amount', 'amount_xaf = 6000'],
  ['time', `expires_at = expires_at + interval '9 days'`],
] as const) {
  test(`nothing is said about a checkout whose ${name} was changed in the database`, async () => {
    const { id, url } = await createCheckout(service);
    await tamper(database, [`update checkouts set ${sql} where id = '${id}'`]);
    assert.equal((await service.call('GET', `/api/v1/checkouts/${id}`)).status, 503);
    const page = await service.call('GET', new URL(url).pathname);
    assert.equal(page.status, 503);
    assert.match(page.text, /Pay nothing; try again later/);
    assert.match(page.text, /<meta http-equiv="refresh"/, 'also without scripts it is asked again');
  });
}

test('a page never shows a code that was changed in the database', async () => {
  const { id, url } = await createCheckout(service);
  const depositId = await pay(service, id, orangeNumber(73));
  const path = `${new URL(url).pathname}?attempt=${depositId}`;
  assert.equal((await service.call('GET', path)).status, 200);
  await tamper(database, [
    `update transactions set instructions = replace(instructions::text, '000000', '666666')::json
     where id = '${depositId}'`,
  ]);
  const { status, text } = await service.call('GET', path);
  assert.equal(status, 503);
  assert.ok(!text.includes('666666'), text);
});

test('a checkout that cannot be settled keeps no other from being settled', async () => {
  const [bad, good] = [await createCheckout(service), await createCheckout(service)];
  await simulate(service, await pay(service, bad.id, mtnNumber(74)), 'succeeded');
  await simulate(service, await pay(service, good.id, mtnNumber(75)), 'succeeded');
  await tamper(database, [`update checkouts set state = 'expired' where id = '${bad.id}'`]);
  await assert.rejects(settleAll(service), /not settled/);
  assert.equal((await readCheckout(service, good.id)).state, 'paid');
  await tamper(database, [`delete from checkout_attempts where checkout_id = '${bad.id}'`]);
});

test('a checkout whose amount was changed in the database asks nobody for it', async () => {
  const { id } = await createCheckout(service);
  await tamper(database, [`update checkouts set amount_xaf = 6000 where id = '${id}'`]);
  await assert.rejects(attempt(service, id, mtnNumber(90)), /seal of a checkout is broken/);
});

test('a whole batch of checkouts that cannot be settled hides none behind it', async () => {
  const bad: string[] = [];
  for (let count = 0; count < 51; count += 1) bad.push((await createCheckout(service)).id);
  const good = await createCheckout(service, { expires_in: 600 });
  const ids = bad.map((id) => `'${id}'`).join();
  await tamper(database, [
    `update checkouts set expires_at = created_at + interval '1 second' where id in (${ids})`,
  ]);
  await shiftClock(database, 700);
  await assert.rejects(settleAll(service), /not settled/);
  const [row] = await database.query<{ readonly state: string }>({
    text: 'select state from checkouts where id = $1',
    values: [good.id],
  });
  assert.equal(row?.state, 'expired');
  await tamper(database, [`delete from checkouts where id in (${ids})`]);
  await shiftClock(database, 0);
});
