import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeApiKey } from '../../../../src/db/access/access.ts';
import { issueKey } from '../../../support/access/api-keys.ts';
import { assertProblem } from '../../../support/catalogued.ts';
import { startTestService, startTwin } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  paymentBody,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const CONFIGURED = 'svc_test_any-text';
const service = await startTestService({ SPORTSBOOK_API_KEY: CONFIGURED });
const { database } = service;
const issue = (name: string) => issueKey(service, name);
const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const GUARDED = [
  ['POST', DEPOSITS],
  ['POST', WITHDRAWALS],
  ['GET', `/api/v1/transactions/${ID}`],
  ['GET', `/api/v1/players/${ID}/transactions`],
  ['GET', '/api/v1/webhooks'],
  ['GET', '/api/v1/transactions'],
  ['GET', '/api/v1/statement?from=2026-01-01&to=2026-01-31'],
  ['POST', '/api/v1/sandbox/clock/advance'],
  ['POST', '/api/v1/msisdn/detect'],
  ['GET', '/api/v1/CM/providers'],
  ['GET', '/api/v1/CM/providers/status'],
  ['GET', '/api/v1/security/callback-public-key'],
  ['GET', '/api/v1/security/jwks.json'],
  ['POST', `/api/v1/transactions/${ID}/replay-webhook`],
  ['POST', `/api/v1/sandbox/transactions/${ID}/simulate`],
] as const;

test('every key that is missing or not quite right is a 401 on every route', async () => {
  const { key, prefix } = await issue('platform');
  const secret = key.slice(`svc_test_${prefix}_`.length);
  const other = await issue('other');
  const wrong = [
    null,
    '',
    ' ',
    'x',
    CONFIGURED.slice(0, -1),
    `${CONFIGURED}x`,
    CONFIGURED.toUpperCase(),
    key.slice(0, -1),
    `${key}x`,
    key.toUpperCase(),
    `svc_live_${prefix}_${secret}`,
    `svc_test_${prefix}_`,
    `svc_test_${prefix}`,
    `svc_test_${other.prefix}_${secret}`,
    `svc_test_000000000000_${secret}`,
    `svc_test_${prefix}_${'A'.repeat(43)}`,
    `${key}, ${key}`,
    `Bearer ${key}`,
    'é',
    'x'.repeat(10_000),
  ];
  for (const [method, path] of GUARDED) {
    for (const given of wrong) {
      const headers = given === null ? {} : { 'x-api-key': given };
      const answer = await service.call(method, path, { headers });
      assert.equal(answer.status, 401, `${method} ${path} with ${given?.slice(0, 30)}`);
      assert.match(String(bodyOf(answer)['detail']), /^Invalid or missing API key(?:: |$)/);
    }
  }
});

test('a 401 says what the request shows: a key elsewhere, with a word, or of live', async () => {
  const { key } = await issue('elsewhere');
  const path = '/api/v1/CM/providers';
  const plain = 'Invalid or missing API key';
  const live = key.replace('svc_test_', 'svc_live_');
  for (const [headers, query, code, hint] of [
    [{}, '', 'key_missing', ': send it in the header X-API-Key'],
    [{ 'x-api-key': 'svc_test_wrong' }, '', 'unauthorized', ''],
    [
      { authorization: `Bearer ${key}` },
      '',
      'key_elsewhere',
      ': send it in the header X-API-Key, not in Authorization',
    ],
    [
      { 'x-auth': key },
      '',
      'key_elsewhere',
      ': send it in the header X-API-Key, not in the header x-auth',
    ],
    [
      {},
      `?api_key=${key}`,
      'key_elsewhere',
      ': send it in the header X-API-Key, not in the address, which proxies log',
    ],
    [
      { 'x-api-key': `Bearer ${key}` },
      '',
      'key_with_scheme',
      ': send the key alone in X-API-Key, without a word before it',
    ],
    [
      { 'x-api-key': live },
      '',
      'key_of_other_environment',
      ": the keys of this environment begin with 'svc_test_'",
    ],
  ] as const) {
    const answer = await service.call('GET', `${path}${query}`, { headers });
    assert.equal(answer.status, 401);
    assertProblem(answer, { detail: `${plain}${hint}`, code });
  }
  assert.ok(service.logLines.every((line) => !line.includes(key)));
});

