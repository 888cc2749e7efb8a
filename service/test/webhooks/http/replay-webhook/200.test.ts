import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTransactions } from '../../../../src/db/transactions/transactions.ts';
import { decideSequence } from '../../../../src/domain/transactions/transition.ts';
import { recordTransitions } from '../../../../src/flows/transactions/record-transition.ts';
import { resendState } from '../../../../src/flows/webhooks/resend-webhook.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  MTN,
  ORANGE,
  read,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';
import { webhooksOf } from '../../../support/webhooks/delivery.ts';

const service = await startTestService();
const { database } = service;
const callback_url = 'http://127.0.0.1:9/hook?a=b';

const replay = (id: string) => service.call('POST', `/api/v1/transactions/${id}/replay-webhook`);

test('a settled transaction’s webhook is queued again, and nothing else changes', async () => {
  for (const [path, operator, outcomes] of [
    [DEPOSITS, MTN, ['succeeded']],
    [DEPOSITS, ORANGE, ['failed']],
    [DEPOSITS, ORANGE, ['expired', 'succeeded']],
    [WITHDRAWALS, MTN, ['succeeded']],
    [WITHDRAWALS, ORANGE, ['failed']],
  ] as const) {
    const { service_tx_id: id } = await create(service, path, { ...operator, callback_url });
    for (const outcome of outcomes) await simulate(service, id, outcome);
    const before = await read(service, id);
    const state = outcomes.at(-1);
    const answer = await replay(id);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, {
      service_tx_id: id,
      state,
      event: `payment.${state}`,
      callback_url,
      dispatched: true,
      message: 'The webhook has been queued for delivery.',
    });
    assert.deepEqual(await read(service, id), before);
    const webhooks = await webhooksOf(database, id);
    assert.equal(webhooks.length, outcomes.length + 1);
    const [original, again] = webhooks.slice(-2);
    assert.deepEqual([original?.is_replay, again?.is_replay], [false, true]);
    assert.equal(again?.event, original?.event);
    assert.equal(again?.body, original?.body, 'event and time are those of the original');
  }
});

test('a replay can be asked for any number of times, each a delivery of its own', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url });
  await simulate(service, id, 'failed');
  const answers = await Promise.all(Array.from({ length: 5 }, () => replay(id)));
  for (const answer of answers) assert.equal(bodyOf(answer)['dispatched'], true);
  const ids = (await webhooksOf(database, id)).map((webhook) => webhook.id);
  assert.equal(new Set(ids).size, 6);
});

test('a replay of a state that changes meanwhile has the new state', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, callback_url });
  await simulate(service, id, 'expired');
  const [stale] = await findTransactions(database, [id]);
  assert.ok(stale);
  await simulate(service, id, 'succeeded');
  const reported = await resendState({ database, onQueued: () => {} }, stale.transaction);
  assert.ok(reported.kind === 'queued');
  assert.deepEqual([reported.event, reported.state], ['payment.succeeded', 'succeeded']);
  const events = (await webhooksOf(database, id)).map(({ event }) => event);
  assert.deepEqual(events, ['payment.expired', 'payment.succeeded', 'payment.succeeded']);
});

test('a replay during a change of state is queued after the change', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, callback_url });
  await simulate(service, id, 'expired');
  const [found] = await findTransactions(database, [id]);
  assert.ok(found);
  const { transaction, now } = found;
  const at = { at: now, lateWindowMs: 60_000 };
  const decision = decideSequence(transaction, ['matching_payment_received'], at);
  assert.ok(decision.kind === 'moved');
  const change = { transaction, moves: decision.moves, actor: 'test', providerTxId: null };
  let isReported = false;
  const replaying = Promise.withResolvers<void>();
  await database.atomically(async (connection) => {
    await recordTransitions(connection, [change]);
    void resendState({ database, onQueued: () => {} }, transaction).then(() => {
      isReported = true;
      replaying.resolve();
    }, replaying.reject);
    while (!isReported && !(await hasWaiter()));
  });
  await replaying.promise;
  const events = (await webhooksOf(database, id)).map(({ event }) => event);
  assert.deepEqual(events, ['payment.expired', 'payment.succeeded', 'payment.succeeded']);
});

async function hasWaiter(): Promise<boolean> {
  const rows = await database.query({
    text: `select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
  });
  return rows.length > 0;
}

test('a body that is sent along is not read', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url });
  await simulate(service, id, 'succeeded');
  const path = `/api/v1/transactions/${id}/replay-webhook`;
  for (const body of ['{}', 'no JSON', '{"callback_url":"http://elsewhere.test/"}']) {
    const headers = { 'content-type': 'application/json' };
    const answer = await service.call('POST', path, { body, headers });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(bodyOf(answer)['callback_url'], callback_url);
  }
});

test('what was given up counts as taken care of once it is replayed', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url });
  await simulate(service, id, 'succeeded');
  await database.query({
    text: `update open_webhooks set state = 'undelivered', due_at = null where transaction_id = $1`,
    values: [id],
  });
  await replay(id);
  const states = (await webhooksOf(database, id)).map(({ state }) => state);
  assert.deepEqual(states, ['replayed', 'pending']);
});
