import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueKey } from '../../../support/access/api-keys.ts';
import { eventually } from '../../../support/service-process.ts';
import {
  create,
  DEPOSITS,
  MTN,
  problemsOf,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';
import { startWholeService } from '../../../support/webhooks/delivery.ts';

const service = await startWholeService({ SPORTSBOOK_API_KEY: 'configured' });
const own = { 'x-api-key': (await issueKey(service, 'own')).key };
const other = { 'x-api-key': (await issueKey(service, 'other')).key };
const PATH = '/api/v1/sandbox/clock/advance';

type Key = typeof own;

async function stateOf(id: string, headers: Key): Promise<unknown> {
  const { json } = await service.call('GET', `/api/v1/transactions/${id}`, { headers });
  return (json as { readonly state: unknown }).state;
}

test('time passes for the open transactions of one application only', async () => {
  const deposit = (await create(service, DEPOSITS, MTN, own)).service_tx_id;
  const payout = (await create(service, WITHDRAWALS, MTN, own)).service_tx_id;
  await simulate(service, payout, 'submitted', own);
  const settled = (await create(service, DEPOSITS, MTN, own)).service_tx_id;
  await simulate(service, settled, 'succeeded', own);
  const foreign = (await create(service, DEPOSITS, MTN, other)).service_tx_id;
  await create(service, WITHDRAWALS, MTN, own);

  const short = await service.call('POST', PATH, { headers: own, json: { seconds: 600 } });
  assert.deepEqual(short.json, { seconds: 600, transactions: 2 });
  assert.equal(await stateOf(deposit, own), 'pending');
  const answer = await service.call('POST', PATH, { headers: own, json: { seconds: 3_600 } });
  assert.equal(answer.status, 200);
  await eventually('the deposit expires', async () => (await stateOf(deposit, own)) === 'expired');
  await eventually(
    'the payout is stuck',
    async () => (await stateOf(payout, own)) === 'requires_manual_resolution',
    60_000,
  );
  assert.equal(await stateOf(settled, own), 'succeeded');
  assert.equal(await stateOf(foreign, other), 'pending');
});

test('422: no time, more than a week, or no number', async () => {
  for (const seconds of [0, 604_801, 'x']) {
    const answer = await service.call('POST', PATH, { headers: own, json: { seconds } });
    assert.equal(problemsOf(answer).length, 1, answer.text);
  }
});