test('the configured key and every issued key open every route', async () => {
  const { key } = await issue('platform');
  for (const given of [CONFIGURED, key]) {
    for (const [method, path] of GUARDED) {
      const answer = await service.call(method, path, { headers: { 'x-api-key': given } });
      assert.notEqual(answer.status, 401, path);
    }
  }
});

test('a revoked key is refused, and the other keys of its application are not', async () => {
  const revoked = await issue('forgetful');
  const kept = await issue('forgetful');
  const path = '/api/v1/CM/providers';
  const use = async ({ call }: typeof service, key: string) =>
    (await call('GET', path, { headers: { 'x-api-key': key } })).status;
  assert.equal(await use(service, revoked.key), 200);
  assert.equal(await revokeApiKey(database, revoked.prefix), true);
  // A process remembers a key for two seconds; another one has not seen it yet.
  const twin = await startTwin(service);
  assert.equal(await use(twin, revoked.key), 401);
  assert.equal(await use(twin, kept.key), 200);
});

test('one application never sees what belongs to another', async () => {
  const owner = { 'x-api-key': (await issue('owner')).key };
  const stranger = { 'x-api-key': (await issue('stranger')).key };
  const configured = { 'x-api-key': CONFIGURED };
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    const body = paymentBody();
    const { service_tx_id } = await create(service, path, body, owner);
    const read = `/api/v1/transactions/${service_tx_id}`;
    const list = `/api/v1/players/${String(body['player_id'])}/transactions`;
    for (const headers of [stranger, configured]) {
      const answer = await service.call('GET', read, { headers });
      assert.equal(answer.status, 404);
      assertProblem(answer, { detail: 'Transaction not found', code: 'transaction_not_found' });
      const simulated = await simulate(service, service_tx_id, 'failed', headers);
      assert.equal(simulated.status, 404);
      assert.deepEqual(simulated.json, answer.json);
      const replayed = await service.call('POST', `${read}/replay-webhook`, { headers });
      assert.equal(replayed.status, 404);
      assert.equal(bodyOf(await service.call('GET', list, { headers }))['total'], 0);
    }
    assert.equal((await service.call('GET', read, { headers: owner })).status, 200);
    assert.equal(bodyOf(await service.call('GET', list, { headers: owner }))['total'], 1);
    assert.equal((await simulate(service, service_tx_id, 'failed', owner)).status, 200);
  }
});

test('two keys of one application see the same transactions', async () => {
  const [first, second] = [await issue('shared'), await issue('shared')];
  const { service_tx_id } = await create(service, DEPOSITS, {}, { 'x-api-key': first.key });
  const headers = { 'x-api-key': second.key };
  const answer = await service.call('GET', `/api/v1/transactions/${service_tx_id}`, { headers });
  assert.equal(answer.status, 200);
});

test('the configured key belongs to the application default', async () => {
  const { service_tx_id } = await create(service, DEPOSITS, {}, { 'x-api-key': CONFIGURED });
  const headers = { 'x-api-key': (await issue('default')).key };
  const answer = await service.call('GET', `/api/v1/transactions/${service_tx_id}`, { headers });
  assert.equal(answer.status, 200);
});

test('with authentication off every request acts as the default application', async () => {
  const open = await startTestService();
  const { service_tx_id } = await create(open, DEPOSITS, {}, { 'x-api-key': 'whatever' });
  for (const headers of [{}, { 'x-api-key': '' }, { 'x-api-key': 'another' }]) {
    const answer = await open.call('GET', `/api/v1/transactions/${service_tx_id}`, { headers });
    assert.equal(answer.status, 200);
  }
});

test('what was created with authentication off belongs to the configured key later', async () => {
  const { service_tx_id } = await create(service, DEPOSITS, {}, { 'x-api-key': CONFIGURED });
  const open = await startTwin({ ...service, config: { ...service.config, apiKey: null } });
  assert.equal((await open.call('GET', `/api/v1/transactions/${service_tx_id}`)).status, 200);
});
