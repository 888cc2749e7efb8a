import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { basic, type Headers, PATHS, PRODUCTS, send, startMtn } from './mtn-client.ts';

test('a token is given for the right user, key and product, and an empty body', async (t) => {
  const { emulator } = await startMtn(t);
  const { collection, disbursement } = emulator.account;
  const good = {
    authorization: basic(collection.apiUser, collection.apiKey),
    'ocp-apim-subscription-key': collection.subscriptionKey,
  };
  const cases: readonly (readonly [string, Headers, string | undefined, number])[] = [
    ['all right', good, undefined, 200],
    ['a body', good, '{}', 400],
    ['no subscription key', { ...good, 'ocp-apim-subscription-key': null }, undefined, 401],
    [
      "the other product's subscription key",
      { ...good, 'ocp-apim-subscription-key': disbursement.subscriptionKey },
      undefined,
      401,
    ],
    ['no user', { ...good, authorization: null }, undefined, 401],
    ['a wrong api key', { ...good, authorization: basic(collection.apiUser, 'x') }, undefined, 401],
    [
      "the other product's user",
      { ...good, authorization: basic(disbursement.apiUser, disbursement.apiKey) },
      undefined,
      401,
    ],
  ];
  for (const [name, headers, body, status] of cases) {
    const reply = await send(`${emulator.url}/collection/token/`, 'POST', headers, body);
    assert.equal(reply.status, status, name);
  }
  const { body } = await send(`${emulator.url}/collection/token/`, 'POST', good);
  assert.deepEqual(
    { ...body, access_token: typeof body['access_token'] },
    { access_token: 'string', token_type: 'access_token', expires_in: 3_600 },
  );
});

test('every call wants the key and a living token of its product, and the environment', async (t) => {
  let now = Date.now();
  const { emulator, call, freshToken } = await startMtn(t, { now: () => now });
  const { collection, disbursement } = emulator.account;
  const foreign = await freshToken('disbursement');
  const wrong: readonly (readonly [string, Headers, number])[] = [
    ['no subscription key', { 'ocp-apim-subscription-key': null }, 401],
    ['foreign key', { 'ocp-apim-subscription-key': disbursement.subscriptionKey }, 401],
    ['no token', { authorization: null }, 401],
    ['foreign token', { authorization: `Bearer ${foreign}` }, 401],
    ['basic', { authorization: basic(collection.apiUser, collection.apiKey) }, 401],
    ['environment', { 'x-target-environment': 'sandbox' }, 500],
  ];
  const places = [
    ['POST', PATHS.collection],
    ['GET', `${PATHS.collection}/${randomUUID()}`],
    ['GET', '/collection/v1_0/account/balance'],
    ['GET', '/collection/v1_0/accountholder/msisdn/237670000001/active'],
    ['GET', '/collection/v1_0/accountholder/msisdn/237670000001/basicuserinfo'],
  ] as const;
  for (const [method, path] of places) {
    for (const [name, headers, status] of wrong) {
      assert.equal((await call(method, path, { headers })).status, status, `${path}: ${name}`);
    }
  }
  const balance = () => call('GET', '/collection/v1_0/account/balance');
  assert.equal((await balance()).status, 200);
  now += 3_600_000;
  assert.equal((await balance()).status, 401);
  await freshToken();
  assert.equal((await balance()).status, 200);
  emulator.revokeTokens();
  assert.equal((await balance()).status, 401);
});

