import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { reportPayments } from '../../src/telemetry/payment-report.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import { passTime, startLiveService } from '../support/providers/live.ts';
import { addGateway, addLines } from '../support/receipts/sms.ts';
import { DEPOSITS, type Json, paymentBody } from '../support/transactions/payments.ts';

// What is said of a line that pays, before players pay into a void.

const LINE = '+237670000099';
const service = await startLiveService();
const { database } = service;
await addLines(database, 'mtn', [LINE]);
await database.query({ text: `update providers set directions = '{deposit,withdrawal}'` });
await addGateway(database, {
  sims: { [SIM]: { operator: 'mtn', line: LINE } },
  opensWithXaf: 10_000,
});
const agent = playAgent(service);

async function provider(): Promise<Json> {
  const { text, json } = await service.call('GET', '/api/v1/CM/providers/status');
  const { providers } = json as { readonly providers: readonly Json[] };
  return providers[0] ?? assert.fail(text);
}

test('a line whose SIM is in order is operational, for deposits and payouts', async () => {
  await agent.poll();
  assert.equal((await provider())['status'], 'operational');
});

test('a SIM that is not in its network takes no deposit, and does again by itself', async () => {
  await agent.poll({ registration: 'searching' });
  const refused = await service.call('POST', DEPOSITS, { json: paymentBody() });
  assert.equal(refused.status, 503, refused.text);
  await agent.poll();
  assert.equal((await service.call('POST', DEPOSITS, { json: paymentBody() })).status, 200);
});

test('a store that is nearly full takes no deposit', async () => {
  await agent.poll({ used: 38 });
  assert.equal((await service.call('POST', DEPOSITS, { json: paymentBody() })).status, 503);
  await agent.poll();
});

test('a refused PIN degrades the provider with its reason, and deposits go on', async () => {
  await agent.poll({ trouble: 'pin_refused' });
  const health = await provider();
  assert.equal(health['status'], 'degraded');
  assert.match(
    JSON.stringify(health),
    /Withdrawals wait at the moment: The operator refused the PIN/,
  );
  assert.equal((await service.call('POST', DEPOSITS, { json: paymentBody() })).status, 200);
  await agent.poll();
  assert.equal((await provider())['status'], 'operational');
});

test('a modem agent that is silent degrades the provider', async () => {
  await passTime(database, 80_000);
  const health = await provider();
  assert.equal(health['status'], 'degraded');
  assert.match(JSON.stringify(health), /modem agent of the line is silent/);
  await agent.poll();
  assert.equal((await provider())['status'], 'operational');
});

test('metrics show which SIM would pay', async () => {
  await agent.poll({ registration: 'none' });
  const metrics = createMetrics(database);
  reportPayments({ metrics, database });
  const text = await metrics.common.metrics();
  assert.match(text, /^momo_sim_pays\{gateway="till-phone",sim="\d+"\} 0$/m);
  assert.match(text, /^momo_sim_agent_silent_seconds\{/m);
});
