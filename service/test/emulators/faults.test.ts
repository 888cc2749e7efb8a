import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { test } from 'node:test';
import { type AnswerFault, createFaults, type When } from '../../emulators/faults/faults.ts';
import { GARBAGE_SHAPES } from '../../emulators/faults/garbage.ts';
import { PATHS, startMtn } from './mtn-client.ts';

test('a reset before acceptance leaves nothing, one after acceptance leaves the payment', async (t) => {
  const cases = [
    { when: 'before', found: 404, again: 202 },
    { when: 'after', found: 200, again: 409 },
  ] as const;
  for (const { when, found, again } of cases) {
    const { emulator, create, read } = await startMtn(t);
    emulator.faults.add('transfer', { kind: 'reset', when }, { times: 1 });
    const reference = randomUUID();
    const attempt = () => create('disbursement', {}, { 'x-reference-id': reference });
    await assert.rejects(attempt(), isReset);
    assert.equal((await read('disbursement', reference)).status, found);
    assert.equal((await attempt()).status, again);
    await emulator.settled(reference);
    assert.equal((await read('disbursement', reference)).body['status'], 'SUCCESSFUL');
    assert.equal(emulator.ledger.moves().length, 1);
  }
});

test('a call that hangs is never answered, whether it was accepted or not', async (t) => {
  const { emulator, freshToken } = await startMtn(t);
  const token = await freshToken();
  for (const when of ['before', 'after'] as const) {
    emulator.faults.add('collect', { kind: 'hang', when }, { times: 1 });
    const reference = randomUUID();
    const leaving = new AbortController();
    const answer = fetch(`${emulator.url}${PATHS.collection}`, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        authorization: `Bearer ${token}`,
        'ocp-apim-subscription-key': emulator.account.collection.subscriptionKey,
        'x-target-environment': 'mtncameroon',
        'x-reference-id': reference,
      },
      body: JSON.stringify({
        amount: '5',
        currency: 'XAF',
        payer: { partyIdType: 'MSISDN', partyId: '237670000001' },
      }),
    });
    if (when === 'after') assert.equal((await emulator.settled(reference)).state, 'succeeded');
    else await untilUsedUp(() => emulator.faults.list().length);
    leaving.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    assert.equal(emulator.ledger.find(reference) !== null, when === 'after');
  }
});

/** Other calls go on while the emulator reads the one that hangs. */
async function untilUsedUp(left: () => number): Promise<void> {
  while (left() > 0) await new Promise((resolve) => setImmediate(resolve));
}

test('garbage of every shape is unreadable, and what was accepted stays accepted', async (t) => {
  const { emulator, create, read } = await startMtn(t);
  const { reference } = await create('collection');
  const { body: good } = await read('collection', reference);
  for (const shape of GARBAGE_SHAPES.filter((each) => !/huge|gzip/.test(each))) {
    emulator.faults.add('collect_status', { kind: 'garbage', when: 'after', shape }, { times: 1 });
    const { status, body } = await read('collection', reference);
    assert.equal(status, 200, shape);
    assert.notDeepEqual(body, good, shape);
    emulator.faults.add('collect', { kind: 'garbage', when: 'after', shape }, { times: 1 });
    const created = await create('collection');
    assert.notEqual(emulator.ledger.find(created.reference), null, shape);
    emulator.faults.add('collect', { kind: 'garbage', when: 'before', shape }, { times: 1 });
    const missed = await create('collection');
    assert.equal(emulator.ledger.find(missed.reference), null, shape);
  }
});

test('bad UTF-8, a huge body and gzip that is none or a bomb come as such', async (t) => {
  const { emulator } = await startMtn(t);
  const take = (shape: (typeof GARBAGE_SHAPES)[number], limit = 1_000) => {
    emulator.faults.add('balance', { kind: 'garbage', when: 'before', shape }, { times: 1 });
    return beginning(`${emulator.url}/collection/v1_0/account/balance`, limit);
  };
  const bad = await take('bad_utf8');
  assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(bad.bytes));
  const huge = await take('huge');
  assert.ok(Number(huge.headers['content-length']) > 30_000_000);
  const bomb = await take('gzip_bomb', 10);
  assert.equal(bomb.headers['content-encoding'], 'gzip');
  assert.deepEqual([...bomb.bytes.subarray(0, 2)], [0x1f, 0x8b]);
  assert.ok(Number(bomb.headers['content-length']) < 1_000_000);
  const pretended = await take('false_gzip');
  assert.equal(pretended.headers['content-encoding'], 'gzip');
  assert.notEqual(pretended.bytes[0], 0x1f);
});

