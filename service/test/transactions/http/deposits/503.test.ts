import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, startTwin } from '../../../support/harness.ts';
import {
  bodyOf,
  countTransactions,
  create,
  DEPOSITS,
  MTN,
  ORANGE,
  paymentBody,
  read,
  switchProviders,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

const KINDS = [DEPOSITS, WITHDRAWALS].flatMap((path) =>
  [MTN, ORANGE].map((operator) => ({ path, operator })),
);

test('a primary provider that is switched off is replaced by the backup', async () => {
  await switchProviders(database, ['mtn-momo', 'orange-money'], 'off');
  const twin = await startTwin(service);
  for (const { path, operator } of KINDS) {
    const { service_tx_id } = await create(twin, path, operator);
    const { provider } = await read(twin, service_tx_id);
    assert.equal(provider, `${operator.operator}-backup`);
  }
  await switchProviders(database, ['mtn-momo', 'orange-money'], 'on');
});

test('with every provider off, what is new is refused and what exists is answered', async () => {
  const earlier = [];
  for (const { path, operator } of KINDS) {
    const body = paymentBody(operator);
    earlier.push({ path, body, created: await create(service, path, body) });
  }
  const stored = await countTransactions(database);
  const all = ['mtn-momo', 'mtn-backup', 'orange-money', 'orange-backup'];
  await switchProviders(database, all, 'off');
  const twin = await startTwin(service);

  for (const { path, operator } of KINDS) {
    const answer = await twin.call('POST', path, { json: paymentBody(operator) });
    assert.equal(answer.status, 503);
    assert.equal(typeof bodyOf(answer)['detail'], 'string');
    assert.equal(answer.headers.get('retry-after'), '10');
  }
  for (const { path, body, created } of earlier) {
    assert.deepEqual(await create(twin, path, body), created);
  }
  assert.equal(await countTransactions(database), stored);
  await switchProviders(database, all, 'on');
});

test('one operator without providers leaves the other alone', async () => {
  await switchProviders(database, ['orange-money', 'orange-backup'], 'off');
  const twin = await startTwin(service);
  await create(twin, DEPOSITS, MTN);
  const answer = await twin.call('POST', DEPOSITS, { json: paymentBody(ORANGE) });
  assert.equal(answer.status, 503);
  await switchProviders(database, ['orange-money', 'orange-backup'], 'on');
});

test('a provider without an enabled channel is as good as switched off', async () => {
  await database.query({ text: `update channels set enabled = false where operator = 'mtn'` });
  const twin = await startTwin(service);
  const answer = await twin.call('POST', DEPOSITS, { json: paymentBody(MTN) });
  assert.equal(answer.status, 503);
  await database.query({ text: 'update channels set enabled = true' });
});

test('the mode of a deposit is that of its channel, not that of its operator', async () => {
  await database.query({
    text: `update channels set collection_mode = 'customer_initiated',
             ussd_template = '*000*{merchant}*{amount}#' where id = 'mtn-momo-sandbox'`,
  });
  const twin = await startTwin(service);
  const created = await create(twin, DEPOSITS, MTN);
  assert.equal(created['collection_mode'], 'customer_initiated');
  assert.match(JSON.stringify(created['instructions']), /\*000\*000000\*500#/);
});
