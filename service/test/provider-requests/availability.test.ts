import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { claimRequests } from '../../src/db/provider-requests/provider-requests.ts';
import { advanceRequest } from '../../src/flows/provider-requests/advance-request.ts';
import { probeProviders } from '../../src/flows/providers/connectors.ts';
import {
  addMtn,
  createApproved,
  passTime,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  paymentBody,
  read,
} from '../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
const { connectors } = service.payments;
const primary = await startMtn();
const backup = await startMtn();
await addMtn(database, primary, { id: 'mtn-main' });
await addMtn(database, backup, { id: 'mtn-spare', isPrimary: false });

/** Checks every provider, as the worker does every few seconds. */
async function checkAll() {
  await passTime(database, 5_000);
  await probeProviders({ database, connectors });
}

async function statusOf(id: string): Promise<Json> {
  const answer = await service.call('GET', '/api/v1/CM/providers/status');
  const { providers } = bodyOf(answer) as { providers: readonly Json[] };
  const found = providers.find((provider) => provider['provider_id'] === id);
  assert.ok(found);
  return found;
}

test('a provider that does not answer takes no deposits, and comes back by itself', async () => {
  await checkAll();
  assert.equal((await statusOf('mtn-main'))['status'], 'operational');
  await primary.goOffline();
  await checkAll();
  const down = await statusOf('mtn-main');
  assert.equal(down['status'], 'degraded');
  assert.match(String(down['message']), /^Deposits are not accepted .* cannot confirm/);
  const deposit = await create(service, DEPOSITS);
  assert.equal((await read(service, deposit.service_tx_id))['provider'], 'mtn-spare');
  await primary.goOnline();
  await checkAll();
  assert.equal((await statusOf('mtn-main'))['status'], 'operational');
});

test('with every provider unavailable a deposit is a 503 and nothing is stored', async () => {
  await Promise.all([primary.goOffline(), backup.goOffline()]);
  await checkAll();
  const answer = await service.call('POST', DEPOSITS, { json: paymentBody() });
  assert.equal(answer.status, 503);
  assert.ok(answer.headers.get('retry-after'));
  await Promise.all([primary.goOnline(), backup.goOnline()]);
  await checkAll();
  assert.equal((await service.call('POST', DEPOSITS, { json: paymentBody() })).status, 200);
});

test('three broken calls in a row open the circuit before the next check', async () => {
  await checkAll();
  primary.faults.add('collect', { kind: 'error', when: 'before', status: 503, code: 'X' });
  for (let call = 0; call < 3; call += 1) {
    assert.equal((await create(service, DEPOSITS))['status'], 'pending');
  }
  assert.equal((await statusOf('mtn-main'))['status'], 'degraded');
  primary.faults.clear();
  await checkAll();
  assert.equal((await statusOf('mtn-main'))['status'], 'operational');
});

test('our own slowness does not count against the provider', async () => {
  await checkAll();
  for (let call = 0; call < 3; call += 1) {
    const id = await createApproved(service);
    const claim = randomUUID();
    const claimed = await claimRequests(database, { id: claim, limit: 100, leaseMs: 40_000 });
    const mine = claimed.find(({ transaction }) => transaction.id === id);
    assert.ok(mine);
    // So little is left of its lease that it must not begin to send.
    await advanceRequest(service.payments, { ...mine, leaseEndsAt: performance.now() + 1_000 });
  }
  assert.equal((await statusOf('mtn-main'))['status'], 'operational');
  const [row] = await database.query<{ failures_in_row: number }>({
    text: `select failures_in_row from provider_health where provider_id = 'mtn-main'`,
  });
  assert.equal(row?.failures_in_row, 0);
});

test('the float of the provider is known after a check', async () => {
  primary.setFloat('transfer', 123_456);
  await checkAll();
  const [row] = await database.query<{ balance_xaf: number }>({
    text: `select balance_xaf from provider_health where provider_id = 'mtn-main'`,
  });
  assert.equal(row?.balance_xaf, 123_456);
});

test('two processes check a provider as often as one', async () => {
  await passTime(database, 5_000);
  const before = primary.ledger.requests()['balance'] ?? 0;
  await Promise.all(Array.from({ length: 6 }, () => probeProviders({ database, connectors })));
  // Of each product once.
  assert.equal((primary.ledger.requests()['balance'] ?? 0) - before, 2);
});
