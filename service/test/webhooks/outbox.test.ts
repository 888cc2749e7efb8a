import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import { startTestService } from '../support/harness.ts';
import {
  create,
  DEPOSITS,
  forceState,
  historyOf,
  MTN,
  ORANGE,
  read,
  shiftClock,
  simulate,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';
import { webhooksOf } from '../support/webhooks/delivery.ts';

const service = await startTestService();
const { database } = service;
const HOOK = { callback_url: 'http://127.0.0.1:9/hook?a=b' };

/** Every way to an event that the sandbox knows, with the events that it leaves. */
const ROWS = [
  [DEPOSITS, MTN, ['succeeded']],
  [DEPOSITS, MTN, ['failed']],
  [DEPOSITS, MTN, ['expired']],
  [DEPOSITS, MTN, ['expired', 'succeeded']],
  [DEPOSITS, ORANGE, ['succeeded']],
  [DEPOSITS, ORANGE, ['failed']],
  [DEPOSITS, ORANGE, ['expired', 'succeeded']],
  [WITHDRAWALS, MTN, ['succeeded']],
  [WITHDRAWALS, ORANGE, ['failed']],
] as const;

test('each terminal move leaves one event, a held transaction none', async () => {
  for (const [path, operator, outcomes] of ROWS) {
    const { service_tx_id: id } = await create(service, path, { ...operator, ...HOOK });
    assert.deepEqual(await webhooksOf(database, id), [], 'nothing is sent before an outcome');
    for (const outcome of outcomes) await simulate(service, id, outcome);
    const webhooks = await webhooksOf(database, id);
    assert.deepEqual(
      webhooks.map(({ event, state }) => `${event} ${state}`),
      outcomes.map((outcome) => `payment.${outcome} pending`),
    );
  }
});

test('without a callback_url nothing is put into the outbox', async () => {
  for (const [path, operator, outcomes] of ROWS) {
    const { service_tx_id: id } = await create(service, path, operator);
    for (const outcome of outcomes) await simulate(service, id, outcome);
    assert.deepEqual(await webhooksOf(database, id), []);
  }
});

test('state, history and event are written by one database transaction', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, ...HOOK });
  await simulate(service, id, 'succeeded');
  const [row] = await database.query<{ readonly writers: number }>({
    text: `select count(distinct writer)::int as writers from (
             select xmin::text as writer from transactions where id = $1
             union all select xmin::text from webhooks where transaction_id = $1
             union all select xmin::text from transitions where transaction_id = $1 and seq > 1
           ) w`,
    values: [id],
  });
  assert.equal(row?.writers, 1);
});

test('when the event cannot be stored the state does not change either', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, ...HOOK });
  const constraint = `alter table webhooks add constraint refuse check (event <> 'payment.failed')
                      not valid`;
  await database.query({ text: constraint });
  const answer = await simulate(service, id, 'failed');
  await database.query({ text: 'alter table webhooks drop constraint refuse' });
  assert.equal(answer.status, 500);
  assert.equal((await read(service, id))['state'], 'pending');
  assert.equal((await historyOf(database, id)).length, 1);
  assert.deepEqual(await webhooksOf(database, id), []);
  assert.equal((await simulate(service, id, 'failed')).status, 200);
  assert.equal((await webhooksOf(database, id)).length, 1);
});

test('a deposit without confirmation leaves its event when the clock closes the window', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, ...HOOK });
  await shiftClock(database, 901);
  let woken = 0;
  const onQueued = () => {
    woken += 1;
  };
  while ((await expireDeposits({ database, onQueued })) > 0);
  await shiftClock(database, 0);
  const [webhook] = await webhooksOf(database, id);
  assert.equal(webhook?.event, 'payment.expired');
  assert.ok(woken > 0, 'the delivery is woken');
});

test('the payload has the members of the interface in their order, then the reason', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    ...ORANGE,
    ...HOOK,
    reference: 'order-é-"1"',
    amount_xaf: 2_500,
  });
  await simulate(service, id, 'expired');
  await simulate(service, id, 'succeeded');
  const transaction = await read(service, id);
  const [expired, succeeded] = (await webhooksOf(database, id)).map(({ body }) => body);
  const shared = {
    service_tx_id: id,
    reference: 'order-é-"1"',
    direction: 'deposit',
    amount_xaf: 2_500,
    operator: 'orange',
  };
  const { ts } = JSON.parse(expired ?? '') as { readonly ts: string };
  assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const reason_code = 'no_answer';
  assert.equal(
    expired,
    payload({ ...shared, event: 'payment.expired', provider_tx_id: null, ts, reason_code }),
  );
  const { provider_tx_id, state_updated_at } = transaction;
  assert.match(String(provider_tx_id), /^SANDBOX-/);
  assert.equal(
    succeeded,
    payload({ ...shared, event: 'payment.succeeded', provider_tx_id, ts: state_updated_at }),
  );
});

test('two winners of one race cannot both leave an event', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, ...HOOK });
    await forceState(database, id, 'provider_acknowledged');
    const outcomes = ['succeeded', 'failed', 'expired'];
    await Promise.all(outcomes.map((outcome) => simulate(service, id, outcome)));
    const events = (await webhooksOf(database, id)).map(({ event }) => event);
    const { state } = await read(service, id);
    assert.equal(events.at(-1), `payment.${String(state)}`);
    assert.ok(events.length === 1 || events[0] === 'payment.expired', events.join());
  }
});

function payload(facts: Readonly<Record<string, unknown>>): string {
  const order = ['service_tx_id', 'reference', 'event', 'direction', 'amount_xaf', 'operator'];
  const members = [...order, 'provider_tx_id', 'ts', 'reason_code'].map((name) => [
    name,
    facts[name],
  ]);
  return JSON.stringify(Object.fromEntries(members));
}
