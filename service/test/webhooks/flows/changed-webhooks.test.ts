import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { raiseAlerts } from '../../../src/flows/upkeep/raise-alerts.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { startTestService } from '../../support/harness.ts';
import { create, DEPOSITS, simulate } from '../../support/transactions/payments.ts';
import { createTestDelivery } from '../../support/webhooks/delivery.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';

// What a person with the database's password and without SECRETS_KEY makes the service sign.

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

async function paidDeposit(): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, { callback_url: receiver.url });
  await simulate(service, id, 'succeeded');
  return id;
}

function received(id: string): number {
  return [...receiver.received, ...thief.received].filter(({ body }) => body.includes(id)).length;
}

test('a webhook that nobody touched is signed and sent, also as a replay', async () => {
  const id = await paidDeposit();
  await deliverAll();
  assert.equal(received(id), 1);
  await service.call('POST', `/api/v1/transactions/${id}/replay-webhook`);
  await deliverAll();
  assert.equal(received(id), 2);
});

const OF = 'where transaction_id =';

const CHANGES: readonly (readonly [
  name: string,
  problem: string,
  sql: (id: string) => readonly string[],
])[] = [
  [
    'amount',
    'webhook_changed',
    (id) => [`update webhooks set body = replace(body, '500', '5000') ${OF} '${id}'`],
  ],
  [
    'operator’s id',
    'webhook_changed',
    (id) => [
      `update webhooks set body = regexp_replace(body, '"provider_tx_id":"[^"]*"',
                                                 '"provider_tx_id":"FORGED"') ${OF} '${id}'`,
      `update transactions set provider_tx_id = 'FORGED' where id = '${id}'`,
    ],
  ],
  [
    'address',
    'webhook_changed',
    (id) => [`update open_webhooks set url = '${thief.url}' ${OF} '${id}'`],
  ],
  [
    'address in every place',
    'payment_changed',
    (id) => [
      `update open_webhooks set url = '${thief.url}' ${OF} '${id}'`,
      `update transactions set callback_url = '${thief.url}' where id = '${id}'`,
    ],
  ],
  [
    'line in the history',
    'history_changed',
    (id) => [`update transitions set actor = 'staff:x' ${OF} '${id}' and to_state = 'succeeded'`],
  ],
  [
    'seal in the history',
    'history_changed',
    (id) => [`update transitions set seal = null ${OF} '${id}' and to_state = 'succeeded'`],
  ],
];

for (const [name, problem, sql] of CHANGES) {
  test(`a webhook whose ${name} was changed is not signed, and an alert says what was changed`, async () => {
    const id = await paidDeposit();
    await tamper(database, sql(id));
    await deliverAll();
    assert.equal(received(id), 0);
    const [held] = await database.query<{ readonly state: string; readonly error: string }>({
      text: `select o.state, a.error from open_webhooks o
             join webhook_attempts a on a.webhook_id = o.webhook_id
             where o.transaction_id = $1`,
      values: [id],
    });
    assert.deepEqual(held, { state: 'undelivered', error: 'seal broken' });
    const policy = { ...fixedPolicy(), trouble: () => null };
    await raiseAlerts({
      database,
      environment: 'sandbox',
      policy,
      vault: createVault(service.config.secretsKey),
      hasPager: true,
    });
    const alerts = await database.query<{ readonly kind: string; readonly problem: string }>({
      text: `select a.kind, w.body::json ->> 'problem' as problem
             from alerts a join webhooks w on w.transaction_id = a.id
             where a.subject = $1 and a.cleared_at is null`,
      values: [`transaction:${id}`],
    });
    assert.deepEqual(alerts, [{ kind: 'seal_broken', problem }]);
  });
}

/** Begins to deliver from a database on which the comparison of seals ends as `compared` does. */
async function deliverSlowly(compared: Promise<unknown>) {
  const asked = Promise.withResolvers<void>();
  const query: typeof database.query = async (statement) => {
    if (statement.name === 'find-sealed-transactions') {
      asked.resolve();
      await compared;
    }
    return database.query(statement);
  };
  const slow = createTestDelivery({ ...database, query }, { secretsKey });
  test.after(slow.close);
  const claiming = slow.delivery.runOnce();
  await asked.promise;
  return { ...slow, claiming };
}

test('a stop while webhooks are compared with their seals gives them back at once', async () => {
  const id = await paidDeposit();
  const compared = Promise.withResolvers<void>();
  const { delivery: slow } = await deliverSlowly(compared.promise);
  await slow.stop();
  await deliverAll();
  assert.equal(received(id), 1);
  compared.reject(new Error('the process has ended'));
});

test('a comparison with the seals that fails is reported for its webhook', async () => {
  const id = await paidDeposit();
  const compared = Promise.withResolvers<void>();
  const { claiming, troubles } = await deliverSlowly(compared.promise);
  compared.reject(new Error('the database is away'));
  assert.equal(await claiming, 1);
  while (troubles.length === 0) await setImmediate();
  assert.equal(received(id), 0);
});

test('a failure is signed with the reason of its history or as release 0.2 wrote it, and with no other', async () => {
  const written = ',"reason_code":"insufficient_funds"';
  const counts: Record<string, number> = {};
  for (const [name, instead] of [
    ['as written', written],
    ['left out', ''],
    ['another', ',"reason_code":"limit"'],
  ] as const) {
    const json = { callback_url: receiver.url, msisdn: '+237679990012' };
    const { service_tx_id: id } = await create(service, DEPOSITS, json);
    const body = `replace(body, '${written}', '${instead}')`;
    await tamper(database, [`update webhooks set body = ${body} ${OF} '${id}'`]);
    await deliverAll();
    counts[name] = received(id);
  }
  assert.deepEqual(counts, { 'as written': 1, 'left out': 1, another: 0 });
});

test('a forged success of an open deposit is not signed', async () => {
  const settled = await paidDeposit();
  await deliverAll();
  const { service_tx_id: id } = await create(service, DEPOSITS, { callback_url: receiver.url });
  const [open] = await database.query<{ readonly reference: string }>({
    text: 'select reference from transactions where id = $1',
    values: [id],
  });
  await tamper(database, [
    `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor,
                              at, remark, provider_tx_id, seal)
     select '${id}', seq, from_state, to_state, trigger, reason, actor, at, remark,
            provider_tx_id, seal
     from transitions where transaction_id = '${settled}' and seq > 1`,
    `update transactions t set state = 'succeeded', expires_at = null, version = s.version,
            provider_tx_id = s.provider_tx_id, state_updated_at = s.state_updated_at
     from transactions s where s.id = '${settled}' and t.id = '${id}'`,
    `insert into webhooks (id, transaction_id, application_id, event, body, created_at)
     select gen_random_uuid(), '${id}', w.application_id, w.event,
            replace(replace(w.body, '${settled}', '${id}'), t.reference, '${open?.reference}'),
            app_now()
     from webhooks w join transactions t on t.id = w.transaction_id
     where w.transaction_id = '${settled}'`,
    `insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, url,
                                origin)
     select id, transaction_id, position, created_at, created_at, '${receiver.url}',
            '${new URL(receiver.url).origin}' from webhooks ${OF} '${id}'`,
  ]);
  await deliverAll();
  assert.equal(received(id), 0);
});
