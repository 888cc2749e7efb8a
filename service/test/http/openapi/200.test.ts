import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Errors } from 'typebox/schema';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { revokeSigningKey, rotateSigningKey } from '../../../src/flows/webhooks/signing-keys.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { type Answer, type CallOptions } from '../../support/call.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  MTN,
  ORANGE,
  paymentBody,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Json }>> };
  readonly responses: Readonly<Record<string, { content: Record<string, { schema: Json }> }>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const service = await startTestService({ SPORTSBOOK_API_KEY: 'a-key' });
const headers = { 'x-api-key': 'a-key' };
const fetched = await service.call('GET', '/openapi.json');
const document = JSON.parse(fetched.text) as Document;

test('the document that is served is the one in the repository', () => {
  const written = readFileSync(join(CHECKOUT, 'docs', 'openapi.json'), 'utf8');
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(document, JSON.parse(written));
});

test('the documented operations are those of the interface, each with its own id', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.toSorted(), [
    'GET /api/v1/balance',
    'GET /api/v1/checkouts/{checkout_id}',
    'GET /api/v1/players/{player_id}/transactions',
    'GET /api/v1/security/callback-public-key',
    'GET /api/v1/security/jwks.json',
    'GET /api/v1/statement',
    'GET /api/v1/transactions',
    'GET /api/v1/transactions/{service_tx_id}',
    'GET /api/v1/webhooks',
    'GET /api/v1/{country}/providers',
    'GET /api/v1/{country}/providers/status',
    'GET /health',
    'POST /api/v1/checkouts',
    'POST /api/v1/checkouts/{checkout_id}/cancel',
    'POST /api/v1/deposits',
    'POST /api/v1/deposits/{service_tx_id}/refunds',
    'POST /api/v1/msisdn/detect',
    'POST /api/v1/sandbox/clock/advance',
    'POST /api/v1/sandbox/phones',
    'POST /api/v1/sandbox/transactions/{service_tx_id}/simulate',
    'POST /api/v1/transactions/{service_tx_id}/replay-webhook',
    'POST /api/v1/withdrawals',
  ]);
  const ids = allOperations().map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, ids.length);
});

test('every documented operation exists, and only health needs no key', async () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const real = path
        .replace('{country}', 'CM')
        .replaceAll(/\{\w+\}/g, '3f2504e0-4f89-41d3-9a0c-0305e82c3301');
      const { status } = await service.call(method.toUpperCase(), real);
      assert.equal(status, path === '/health' ? 200 : 401, `${method} ${path}`);
      assert.equal(operation.security?.length === 0, path === '/health');
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        assert.ok(operation.parameters?.some((one) => one.name === name && one.in === 'path'));
      }
    }
  }
});

test('the fields of a request are those of the interface', () => {
  const shared = ['player_id', 'msisdn', 'amount_xaf', 'operator', 'reference'];
  for (const [path, optional] of [
    [DEPOSITS, ['callback_url', 'lang']],
    [WITHDRAWALS, ['callback_url']],
  ] as const) {
    const body = resolve(
      document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema ?? {},
    );
    assert.deepEqual(Object.keys(body['properties'] ?? {}), [...shared, ...optional]);
    assert.deepEqual(body['required'], shared);
  }
});

interface Sample {
  readonly operation: string;
  readonly path: string;
  readonly options: CallOptions;
  readonly status: number;
}

const samples: Sample[] = [];