test('an api user and its key can be provisioned, and a second key replaces the first', async (t) => {
  const { emulator } = await startMtn(t);
  const { subscriptionKey } = emulator.account.collection;
  const id = randomUUID();
  const key = { 'ocp-apim-subscription-key': subscriptionKey };
  const url = `${emulator.url}/v1_0/apiuser`;
  const body = '{"providerCallbackHost":"hooks.example.com"}';
  const createUser = (headers: Headers, text = body) => send(url, 'POST', headers, text);
  const withId = { ...key, 'x-reference-id': id };
  assert.equal((await createUser({ ...withId, 'ocp-apim-subscription-key': 'x' })).status, 401);
  assert.equal((await createUser({ ...key, 'x-reference-id': 'no-uuid' })).status, 400);
  assert.equal((await createUser(withId, '{}')).status, 400);
  assert.equal((await createUser(withId)).status, 201);
  assert.equal((await createUser(withId)).status, 409);
  const { body: user } = await send(`${url}/${id}`, 'GET', key);
  assert.deepEqual(user, {
    providerCallbackHost: 'hooks.example.com',
    targetEnvironment: 'mtncameroon',
  });
  assert.equal((await send(`${url}/${randomUUID()}`, 'GET', key)).status, 404);
  assert.equal((await send(`${url}/${randomUUID()}/apikey`, 'POST', key)).status, 404);
  const newKey = async () => {
    const reply = await send(`${url}/${id}/apikey`, 'POST', key);
    assert.equal(reply.status, 201);
    return String(reply.body['apiKey']);
  };
  const [first, second] = [await newKey(), await newKey()];
  const tokenWith = async (apiKey: string) =>
    (
      await send(`${emulator.url}/collection/token/`, 'POST', {
        ...key,
        authorization: basic(id, apiKey),
      })
    ).status;
  assert.deepEqual([await tokenWith(first), await tokenWith(second)], [401, 200]);
});

test('balance, active and names are answered for both products', async (t) => {
  const { emulator, call } = await startMtn(t, { floatXaf: 7_000 });
  emulator.setName('237670000009', { given: 'Rose', family: 'Ndi' });
  const balances = { collection: '0', disbursement: '7000' };
  for (const product of PRODUCTS) {
    const get = (path: string) => call('GET', `/${product}/v1_0/${path}`);
    const { body } = await get('account/balance');
    assert.deepEqual(body, { availableBalance: balances[product], currency: 'XAF' });
    const active = await get('accountholder/msisdn/237670000009/active');
    assert.deepEqual(active.body, { result: true });
    const { body: info } = await get('accountholder/msisdn/237670000009/basicuserinfo');
    assert.deepEqual([info['given_name'], info['family_name']], ['Rose', 'Ndi']);
  }
});

test('an account holder is found by the magic numbers', async (t) => {
  const { emulator, call } = await startMtn(t);
  const cases = [
    ['450', 404, { code: 'RESOURCE_NOT_FOUND' }],
    ['451', 200, { result: false }],
    ['452', 500, { code: 'NOT_ALLOWED' }],
    ['453', 500, { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' }],
    ['454', 500, { code: 'INTERNAL_PROCESSING_ERROR' }],
    ['455', 503, { code: 'SERVICE_UNAVAILABLE' }],
    ['456', 200, { result: true }],
  ] as const;
  const check = async (msisdn: string) =>
    call('GET', `/collection/v1_0/accountholder/msisdn/${msisdn}/active`);
  for (const [ending, status, part] of cases) {
    const reply = await check(`46733123${ending}`);
    assert.equal(reply.status, status, ending);
    assert.partialDeepStrictEqual(reply.body, part);
  }
  assert.equal((await check('237670000450')).status, 200);
  emulator.settings.magicCameroon = true;
  assert.equal((await check('237670000450')).status, 404);
});

test('paths and methods that do not exist are answered with 404', async (t) => {
  const { call } = await startMtn(t);
  for (const [method, path] of [
    ['GET', '/elsewhere'],
    ['GET', PATHS.collection],
    ['DELETE', `${PATHS.collection}/${randomUUID()}`],
    ['POST', '/collection/v1_0/transfer'],
    ['POST', `${PATHS.disbursement}/${randomUUID()}/deliverynotification`],
    ['PUT', '/v1_0/apiuser'],
  ] as const) {
    assert.equal((await call(method, path)).status, 404, `${method} ${path}`);
  }
});
