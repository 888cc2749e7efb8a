import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import {
  addMtn,
  giveGoodPast,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  historyOf,
  paymentBody,
  read,
} from '../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
const primary = await startMtn({ decide: 'manual' });
const backup = await startMtn({ decide: 'manual' });
await addMtn(database, primary, { id: 'mtn-main' });
await addMtn(database, backup, { id: 'mtn-spare', isPrimary: false });
await giveGoodPast(database, ['mtn-main', 'mtn-spare']);

/** The only collection of this number that the operator ever took. */
function promptsOf(msisdn: string) {
  const digits = msisdn.replace('+', '');
  return [primary, backup].flatMap(({ ledger }) =>
    ledger.payments().filter((payment) => payment.msisdn === digits),
  );
}

function onlyPrompt(msisdn: string) {
  const [prompt, ...others] = promptsOf(msisdn);
  assert.ok(prompt);
  assert.equal(others.length, 0, 'a second prompt');
  return prompt;
}

let numbers = 0;
/** Each test has a player of its own. */
function player() {
  numbers += 1;
  return `+23767${String(numbers).padStart(7, '0')}`;
}

async function healed() {
  primary.faults.clear();
  backup.faults.clear();
  await database.query({ text: 'delete from provider_health' });
}

test('an acknowledged request is provider_acknowledged, and the approval succeeds it', async () => {
  const msisdn = player();
  const deposit = await create(service, DEPOSITS, { msisdn });
  assert.equal(deposit['status'], 'provider_acknowledged');
  assert.equal(deposit['collection_mode'], 'merchant_initiated');
  assert.ok(deposit['expires_at']);
  primary.approve(onlyPrompt(msisdn).reference);
  await passTime(database, 3_000);
  await service.takeSteps();
  const transaction = await read(service, deposit.service_tx_id);
  assert.equal(transaction['state'], 'succeeded');
  assert.match(String(transaction['provider_tx_id']), /^\d+$/);
  assert.equal(transaction['provider'], 'mtn-main');
});

test('a refusal of the player fails the deposit with the reason', async () => {
  const msisdn = player();
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn });
  primary.refuse(onlyPrompt(msisdn).reference);
  await settleAll(service, 1);
  const { state, state_reason: reason } = await read(service, id);
  assert.equal(state, 'failed');
  assert.ok(String(reason).length > 10);
});

test('a definite refusal at initiation is 200 failed with the reason in state_reason', async () => {
  const fault = { kind: 'error', when: 'before', status: 400, code: 'PAYER_NOT_FOUND' } as const;
  primary.faults.add('collect', fault, { times: 1 });
  const msisdn = player();
  const deposit = await create(service, DEPOSITS, { msisdn });
  assert.equal(deposit['status'], 'failed');
  assert.equal(deposit['expires_at'], null);
  assert.equal(promptsOf(msisdn).length, 0, 'a refused payment is not offered to another provider');
  const { state_reason: reason } = await read(service, deposit.service_tx_id);
  assert.doesNotMatch(String(reason), /PAYER_NOT_FOUND/);
});

test('a provider that is away is passed over for the backup, once', async () => {
  await primary.goOffline();
  const msisdn = player();
  const deposit = await create(service, DEPOSITS, { msisdn });
  assert.equal(deposit['status'], 'provider_acknowledged');
  assert.equal((await read(service, deposit.service_tx_id))['provider'], 'mtn-spare');
  backup.approve(onlyPrompt(msisdn).reference);
  await settleAll(service, 1);
  assert.equal((await read(service, deposit.service_tx_id))['state'], 'succeeded');
  await primary.goOnline();
  await healed();
});

test('when every provider is away the deposit is 200 failed and nothing waits', async () => {
  await Promise.all([primary.goOffline(), backup.goOffline()]);
  const deposit = await create(service, DEPOSITS, { msisdn: player() });
  assert.equal(deposit['status'], 'failed');
  await Promise.all([primary.goOnline(), backup.goOnline()]);
  await healed();
  assert.equal(await service.takeSteps(), 0);
});