before(async () => {
  const callback_url = 'http://localhost:9/hook';
  const deposit = await create(service, DEPOSITS, { ...ORANGE, callback_url }, headers);
  const id = deposit.service_tx_id;
  await simulate(service, id, 'succeeded', headers);
  const open = (await create(service, WITHDRAWALS, MTN, headers)).service_tx_id;
  const player_id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  await create(service, DEPOSITS, { player_id }, headers);
  // The keys name a revoked one only if there is one.
  const keys = { database: service.database, vault: createVault(null) };
  await rotateSigningKey(keys, COMMAND_LINE, { overlapHours: 25 });
  const keyId = 'service-payments-v2';
  await revokeSigningKey(keys, COMMAND_LINE, { keyId, reason: null });
  const add = (operation: string, path: string, status: number, options: CallOptions = {}) =>
    samples.push({ operation, path, status, options: { headers, ...options } });
  add('GET /health', '/health', 200);
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    for (const operator of [MTN, ORANGE]) {
      add(`POST ${path}`, path, 200, { json: paymentBody(operator) });
    }
    add(`POST ${path}`, path, 400, { json: paymentBody({ operator: 'x' }) });
    add(`POST ${path}`, path, 401, { headers: {} });
    add(`POST ${path}`, path, 413, { body: 'x'.repeat(65_537) });
    add(`POST ${path}`, path, 422, { json: {} });
    add(`POST ${path}`, path, 422, { json: paymentBody({ operator: 'orange' }) });
    add(`POST ${path}`, path, 422, { body: '{', headers: { ...headers, ...JSON_TYPE } });
  }
  add('GET /api/v1/balance', '/api/v1/balance', 200);
  const checkouts = '/api/v1/checkouts';
  const ordered = { amount_xaf: 5_000, reference: 'order-1' };
  const checkout = await service.call('POST', checkouts, { headers, json: ordered });
  const checkoutPath = `${checkouts}/${String(bodyOf(checkout)['checkout_id'])}`;
  add(`POST ${checkouts}`, checkouts, 200, { json: { ...ordered, reference: 'order-2' } });
  add(`POST ${checkouts}`, checkouts, 422, { json: {} });
  add(`GET ${checkouts}/{checkout_id}`, checkoutPath, 200);
  add(`GET ${checkouts}/{checkout_id}`, `${checkouts}/${player_id}`, 404);
  add(`POST ${checkouts}/{checkout_id}/cancel`, `${checkoutPath}/cancel`, 200);
  const refund = 'POST /api/v1/deposits/{service_tx_id}/refunds';
  add(refund, `/api/v1/deposits/${id}/refunds`, 200, {
    json: { reference: 'back', amount_xaf: 100 },
  });
  add(refund, `/api/v1/deposits/${open}/refunds`, 409, { json: { reference: 'back' } });
  add(refund, `/api/v1/deposits/${player_id}/refunds`, 404, { json: { reference: 'back' } });
  add(refund, `/api/v1/deposits/${id}/refunds`, 422, { json: {} });
  const read = 'GET /api/v1/transactions/{service_tx_id}';
  for (const one of [id, open]) add(read, `/api/v1/transactions/${one}`, 200);
  add(read, `/api/v1/transactions/${player_id}`, 404);
  add(read, '/api/v1/transactions/x', 422);
  add('GET /api/v1/statement', '/api/v1/statement?from=2026-01-01&to=2999-12-31', 200);
  add('GET /api/v1/statement', '/api/v1/statement', 422);
  add('GET /api/v1/transactions', '/api/v1/transactions', 200);
  add('GET /api/v1/transactions', '/api/v1/transactions?state=failed', 422);
  const list = 'GET /api/v1/players/{player_id}/transactions';
  add(list, `/api/v1/players/${player_id}/transactions`, 200);
  add(list, `/api/v1/players/${player_id}/transactions?page=0`, 422);
  const detect = 'POST /api/v1/msisdn/detect';
  for (const msisdn of ['670000001', '222000000', 'nonsense']) {
    add(detect, '/api/v1/msisdn/detect', 200, { json: { msisdn } });
  }
  add(detect, '/api/v1/msisdn/detect', 400, { json: { msisdn: '1', country_code: 'FR' } });
  add(detect, '/api/v1/msisdn/detect', 422, { json: {} });
  for (const path of ['/api/v1/{country}/providers', '/api/v1/{country}/providers/status']) {
    add(`GET ${path}`, path.replace('{country}', 'CM'), 200);
    add(`GET ${path}`, path.replace('{country}', 'FR'), 404);
    add(`GET ${path}`, path.replace('{country}', '%00'), 422);
  }
  for (const name of ['callback-public-key', 'jwks.json']) {
    add(`GET /api/v1/security/${name}`, `/api/v1/security/${name}`, 200);
    add(`GET /api/v1/security/${name}`, `/api/v1/security/${name}`, 401, { headers: {} });
  }
  const clock = '/api/v1/sandbox/clock/advance';
  add(`POST ${clock}`, clock, 200, { json: { seconds: 1 } });
  add(`POST ${clock}`, clock, 422, { json: { seconds: 0 } });
  const phones = '/api/v1/sandbox/phones';
  add(`POST ${phones}`, phones, 200, { json: { msisdn: '+237670000001' } });
  add(`POST ${phones}`, phones, 422, { json: {} });
  add('GET /api/v1/webhooks', '/api/v1/webhooks', 200);
  add('GET /api/v1/webhooks', '/api/v1/webhooks?limit=0', 422);
  const replay = 'POST /api/v1/transactions/{service_tx_id}/replay-webhook';
  add(replay, `/api/v1/transactions/${id}/replay-webhook`, 200);
  add(replay, `/api/v1/transactions/${open}/replay-webhook`, 409);
  const simulation = 'POST /api/v1/sandbox/transactions/{service_tx_id}/simulate';
  const path = `/api/v1/sandbox/transactions/${open}/simulate`;
  add(simulation, path, 422, { json: { outcome: 'x' } });
  add(simulation, path, 409, { json: { outcome: 'expired' } });
  add(simulation, path, 200, { json: { outcome: 'failed' } });
  add(simulation, path.replace(open, player_id), 404, { json: { outcome: 'failed' } });
});

test('every answer has the documented form, and no member that is not documented', async () => {
  for (const { operation, path, options, status } of samples) {
    const [method = '', documented = ''] = operation.split(' ');
    const answer = await service.call(method, path, options);
    assert.equal(answer.status, status, `${operation}: ${answer.text}`);
    const schema = schemaOf(documented, method, answer);
    assert.ok(schema, `${operation} documents no ${status}`);
    const [valid, errors] = Errors(schema, answer.json);
    assert.ok(valid, `${operation} ${status}: ${JSON.stringify(errors)}`);
    if (status === 200) {
      const required = (schema['required'] ?? []) as readonly string[];
      const members = Object.keys(bodyOf(answer));
      // One that is not required is there only sometimes.
      const known = Object.keys(schema['properties'] ?? {}).filter(
        (name) => required.includes(name) || members.includes(name),
      );
      assert.deepEqual(members.toSorted(), known.toSorted(), operation);
    }
  }
  const covered = new Set(samples.map(({ operation }) => operation));
  assert.equal(covered.size, allOperations().length);
});

const JSON_TYPE = { 'content-type': 'application/json' };

function allOperations(): readonly Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

function schemaOf(path: string, method: string, { status }: Answer): Json | null {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses;
  const schema = responses?.[String(status)]?.content['application/json']?.schema;
  // The references start at the root of the document, so the components go along.
  return schema === undefined ? null : { ...resolve(schema), components: document.components };
}

function resolve(schema: Json): Json {
  const { $ref = '' } = schema as { $ref?: string };
  return document.components.schemas[$ref.replace('#/components/schemas/', '')] ?? schema;
}
