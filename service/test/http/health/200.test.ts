import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPayments } from '../../../src/app/compose.ts';
import { createServer } from '../../../src/app/compose-server.ts';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { quarantineDatabase } from '../../../src/flows/upkeep/accept-restore.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { call } from '../../support/call.ts';
import { recordingLog, startTestService } from '../../support/harness.ts';
import { bodyOf, create, DEPOSITS, paymentBody } from '../../support/transactions/payments.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'a-key' });

async function serveOn(database: Database) {
  const server = await createServer({
    config: service.config,
    log: recordingLog().log,
    database,
    metrics: createMetrics(database),
    payments: createPayments({
      database,
      config: service.config,
      vault: createVault(service.config.secretsKey),
      onQueued: () => {},
    }),
    onQueued: () => {},
    onSubmitted: () => {},
    isStopping: () => false,
  });
  return {
    url: await server.listen({ host: '127.0.0.1', port: 0 }),
    close: () => server.close(),
  };
}

test('health needs no key and shows status, version and environment', async () => {
  for (const headers of [{}, { 'x-api-key': 'wrong' }]) {
    const answer = await service.call('GET', '/health', { headers });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json, { status: 'ok', version: '0.3.0', environment: 'sandbox' });
  }
  for (const path of ['/livez', '/readyz']) {
    assert.deepEqual((await service.call('GET', path)).json, { status: 'ok' });
  }
});

test('without a database every route is a 503 and the process lives on', async (t) => {
  const connection = { ...service.connection, port: 1 };
  const database = openDatabase({ connection, poolSize: 2 });
  const { url, close } = await serveOn(database);
  t.after(async () => {
    await close();
    await database.close();
  });
  const health = await call(url, 'GET', '/health');
  assert.equal(health.status, 503);
  assert.deepEqual(health.json, {
    status: 'unavailable',
    version: '0.3.0',
    environment: 'sandbox',
  });
  assert.equal((await call(url, 'GET', '/readyz')).status, 503);
  assert.equal((await call(url, 'GET', '/livez')).status, 200);

  const headers = { 'x-api-key': 'a-key' };
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  for (const [method, path, json] of [
    ['POST', DEPOSITS, paymentBody()],
    ['POST', '/api/v1/withdrawals', paymentBody()],
    ['GET', `/api/v1/transactions/${id}`],
    ['GET', `/api/v1/players/${id}/transactions`],
    ['POST', '/api/v1/msisdn/detect', { msisdn: '670000001' }],
    ['GET', '/api/v1/CM/providers'],
    ['GET', '/api/v1/CM/providers/status'],
    ['GET', '/api/v1/security/callback-public-key'],
    ['GET', '/api/v1/security/jwks.json'],
    ['POST', `/api/v1/transactions/${id}/replay-webhook`],
    ['POST', `/api/v1/sandbox/transactions/${id}/simulate`, { outcome: 'failed' }],
  ] as const) {
    const answer = await call(url, method, path, { headers, json });
    assert.equal(answer.status, 503, `${path}: ${answer.text}`);
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(typeof bodyOf(answer)['detail'], 'string');
  }
});

test('however many ask for the health, the database is asked once a second', async (t) => {
  let pings = 0;
  const database: Database = {
    ...service.database,
    query: (statement) => {
      if (statement.text.includes('select 1')) pings += 1;
      return service.database.query(statement);
    },
  };
  const { url, close } = await serveOn(database);
  t.after(close);
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(url, 'GET', '/health')));
  const most = Math.ceil((performance.now() - startedAt) / 1_000);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.ok(pings >= 1 && pings <= most, `${pings} in ${most} s`);
});

test('metrics are counted by route, never by path', async () => {
  const { service_tx_id } = await create(service, DEPOSITS, {}, { 'x-api-key': 'a-key' });
  const headers = { 'x-api-key': 'a-key' };
  await service.call('GET', `/api/v1/transactions/${service_tx_id}`, { headers });
  const { status, text } = await service.call('GET', '/metrics');
  assert.equal(status, 200);
  assert.match(text, /route="\/api\/v1\/transactions\/:service_tx_id",status="200"/);
  assert.doesNotMatch(text, new RegExp(service_tx_id));
});

test('what is wrong is said to those who watch the service, and to nobody else', async () => {
  const watched = await startTestService({ METRICS_TOKEN: 'token-1' });
  await quarantineDatabase(watched, COMMAND_LINE, { reason: 'Recovered to noon.' });
  const detailFor = async (headers: Record<string, string>) =>
    bodyOf(await watched.call('GET', '/readyz', { headers }))['detail'];
  assert.match(String(await detailFor({ authorization: 'Bearer token-1' })), /^Quarantine/);
  assert.equal(await detailFor({}), undefined);
  assert.equal(await detailFor({ authorization: 'Bearer token-2' }), undefined);
});

test('with a token set, metrics are for those who bring it', async () => {
  const guarded = await startTestService({ METRICS_TOKEN: 'token-1' });
  const statusWith = async (authorization: string) =>
    (await guarded.call('GET', '/metrics', { headers: { authorization } })).status;
  assert.equal(await statusWith('Bearer token-1'), 200);
  assert.equal(await statusWith('Bearer token-2'), 403);
  assert.equal((await guarded.call('GET', '/metrics')).status, 403);
});
