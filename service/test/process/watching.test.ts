import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { createPayments } from '../../src/app/compose.ts';
import { createServer } from '../../src/app/compose-server.ts';
import { REQUEST_LIMITS } from '../../src/http/request/limits.ts';
import { VERSION } from '../../src/settings/version.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { assertProblem } from '../support/catalogued.ts';
import { openTestDatabase } from '../support/database.ts';
import { recordingLog, testConfig } from '../support/harness.ts';
import {
  eventually,
  idOf,
  type ServiceProcess,
  sampleDeposit,
  startServiceProcess,
} from '../support/service-process.ts';
import { create, DEPOSITS, simulate } from '../support/transactions/payments.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

// What orchestrators, Prometheus and people see of the service.

const { database, url } = await openTestDatabase();
const env = { DATABASE_URL: url };
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test('/health names version and environment, and needs no API key', async () => {
  const server = await createTestServer({ env: { SPORTSBOOK_API_KEY: 'a-key' } });
  const health = await server.inject('/health');
  assert.equal(health.statusCode, 200);
  assert.deepEqual(health.json(), { status: 'ok', version: VERSION, environment: 'sandbox' });
  for (const path of ['/livez', '/readyz']) {
    const answer = await server.inject(path);
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), { status: 'ok' });
  }
  assert.equal((await server.inject('/api/v1/CM/providers')).statusCode, 401);
  await server.close();
});

test('while it stops, the service is alive and not ready', async () => {
  const server = await createTestServer({ isStopping: () => true });
  assert.equal((await server.inject('/livez')).statusCode, 200);
  const ready = await server.inject('/readyz');
  assert.equal(ready.statusCode, 503);
  assert.deepEqual(ready.json(), { status: 'unavailable' });
  await server.close();
});

test('with METRICS_TOKEN, /metrics opens by the token and by nothing else', async () => {
  const server = await createTestServer({ env: { METRICS_TOKEN: 'a-token' } });
  const ask = async (headers: Record<string, string>) =>
    (await server.inject({ url: '/metrics', headers })).statusCode;
  assert.equal(await ask({}), 403);
  assert.equal(await ask({ authorization: 'Bearer another' }), 403);
  assert.equal(await ask({ authorization: 'Bearer a-token' }), 200);
  await server.close();
});

test('without METRICS_TOKEN, /metrics answers this machine and refuses the network', {
  skip: outside === undefined ? 'this machine has no address but loopback' : false,
}, async () => {
  const server = await createTestServer({
    env: { HOST: '0.0.0.0', ACCEPTED_RISKS: 'open-api' },
  });
  const { port } = new URL(await server.listen({ host: '0.0.0.0', port: 0 }));
  const near = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(near.status, 200);
  assert.match(await near.text(), /^momo_database_waiting 0$/m);
  const far = await fetch(`http://${outside}:${port}/metrics`);
  assert.equal(far.status, 403);
  assertProblem({ json: await far.json() }, { detail: 'Forbidden', code: 'forbidden' });
  await server.close();
});

test('the server takes no more connections than its limits say', async () => {
  const server = await createTestServer({});
  assert.equal(server.server.maxConnections, REQUEST_LIMITS.maxConnections);
  await server.close();
});

test('ROLE=api does no background work, ROLE=worker does it and serves no API', async () => {
  const api = await startServiceProcess({ env: { ...env, ROLE: 'api' } });
  const id = idOf(await api.call('POST', '/api/v1/deposits', sampleDeposit()));
  await database.query({
    text: `update transactions set expires_at = now() where id = $1`,
    values: [id],
  });
  const stateOf = async () => {
    const [row] = await database.query<{ state: string }>({
      text: 'select state from transactions where id = $1',
      values: [id],
    });
    return row?.state;
  };

  // A worker wakes at once for webhooks of its own requests, so it would send these.
  const receiver = await startReceiver();
  const callback_url = receiver.url;
  for (let n = 0; n < 10; n += 1) {
    await simulate(api, (await create(api, DEPOSITS, { callback_url })).service_tx_id, 'succeeded');
  }
  assert.equal(await stateOf(), 'pending');
  const worker = await startServiceProcess({ env: { ...env, ROLE: 'worker' } });
  await eventually('the worker expires the deposit', async () => (await stateOf()) === 'expired');
  await receiver.until(10);
  await eventually('they are recorded', async () => (await attemptsBy(worker)) === 10);
  assert.equal(await attemptsBy(api), 0);
  for (const path of ['/health', '/livez', '/readyz', '/metrics']) {
    assert.equal((await worker.call('GET', path)).status, 200, path);
  }
  for (const path of ['/api/v1/CM/providers', '/docs', '/console/', '/openapi.json']) {
    assert.equal((await worker.call('GET', path)).status, 404, path);
  }
  assert.doesNotMatch(worker.stdout(), /\/api\/v1/);
  await Promise.all([api, worker].map((service) => service.end('SIGTERM')));
});

/** How many webhooks this process has sent, by its own count. */
async function attemptsBy(service: ServiceProcess): Promise<number> {
  const { text } = await service.call('GET', '/metrics');
  const counted = text.matchAll(/^momo_webhook_attempts_total\{.*\} (\d+)$/gm);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

function createTestServer(options: {
  readonly env?: Readonly<Record<string, string>>;
  readonly isStopping?: () => boolean;
}) {
  return createServer({
    config: testConfig({ DATABASE_URL: url, ...options.env }),
    log: recordingLog().log,
    database,
    metrics: createMetrics(database),
    payments: createPayments({
      database,
      config: testConfig({ DATABASE_URL: url, ...options.env }),
      vault: createVault(null),
      policy: fixedPolicy(),
      onQueued: () => {},
    }),
    onQueued: () => {},
    onSubmitted: () => {},
    isStopping: options.isStopping ?? (() => false),
  });
}