test('an answer lost after acceptance leaves it pending; asking finds it, with one prompt', async () => {
  primary.faults.add('collect', { kind: 'reset', when: 'after' }, { times: 1 });
  const msisdn = player();
  const deposit = await create(service, DEPOSITS, { msisdn });
  assert.equal(deposit['status'], 'pending');
  await passTime(database, 3_000);
  await service.takeSteps();
  assert.equal((await read(service, deposit.service_tx_id))['state'], 'provider_acknowledged');
  primary.approve(onlyPrompt(msisdn).reference);
  await settleAll(service, 1);
  assert.equal((await read(service, deposit.service_tx_id))['state'], 'succeeded');
  onlyPrompt(msisdn);
});

test('a provider that hangs is answered for within ten seconds, as pending', async () => {
  primary.faults.add('collect', { kind: 'hang', when: 'before' }, { times: 1 });
  const startedAt = performance.now();
  const msisdn = player();
  const deposit = await create(service, DEPOSITS, { msisdn });
  assert.ok(performance.now() - startedAt < 10_000);
  assert.equal(deposit['status'], 'pending');
  assert.equal(promptsOf(msisdn).length, 0);
  // The provider may have taken it, so no other one is asked, and it expires by the rule.
  await settleAll(service, 12);
  assert.equal(promptsOf(msisdn).length, 0);
});

test('the same reference again gives the same deposit and no second prompt', async () => {
  const json = paymentBody({ msisdn: player() });
  const first = bodyOf(await service.call('POST', DEPOSITS, { json }));
  const again = bodyOf(await service.call('POST', DEPOSITS, { json }));
  assert.equal(first['service_tx_id'], again['service_tx_id']);
  onlyPrompt(String(json['msisdn']));
});

test('a repeat while the first request is still under way waits for nothing', async () => {
  primary.faults.add('collect', { kind: 'slow', when: 'after', ms: 3_000 }, { times: 1 });
  const json = paymentBody({ msisdn: player() });
  const first = service.call('POST', DEPOSITS, { json });
  while (promptsOf(String(json['msisdn'])).length === 0) await setImmediate();
  const again = bodyOf(await service.call('POST', DEPOSITS, { json }));
  assert.equal(again['status'], 'pending', 'answered before the first one');
  const { service_tx_id: id, status } = bodyOf(await first);
  assert.deepEqual([id, status], [again['service_tx_id'], 'provider_acknowledged']);
  onlyPrompt(String(json['msisdn']));
});

test('a confirmation after the deadline is held for staff, never credited', async () => {
  const msisdn = player();
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn });
  await passTime(database, 601_000);
  primary.approve(onlyPrompt(msisdn).reference);
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
  const triggers = (await historyOf(database, id)).map(({ trigger }) => trigger);
  assert.deepEqual(triggers.slice(-2), ['window_closed', 'late_confirmation']);
});

test('a refusal after the deadline fails nothing: the deposit expires at its deadline', async () => {
  const msisdn = player();
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn });
  const { expires_at: deadline } = await read(service, id);
  await passTime(database, 601_000);
  primary.refuse(onlyPrompt(msisdn).reference);
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'provider_acknowledged', 'not expired yet');
  await expireDeposits({ database, onQueued: () => {} });
  const { state, state_updated_at: since } = await read(service, id);
  assert.deepEqual([state, since], ['expired', deadline]);
});

test('an amount that the channel does not take fails at initiation without a prompt', async () => {
  await database.query({ text: 'update channels set max_amount_xaf = 1000' });
  const msisdn = player();
  const deposit = await create(service, DEPOSITS, { msisdn, amount_xaf: 1_001 });
  assert.equal(deposit['status'], 'failed');
  const { state_reason: reason } = await read(service, deposit.service_tx_id);
  assert.match(String(reason), /amount/);
  assert.equal(promptsOf(msisdn).length, 0);
});
