import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { ConnectionError, createClient } from '../src/index.ts';

type Answer = Response | Error | 'silence';

/** A service that gives these answers in turn, and the requests that it received. */
function scripted(...answers: readonly (() => Answer)[]) {
  const asked: { readonly url: string; readonly body: unknown }[] = [];
  const fetch = async (url: unknown, { signal, body }: RequestInit = {}) => {
    const next = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ url: String(url), body });
    const answer = next?.() ?? new Error('nothing is scripted');
    if (answer instanceof Response) return answer;
    if (answer === 'silence') await untilAborted(signal ?? null);
    throw answer;
  };
  return { asked, fetch: fetch as typeof globalThis.fetch };
}

function untilAborted(signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

const ok = () => Response.json({ service_tx_id: 'x', state: 'succeeded', status: 'pending' });
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ detail: 'no' }, { status, headers });
const reset = () => new TypeError('fetch failed');

const DEPOSIT = {
  player_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  msisdn: '+237670000001',
  amount_xaf: 500,
  operator: 'mtn',
  reference: 'order-1',
} as const;

function clientOf(service: ReturnType<typeof scripted>, more: object = {}) {
  const { fetch } = service;
  return createClient({ baseUrl: 'http://service.test', apiKey: 'k', fetch, ...more });
}

for (const [name, trouble] of [
  ['a broken connection', reset],
  ['a 408', () => refusal(408)],
  ['a 429', () => refusal(429, { 'retry-after': '0' })],
  ['a 500', () => refusal(500)],
  ['a 503', () => refusal(503, { 'retry-after': '0' })],
] as const) {
  test(`after ${name} the same deposit is sent again`, async () => {
    const service = scripted(trouble, ok);
    await clientOf(service).createDeposit(DEPOSIT);
    assert.equal(service.asked.length, 2);
    assert.equal(service.asked[0]?.body, service.asked[1]?.body);
  });
}

test('a request that is changed during the call is repeated as it was', async () => {
  const request = { ...DEPOSIT, reference: 'order-1' as string };
  const service = scripted(() => {
    request.reference = 'order-2';
    return reset();
  }, ok);
  await clientOf(service).createDeposit(request);
  assert.deepEqual(
    service.asked.map(({ body }) => (JSON.parse(String(body)) as typeof request).reference),
    ['order-1', 'order-1'],
  );
});

test('an address that redirects is named as wrong, and nothing is repeated', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(301, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k' });
  await assert.rejects(client.createDeposit(DEPOSIT), {
    name: 'ApiError',
    status: 301,
    message: '301: check baseUrl: it redirects',
  });
  assert.deepEqual(asked, ['/api/v1/deposits']);
});

for (const status of [400, 401, 404, 409, 422]) {
  test(`a ${status} is final`, async () => {
    const service = scripted(() => refusal(status));
    await assert.rejects(clientOf(service).createDeposit(DEPOSIT), { status });
    assert.equal(service.asked.length, 1);
  });
}

test('a request that must not happen twice is not repeated while its result is unknown', async () => {
  for (const trouble of [reset, () => refusal(500), () => refusal(503)]) {
    const service = scripted(trouble, ok);
    await assert.rejects(clientOf(service).replayWebhook('x'));
    assert.equal(service.asked.length, 1);
  }
  for (const status of [408, 429]) {
    const refused = scripted(() => refusal(status, { 'retry-after': '0' }), ok);
    await clientOf(refused).replayWebhook('x');
    assert.equal(refused.asked.length, 2);
  }
});

test('repeats end at their limit, and before a pause longer than the time left', async () => {
  const counted = scripted(reset);
  await assert.rejects(clientOf(counted, { retries: 1 }).createDeposit(DEPOSIT), ConnectionError);
  assert.equal(counted.asked.length, 2);
  const patient = scripted(() => refusal(503, { 'retry-after': '60' }));
  await assert.rejects(clientOf(patient).createDeposit(DEPOSIT), { retryAfterSeconds: 60 });
  assert.equal(patient.asked.length, 1);
});

test('the pause is at least as long as the service asks for', async () => {
  const service = scripted(() => refusal(503, { 'retry-after': '1' }), ok);
  const start = performance.now();
  await clientOf(service).createDeposit(DEPOSIT);
  assert.ok(performance.now() - start >= 990);
});

test('a timeout ends an attempt, and the time for all attempts ends the call', async () => {
  const once = scripted(() => 'silence', ok);
  await clientOf(once, { attemptTimeoutMs: 20 }).createDeposit(DEPOSIT);
  assert.equal(once.asked.length, 2);
  const ever = scripted(() => 'silence');
  await assert.rejects(
    clientOf(ever, { timeoutMs: 30 }).createDeposit(DEPOSIT),
    /POST \/api\/v1\/deposits: no answer within/,
  );
});

test('an aborted call ends at once', async () => {
  const service = scripted(() => 'silence');
  const controller = new AbortController();
  const call = clientOf(service).createDeposit(DEPOSIT, { signal: controller.signal });
  controller.abort(new Error('the player has left'));
  await assert.rejects(call, /the player has left/);
  assert.equal(service.asked.length, 1);
});

test('ids and filters are encoded, and missing ones are not sent', async () => {
  const service = scripted(ok);
  await clientOf(service).getTransaction('../health?x=1');
  await clientOf(service).listPlayerTransactions('p', { status: 'a&b', limit: 5 });
  assert.deepEqual(
    service.asked.map(({ url }) => url.replace('http://service.test/api/v1', '')),
    ['/transactions/..%2Fhealth%3Fx%3D1', '/players/p/transactions?status=a%26b&limit=5'],
  );
});

test('an id that would lead to another operation is an error, and nothing is sent', async () => {
  const service = scripted(ok);
  const client = clientOf(service);
  for (const id of ['', '.', '..']) {
    const refusal = { name: 'TypeError', message: /^No path .* empty, \. or \.\.$/ };
    await assert.rejects(client.getTransaction(id), refusal);
    await assert.rejects(client.replayWebhook(id), refusal);
    await assert.rejects(client.listPlayerTransactions(id, { limit: 1 }), refusal);
  }
  assert.deepEqual(service.asked, []);
  for (const id of ['...', '.a', 'a.', '%2e']) await client.getTransaction(id);
  assert.equal(service.asked.length, 4);
});
