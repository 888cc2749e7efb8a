import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock, test } from 'node:test';
import { createClient, isError } from '../src/index.ts';
import { createFakeService } from '../src/testing.ts';

const fake = await createFakeService();
const client = createClient({ baseUrl: 'http://fake.test', apiKey: 'k', fetch: fake.fetch });

function payment(changes: object = {}) {
  return {
    player_id: randomUUID(),
    msisdn: '+237670000000',
    amount_xaf: 500,
    operator: 'mtn',
    reference: randomUUID(),
    ...changes,
  } as const;
}

test('an answer has its response beside its members: request id, headers and repeats', async () => {
  const request = payment();
  const first = await client.createDeposit(request, { headers: { 'x-request-id': 'shop-1' } });
  assert.equal(first.lastResponse.requestId, 'shop-1');
  assert.equal(first.lastResponse.status, 200);
  assert.equal(first.lastResponse.isReplayed, false);
  assert.equal(Object.keys(first).includes('lastResponse'), false);
  const again = await client.createDeposit(request);
  assert.equal(again.lastResponse.isReplayed, true);
  assert.deepEqual(again.lastResponse.differs, []);
  assert.deepEqual(again, first);
  const other = await client.createDeposit({ ...request, amount_xaf: 900, msisdn: '670000009' });
  assert.deepEqual(other.lastResponse.differs, ['amount_xaf', 'msisdn']);
  assert.equal(other.service_tx_id, first.service_tx_id);
});

test('a deposit is either prompted or has instructions, also for the compiler', async () => {
  const dialled = { operator: 'orange', msisdn: '+237690000000' } as const;
  const codes: (string | null)[] = [];
  for (const request of [payment(), payment(dialled)]) {
    const deposit = await client.createDeposit(request);
    // Without a check for null: `instructions` are known to be there in this mode.
    const isDialled = deposit.collection_mode === 'customer_initiated';
    codes.push(isDialled ? deposit.instructions.ussd_string : deposit.instructions);
  }
  assert.deepEqual(codes, [null, '*000*000000*500#']);
});

test('refusals have a class, a name and a code, and are known without instanceof', async () => {
  const { service_tx_id: id } = await client.createDeposit(payment());
  const cases = [
    [client.createDeposit(payment({ amount_xaf: 1 })), 'InvalidRequestError', 'request_invalid'],
    [client.createDeposit(payment({ operator: 'x' })), 'InvalidRequestError', 'unknown_operator'],
    [client.getTransaction(randomUUID()), 'NotFoundError', 'transaction_not_found'],
    [client.replayWebhook(id), 'ConflictError', 'not_settled'],
  ] as const;
  for (const [call, name, code] of cases) {
    const error: unknown = await call.catch((reason: unknown) => reason);
    assert.ok(isError(error, name) && isError(error, 'ApiError'), name);
    assert.deepEqual([error.name, error.code], [name, code]);
    // As the other format of the package would make it: another class, the same members.
    const { status, issues } = error;
    const copy = Object.assign(new Error('x'), { name, code, status, issues });
    assert.ok(isError(copy, name) && isError(copy, 'ApiError') && !isError(copy, 'WebhookError'));
  }
  for (const [status, name] of [
    [401, 'AuthenticationError'],
    [408, 'ServiceError'],
    [429, 'RateLimitError'],
    [500, 'ServiceError'],
  ] as const) {
    fake.failNext(status);
    await assert.rejects(client.getHealth({ retries: 0 }), { name, status });
  }
  assert.equal(isError(new TypeError('x'), 'ApiError'), false);
  assert.equal(isError(null, 'ConnectionError'), false);
});

test('without a provider a deposit is refused at once, so that another operator can be offered', async () => {
  const start = performance.now();
  await assert.rejects(client.createDeposit(payment({ msisdn: '+237679990021' })), {
    name: 'NoProviderError',
    code: 'no_provider_available',
    retryAfterSeconds: 10,
  });
  assert.ok(performance.now() - start < 5_000, 'Retry-After is ten seconds');
});

test('an answer that is no JSON says that the address may be wrong, and is not repeated', async () => {
  let asked = 0;
  const page = async () => {
    asked += 1;
    return new Response('<html>', { status: 200 });
  };
  const lost = createClient({ baseUrl: 'http://other.test', apiKey: 'k', fetch: page });
  await assert.rejects(lost.getHealth(), { code: 'unknown', message: /check baseUrl/ });
  assert.equal(asked, 1);
});

test('a refusal of another program is repeated in its words, and is no fault of the client', async () => {
  const errors: unknown[] = [];
  for (const body of [
    { detail: ['x'], code: 5, hint: {} },
    { detail: [null, { loc: 'body', msg: 'y' }], code: 'constructor' },
    { detail: { a: 1 }, code: 'toString' },
  ]) {
    const fetch = async () => Response.json(body, { status: 400 });
    const lost = createClient({ baseUrl: 'http://other.test', apiKey: 'k', fetch });
    const error: unknown = await lost.getHealth().catch((reason: unknown) => reason);
    assert.ok(isError(error, 'InvalidRequestError'), String(error));
    errors.push([error.message, error.code, error.hint, error.issues]);
  }
  assert.deepEqual(errors, [
    ['400: ["x"]', 'unknown', null, []],
    ['400: [null,{"loc":"body","msg":"y"}]', 'constructor', null, []],
    ['400: {"a":1}', 'toString', null, []],
  ]);
});

test('every list goes over all its pages, and gives a limited array', async () => {
  const player_id = randomUUID();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const request = payment({ player_id, callback_url: 'http://shop.test/' });
    const { service_tx_id: id } = await client.createDeposit(request);
    await client.simulateOutcome(id, 'succeeded');
    made.push(id);
  }
  const idOf = (one: { readonly service_tx_id: string | null }) => one.service_tx_id;
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const days = { from: today, to: today, limit: 2 };
  const players = client.listPlayerTransactions(player_id, { limit: 2 });
  assert.deepEqual((await players.toArray({ limit: 100 })).map(idOf), made.toReversed());
  assert.equal((await players).total, 5);
  const deliveries = await client.listWebhooks({ limit: 2 }).toArray({ limit: 100 });
  assert.deepEqual(deliveries.map(idOf), made.toReversed());
  const movements: unknown[] = [];
  for await (const movement of client.getStatement(days)) movements.push(idOf(movement));
  assert.deepEqual(movements, made);
  for (const limit of [0, 1, 3]) {
    assert.equal((await client.getStatement(days).toArray({ limit })).length, limit);
  }
});

test('waitFor outlasts the time that a player has to confirm', async () => {
  const { service_tx_id: id } = await client.createDeposit(payment());
  const reads: number[] = [];
  let now = 0;
  const slow = createClient({
    baseUrl: 'http://fake.test',
    apiKey: 'k',
    fetch: async (input, init) => {
      reads.push(now);
      return fake.fetch(input, init);
    },
  });
  const mocked = mock.method(performance, 'now', () => now);
  try {
    const waiting = slow.waitFor(id, { intervalMs: 1 });
    while (reads.length === 0) await new Promise(setImmediate);
    // Fourteen minutes later the deposit of fifteen minutes is still open, and the wait goes on.
    now = 14 * 60_000;
    const before = reads.length;
    while (reads.length < before + 3) await new Promise((resolve) => setTimeout(resolve, 1));
    await client.advanceClock(900);
    assert.equal((await waiting).state, 'expired');
  } finally {
    mocked.mock.restore();
  }
});