const ERRORS = [
  [500, 'NOT_ALLOWED'],
  [500, 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
  [500, 'INVALID_CALLBACK_URL_HOST'],
  [500, 'INVALID_CURRENCY'],
  [500, 'INTERNAL_PROCESSING_ERROR'],
  [503, 'SERVICE_UNAVAILABLE'],
] as const;

test('each published server error can be switched on, before and after acceptance', async (t) => {
  const { emulator, create } = await startMtn(t);
  for (const [status, code] of ERRORS) {
    for (const when of ['before', 'after'] as const satisfies readonly When[]) {
      emulator.faults.add('transfer', { kind: 'error', when, status, code }, { times: 1 });
      const reply = await create('disbursement');
      assert.deepEqual([reply.status, reply.body['code']], [status, code]);
      assert.equal(emulator.ledger.find(reply.reference) !== null, when === 'after');
    }
  }
});

test('a token that is revoked early and a forbidden address refuse without acceptance', async (t) => {
  const { emulator, create, freshToken } = await startMtn(t);
  const cases: readonly (readonly [AnswerFault, number])[] = [
    [{ kind: 'revoked_token' }, 401],
    [{ kind: 'forbidden_ip' }, 403],
  ];
  for (const [fault, status] of cases) {
    await freshToken('disbursement');
    emulator.faults.add('transfer', fault, { times: 1 });
    const reply = await create('disbursement');
    assert.equal(reply.status, status);
    assert.equal(emulator.ledger.find(reply.reference), null);
    await freshToken('disbursement');
    assert.equal((await create('disbursement')).status, 202);
  }
});

test('an account without money fails the payment in the usual words', async (t) => {
  const { emulator, create } = await startMtn(t);
  emulator.faults.add('*', { kind: 'no_funds' });
  const cases = [
    ['collection', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED'],
    ['disbursement', 'NOT_ENOUGH_FUNDS'],
  ] as const;
  for (const [product, reason] of cases) {
    const { reference, status } = await create(product);
    assert.equal(status, 202);
    assert.equal((await emulator.settled(reference)).reason, reason);
  }
});

test('a slow answer comes late, and the work is done before or after the wait', async (t) => {
  const { emulator, create } = await startMtn(t);
  for (const when of ['before', 'after'] as const) {
    emulator.faults.add('collect', { kind: 'slow', when, ms: 30 }, { times: 1 });
    const startedAt = performance.now();
    const { status, reference } = await create('collection');
    assert.equal(status, 202);
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs >= 29, `answered after ${waitedMs} ms`);
    assert.equal((await emulator.settled(reference)).state, 'succeeded');
  }
});

test('offline nothing listens, payments still end, and online is the same address', async (t) => {
  const { emulator, create, read } = await startMtn(t, { decide: 'manual' });
  const { reference } = await create('collection');
  for (let n = 0; n < 3; n += 1) {
    await emulator.goOffline();
    await assert.rejects(read('collection', reference), (error: Error) =>
      /ECONNREFUSED|ECONNRESET|closed/.test(String(error.cause)),
    );
    if (n === 0) emulator.approve(reference);
    await emulator.goOnline();
    assert.equal((await read('collection', reference)).body['status'], 'SUCCESSFUL');
  }
});

test('going offline cuts a call that is under way', async (t) => {
  const { emulator, create } = await startMtn(t);
  emulator.faults.add('collect', { kind: 'hang', when: 'after' });
  const reference = randomUUID();
  const answer = assert.rejects(create('collection', {}, { 'x-reference-id': reference }));
  await emulator.settled(reference);
  await emulator.goOffline();
  await answer;
});

test('faults strike in order, as often as said, and where said', () => {
  const faults = createFaults<'a' | 'b'>(1);
  faults.add('a', { kind: 'revoked_token' }, { times: 2 });
  faults.add('*', { kind: 'forbidden_ip' }, { times: 2 });
  const drawn = (['a', 'b', 'a', 'a', 'a', 'b'] as const).map((name) => faults.draw(name)?.kind);
  assert.deepEqual(drawn, [
    'revoked_token',
    'forbidden_ip',
    'revoked_token',
    'forbidden_ip',
    undefined,
    undefined,
  ]);
  faults.add('a', { kind: 'no_funds' });
  faults.addToCallbacks('transfer', { kind: 'lost' });
  assert.equal(faults.list().length, 2);
  assert.equal(faults.drawForCallback('collection'), null);
  assert.deepEqual(faults.drawForCallback('transfer'), { kind: 'lost' });
  faults.clear('a');
  assert.deepEqual(
    faults.list().map(({ operation }) => operation),
    ['callback of transfer'],
  );
  faults.clear();
  assert.deepEqual(faults.list(), []);
});

test('the same seed strikes the same calls, and about as often as said', () => {
  const strikes = (seed: number) => {
    const faults = createFaults<'a'>(seed);
    faults.add('a', { kind: 'no_funds' }, { probability: 0.3 });
    return Array.from({ length: 1_000 }, () => (faults.draw('a') === null ? 0 : 1));
  };
  assert.deepEqual(strikes(7), strikes(7));
  assert.notDeepEqual(strikes(7), strikes(8));
  const count = strikes(7).filter((one) => one === 1).length;
  assert.ok(count > 250 && count < 350, `${count} of 1000`);
});

function isReset(error: Error): boolean {
  return /ECONNRESET|other side closed/.test(String(error.cause));
}

/** Head and first bytes of an answer as they came, nothing unpacked. */
function beginning(url: string, limit: number) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly headers: Readonly<Record<string, unknown>>;
    readonly bytes: Buffer;
  }>();
  const request = get(url, { agent: false }, (response) => {
    const parts: Buffer[] = [];
    const finish = () => {
      resolve({ headers: response.headers, bytes: Buffer.concat(parts) });
      request.destroy();
    };
    response.on('data', (part: Buffer) => {
      parts.push(part);
      if (Buffer.concat(parts).length >= limit) finish();
    });
    response.on('end', finish);
  });
  request.on('error', reject);
  return promise;
}
