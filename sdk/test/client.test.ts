import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startWholeService } from '../../service/test/support/webhooks/delivery.ts';
import { startReceiver } from '../../service/test/support/webhooks/receiver.ts';
import { ApiError, createClient, NotSettledError } from '../src/index.ts';
import { startDescribedFront } from './support/described-front.ts';
import { listOperationIds } from './support/operations.ts';

const apiKey = 'the-key-of-a-platform';
const service = await startWholeService({ SPORTSBOOK_API_KEY: apiKey });
const front = await startDescribedFront(service.url);
const client = createClient({ baseUrl: `${front}/`, apiKey });

function payment(changes: object = {}) {
  return {
    player_id: randomUUID(),
    msisdn: '+237670000001',
    amount_xaf: 500,
    operator: 'mtn',
    reference: randomUUID(),
    ...changes,
  } as const;
}

test('the client has a method for every operation of the interface, by its name', () => {
  const methods = Object.keys(client);
  assert.deepEqual(
    listOperationIds().filter((id) => !methods.includes(id)),
    [],
  );
});

test('every operation reaches the service and returns its answer', async () => {
  const request = payment({ callback_url: 'http://127.0.0.1:9/' });
  const deposit = await client.createDeposit(request);
  assert.equal(deposit.status, 'pending');
  assert.equal((await client.createDeposit(request)).service_tx_id, deposit.service_tx_id);
  const id = deposit.service_tx_id;
  assert.equal((await client.getTransaction(id)).amount_minor, 500);
  assert.equal((await client.simulateOutcome(id, 'succeeded')).state, 'succeeded');
  assert.equal((await client.createWithdrawal(payment())).status, 'pending_approval');
  await client.createDeposit(payment());
  assert.deepEqual(await client.advanceClock(1), { seconds: 1, transactions: 1 });
  const page = await client.listPlayerTransactions(request.player_id, { status: 'succeeded' });
  assert.equal(page.total, 1);
  assert.equal((await client.detectOperator({ msisdn: '6 90 00 00 01' })).operator, 'orange');
  assert.equal((await client.listProviders()).country_code, 'CM');
  assert.equal((await client.listProviderHealth()).country_code, 'CM');
  const { items } = await client.listWebhooks({ service_tx_id: id });
  assert.deepEqual([items.length, items[0]?.event], [1, 'payment.succeeded']);
  const { key_id } = await client.getCallbackPublicKey();
  assert.ok((await client.getJwks()).keys.some(({ kid }) => kid === key_id));
  const { url } = await client.openPhone({ msisdn: '+237670000001' });
  assert.equal((await fetch(url)).status, 200, 'the phone can be opened');
  assert.equal((await client.getHealth()).status, 'ok');
});

test('a refusal is an error with status, problems and request id', async () => {
  const refused = await client.createDeposit(payment({ amount_xaf: 1 })).catch((error) => error);
  assert.ok(refused instanceof ApiError);
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.issues[0]?.loc, ['body', 'amount_xaf']);
  assert.match(refused.message, /^422: body\.amount_xaf: Input should be greater/);
  assert.match(refused.requestId ?? '', /^[\w-]+$/);
  const stranger = createClient({ baseUrl: service.url, apiKey: 'wrong' });
  await assert.rejects(stranger.getTransaction(randomUUID()), { status: 401 });
  await assert.rejects(client.getTransaction(randomUUID()), { status: 404 });
});

test('waitFor returns the outcome, or reports that there is none yet', async () => {
  const { service_tx_id: id } = await client.createDeposit(payment());
  const open = await client.waitFor(id, { timeoutMs: 1_000 }).catch((error) => error);
  assert.ok(open instanceof NotSettledError);
  assert.equal(open.transaction?.state, 'pending');
  assert.equal(open.cause, undefined);
  const waiting = client.waitFor(id, { intervalMs: 20 });
  await client.simulateOutcome(id, 'failed');
  assert.equal((await waiting).state, 'failed');
});

test('the list of a player covers all pages, newest first', async () => {
  const player_id = randomUUID();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    made.unshift((await client.createDeposit(payment({ player_id }))).service_tx_id);
  }
  const listed: string[] = [];
  for await (const one of client.playerTransactions(player_id, { limit: 2 })) {
    listed.push(one.service_tx_id);
  }
  assert.deepEqual(listed, made);
});

test('a webhook of the service verifies, and a changed one does not', async () => {
  const receiver = await startReceiver();
  const request = payment({ callback_url: receiver.url, reference: 'commande-é-1' });
  const { service_tx_id: id } = await client.createDeposit(request);
  await client.simulateOutcome(id, 'succeeded');
  await receiver.until(1);
  const [received] = receiver.received;
  assert.ok(received);
  const { event, reference } = await client.verifyWebhook(received.headers, received.body);
  assert.deepEqual([event, reference], ['payment.succeeded', 'commande-é-1']);
  const changed = received.body.replace('500', '900');
  await assert.rejects(client.verifyWebhook(received.headers, changed), { problem: 'other_body' });
  assert.equal((await client.replayWebhook(id)).dispatched, true);
  await receiver.until(2);
});
