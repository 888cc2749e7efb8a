import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueKey } from '../../support/access/api-keys.ts';
import { assertProblem } from '../../support/catalogued.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  countTransactions,
  DEPOSITS,
  MTN,
  ORANGE,
  paymentBody,
  problemsOf,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService({ SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'live-key' });
const headers = { 'x-api-key': 'live-key' };

test('live has no simulation and no explorer', async () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  for (const [method, path] of [
    ['POST', `/api/v1/sandbox/transactions/${id}/simulate`],
    ['GET', `/api/v1/sandbox/transactions/${id}/simulate`],
    ['POST', '/api/v1/sandbox/clock/advance'],
    ['POST', '/api/v1/sandbox/phones'],
    ['GET', '/sandbox/phones/a.b'],
    ['GET', '/docs'],
    ['GET', '/docs/explorer.js'],
    ['GET', '/pages.js'],
    ['GET', '/docs/'],
    ['GET', '/docs/json'],
  ] as const) {
    const json = method === 'POST' ? { outcome: 'succeeded' } : undefined;
    const answer = await service.call(method, path, { headers, json });
    assert.equal(answer.status, 404, path);
    assertProblem(answer, { detail: 'Not Found', code: 'not_found' });
  }
});

test('the live document does not describe the simulation', async () => {
  assert.equal((await service.call('GET', '/openapi.json')).status, 401, 'it asks for the key');
  const document = await service.call('GET', '/openapi.json', { headers });
  const { paths } = bodyOf(document) as { paths: object };
  assert.deepEqual(
    Object.keys(paths).filter((path) => path.includes('sandbox')),
    [],
  );
  assert.ok('/api/v1/deposits' in paths);
});

test('live starts without providers, so every payment is a 503 and nothing is stored', async () => {
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    for (const operator of [MTN, ORANGE]) {
      const answer = await service.call('POST', path, { json: paymentBody(operator), headers });
      assert.equal(answer.status, 503);
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
  }
  assert.equal(await countTransactions(service.database), 0);
  const { providers } = bodyOf(await service.call('GET', '/api/v1/CM/providers', { headers }));
  assert.deepEqual(providers, []);
});

test('live refuses a literal callback address that is not public', async () => {
  for (const url of ['http://127.0.0.1/', 'http://10.0.0.1/x', 'https://[::1]/', 'http://0/']) {
    const json = paymentBody({ callback_url: url });
    const answer = await service.call('POST', DEPOSITS, { json, headers });
    assert.deepEqual(problemsOf(answer), ['value_error body.callback_url'], url);
  }
});

test('live says so, and has a signing key of its own', async () => {
  const health = bodyOf(await service.call('GET', '/health'));
  assert.equal(health['environment'], 'live');
  const path = '/api/v1/security/callback-public-key';
  const key = bodyOf(await service.call('GET', path, { headers }));
  assert.match(String(key['public_key_pem']), /^-----BEGIN PUBLIC KEY-----/);
});

test('live takes live keys and refuses those of the sandbox', async () => {
  const live = await issueKey(service, 'platform');
  const test = await issueKey(service, 'platform', 'sandbox');
  const use = async (key: string) =>
    (await service.call('GET', '/api/v1/CM/providers', { headers: { 'x-api-key': key } })).status;
  assert.match(live.key, /^svc_live_/);
  assert.equal(await use(live.key), 200);
  assert.equal(await use(test.key), 401);
  assert.equal(await use(live.key.replace('svc_live_', 'svc_test_')), 401);
});
