import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer } from '../../support/call.ts';
import { startTestService, startTwin } from '../../support/harness.ts';
import {
  bodyOf,
  countTransactions,
  create,
  DEPOSITS,
  issuesOf,
  type Json,
  paymentBody,
  switchProviders,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const KEY = { 'x-api-key': 'the-right-key' };
const service = await startTestService({ SPORTSBOOK_API_KEY: KEY['x-api-key'] });

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

interface Fault {
  readonly name: string;
  readonly put: (request: Request, existing: Json) => Request;
  /** Fails unless the answer is the one for this fault. */
  readonly expect: (answer: Answer, existing: Json) => void;
}

/** Everything that can stop a payment, in the order of the interface's "Order of checks". */
const FAULTS: readonly Fault[] = [
  {
    name: 'a body that is too large',
    put: (request) => ({ ...request, body: { ...request.body, padding: 'x'.repeat(65_536) } }),
    expect: ({ status }) => assert.equal(status, 413),
  },
  {
    name: 'an unknown path',
    put: (request) => ({ ...request, path: `${request.path}/nowhere` }),
    expect: ({ status }) => assert.equal(status, 404),
  },
  {
    name: 'another method',
    put: (request) => ({ ...request, method: 'PUT' }),
    expect: ({ status }) => assert.equal(status, 405),
  },
  {
    name: 'a wrong key',
    put: (request) => ({ ...request, headers: { ...request.headers, 'x-api-key': 'wrong' } }),
    expect: ({ status }) => assert.equal(status, 401),
  },
  {
    name: 'another content type',
    put: (request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'text/plain' },
    }),
    expect: (answer) => assert.equal(issuesOf(answer)[0]?.type, 'model_attributes_type'),
  },
  {
    name: 'a wrong field',
    put: (request) => ({ ...request, body: { ...request.body, amount_xaf: 1 } }),
    expect: (answer) => assert.equal(issuesOf(answer)[0]?.type, 'greater_than_equal'),
  },
  {
    name: 'an unknown operator',
    put: (request) => ({ ...request, body: { ...request.body, operator: 'MTN' } }),
    expect: ({ status }) => assert.equal(status, 400),
  },
  {
    name: 'a prefix of the other operator',
    put: (request) => ({ ...request, body: { ...request.body, msisdn: '+237690000001' } }),
    expect: (answer) => {
      assert.equal(answer.status, 422);
      assert.equal(typeof bodyOf(answer)['detail'], 'string');
    },
  },
  {
    name: 'a reference that exists',
    put: (request, { player_id, reference }) => ({
      ...request,
      body: { ...request.body, player_id, reference },
    }),
    expect: (answer, { service_tx_id }) => {
      assert.equal(answer.status, 200);
      assert.equal(bodyOf(answer)['service_tx_id'], service_tx_id);
    },
  },
  {
    // Not put into the request: no provider is switched on during the whole test.
    name: 'no provider',
    put: (request) => request,
    expect: ({ status }) => assert.equal(status, 503),
  },
];

test('of any two faults the one that is checked first gives the answer', async () => {
  const existing = new Map<string, Json>();
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    const body = paymentBody();
    existing.set(path, { ...body, ...(await create(service, path, body, KEY)) });
  }
  await switchProviders(service.database, ['mtn-momo', 'mtn-backup'], 'off');
  const stored = await countTransactions(service.database);
  const { call } = await startTwin(service);

  for (const [path, earlier] of existing) {
    for (const [index, first] of FAULTS.entries()) {
      for (const second of FAULTS.slice(index)) {
        const headers = { ...KEY, 'content-type': 'application/json' };
        const valid = { method: 'POST', path, headers, body: paymentBody() };
        const request = second.put(first.put(valid, earlier), earlier);
        const answer = await call(request.method, request.path, {
          headers: request.headers,
          body: JSON.stringify(request.body),
        });
        try {
          first.expect(answer, earlier);
        } catch (error) {
          throw new Error(`${path}: ${first.name}, then ${second.name}`, { cause: error });
        }
      }
    }
  }
  assert.equal(await countTransactions(service.database), stored);
});

test('broken JSON comes after the key and before the fields', async () => {
  const send = (headers: Readonly<Record<string, string>>, body: string) =>
    service.call('POST', DEPOSITS, {
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  assert.equal((await send({}, '{')).status, 401);
  assert.equal(issuesOf(await send(KEY, '{"amount_xaf":1,')).length, 1);
});

test('path, query and body are checked together, before anything is looked up', async () => {
  const json = { outcome: 'maybe' };
  const path = '/api/v1/sandbox/transactions/not-an-id/simulate';
  const answer = await service.call('POST', path, { json, headers: KEY });
  assert.deepEqual(
    issuesOf(answer).map(({ loc }) => loc),
    [
      ['path', 'service_tx_id'],
      ['body', 'outcome'],
    ],
  );
});
