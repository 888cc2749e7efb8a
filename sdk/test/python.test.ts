import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { CHECKOUT } from '../../service/src/settings/checkout.ts';
import { startWholeService } from '../../service/test/support/webhooks/delivery.ts';
import { startReceiver } from '../../service/test/support/webhooks/receiver.ts';
import { createTestSigner, type SignedWebhook } from '../src/testing.ts';
import { startDescribedFront } from './support/described-front.ts';
import { makeForgeries, SECRET } from './support/forgeries.ts';
import { listOperationIds } from './support/operations.ts';
import { publishKeys } from './support/publish-keys.ts';
import { PYTHON, runProgram, whyMissing } from './support/run-program.ts';
import { startServer } from './support/scripted-service.ts';
import { createTokenMaker, STRANGE_TOKENS } from './support/token-maker.ts';

const skip = whyMissing('cryptography for Python', PYTHON, 'import cryptography');

const verify = (args: readonly string[], webhooks: readonly SignedWebhook[]) =>
  runProgram(PYTHON, ['python/test/verify.py', ...args], JSON.stringify(webhooks));

test('the Python client has a method for every operation of the interface', () => {
  const source = readFileSync(join(CHECKOUT, 'sdk', 'python', 'momo_client.py'), 'utf8');
  const named = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const missing = listOperationIds().filter((id) => !source.includes(`    def ${named(id)}(self`));
  assert.deepEqual(missing, []);
});

test('the page of the Python client names all that goes over pages', () => {
  const [source, page] = ['momo_client.py', 'README.md'].map((name) =>
    readFileSync(join(CHECKOUT, 'sdk', 'python', name), 'utf8'),
  );
  const names = (source ?? '').matchAll(/def (\w+)\(self[^)]*\):(?:(?!def ).)*?_pages\(/gs);
  const missing = [...names]
    .map(([, name]) => name)
    .filter((name) => !page?.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

test('Python uses every operation of the service, and verifies its webhooks', {
  skip,
}, async () => {
  const apiKey = 'the-key-of-a-shop';
  const service = await startWholeService({ SPORTSBOOK_API_KEY: apiKey });
  const receiver = await startReceiver();
  const front = await startDescribedFront(service.url);
  const found = await runProgram(PYTHON, ['python/test/pay.py', front, apiKey, receiver.url]);
  assert.deepEqual(found, {
    is_same: true,
    replay: [true, ['amount_xaf']],
    waited: 'NotSettledError',
    state: 'succeeded',
    event: 'payment.succeeded',
    withdrawal: 'pending_approval',
    refund: true,
    listed: ['back', 'out', 'three', 'two', 'commande-é'],
    moved: [500],
    sent: ['payment.succeeded'],
    operator: 'orange',
    countries: ['CM', 'CM'],
    keys: ['service-payments-v1', 'service-payments-v1'],
    phone: true,
    health: 'ok',
    clock: 1,
    replayed: true,
    small: ['ApiError', 422, 'request_invalid', true],
    no_provider: ['ApiError', 503, 'no_provider_available', true],
    stranger: ['ApiError', 401, 'unauthorized', true],
    unset: ['ValueError', 'api_key is not set: look at your environment'],
  });
  await receiver.until(2);
  const webhooks = receiver.received.map(({ headers, body }) => ({
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    body,
  }));
  assert.deepEqual(await verify([service.url, apiKey], webhooks), ['commande-é', 'commande-é']);
});

test('Python refuses every forgery, and asks for the keys once', { skip }, async () => {
  const { signer, cases, changed } = await makeForgeries();
  const keys = await publishKeys(signer);
  const given = cases.map(([webhook]) => webhook);
  const expected = cases.map(([, finding]) => finding);
  assert.deepEqual(await verify([keys.url, 'key', SECRET], given), expected);
  assert.equal(keys.asked(), 1);
  assert.deepEqual(await verify([keys.url, 'key'], [changed]), ['other_body']);
});

test('Python refuses what a key of the service has signed for others', { skip }, async () => {
  const maker = await createTokenMaker();
  const keys = await publishKeys(maker);
  const given = STRANGE_TOKENS.map(([, changes]) => maker.make(changes));
  assert.deepEqual(
    await verify([keys.url, 'key'], given),
    STRANGE_TOKENS.map(([, , problem]) => problem),
  );
});

const REVOKED = 'service-payments-v1';

test('Python asks seldom and for two seconds at most, for a revoked or renewed key in time, and does without for a day', {
  skip,
}, async () => {
  const signer = await createTestSigner();
  const unknown = await createTestSigner({ keyId: 'service-payments-v9' });
  const other = await createTestSigner({ hasOwnKey: true });
  const given = JSON.stringify({
    jwks: await signer.jwks(),
    other: await other.jwks(),
    revoked: { ...(await unknown.jwks()), revoked: [REVOKED] },
    listed: { ...(await signer.jwks()), revoked: [REVOKED] },
    webhooks: {
      genuine: await signer.sign({ reference: 'genuine' }),
      unknown: await unknown.sign(),
      other: await other.sign({ reference: 'other' }),
    },
  });
  const lost = 'ConnectionRefusedError';
  assert.deepEqual(await runProgram(PYTHON, ['python/test/patience.py'], given), {
    stale: ['genuine', true],
    meanwhile: ['genuine', true],
    unknown: [['TimeoutError', true], 1],
    away: [[lost, lost, lost], 1],
    renewed: ['other', 'wrong_signature', 1],
    young: ['wrong_signature', 0],
    nine_minutes: ['genuine', 0],
    eleven_minutes: [['revoked_key', 'revoked_key', 'revoked_key'], 1],
    listed: 'revoked_key',
    away_for_hours: [['genuine', 'genuine', 'genuine', 'genuine', 'genuine'], 1],
    a_minute_later: ['genuine', 2],
    away_for_a_day: lost,
  });
});

test('Python names the key set that it has, and is not sent it again', { skip }, async () => {
  const signer = await createTestSigner();
  const keys = await publishKeys(signer);
  const found = await runProgram(PYTHON, ['python/test/keys.py', keys.url]);
  assert.deepEqual(found, [await signer.jwks(), await signer.jwks(), [200, 304]]);
  assert.deepEqual([keys.asked(), keys.unchanged()], [2, 1]);
});

test('Python bounds a whole attempt, repeats it as it was, and takes no id of another path', {
  skip,
}, async () => {
  const dripOf = (first: string, drop: string, last: string) =>
    startServer(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\n${first}`);
      const timer = setInterval(() => socket.write(drop), 100);
      socket.on('close', () => clearInterval(timer));
      setTimeout(() => socket.end(last), 8_000).unref();
    });
  const drips = [
    await dripOf('\r\n', ' ', '{}'),
    await dripOf('', 'x-more: 1\r\n', '\r\n{}'),
  ] as const;
  const asked: (readonly [url: string | undefined, body: string])[] = [];
  const busy = await startServer(async (request, response) => {
    asked.push([request.url, await text(request)]);
    response.writeHead([503, 408][asked.length - 1] ?? 200).end('{"status":"ok"}');
  });
  const found = await runProgram(PYTHON, ['python/test/faults.py', ...drips, busy]);
  const unread = 'no answer of the service: check base_url';
  assert.deepEqual(found, {
    dripped: ['NoAnswerError', 'NoAnswerError', true],
    sent: { status: 'ok' },
    ids: ['ValueError', 'ValueError', 'ValueError'],
    uuid: { status: 'ok' },
    errors: [
      ['400: x', 'unknown', []],
      [`400: ${unread}`, 'unknown', []],
      [`400: ${unread}`, 'unknown', []],
    ],
  });
  const body = '{"reference": "order-1"}';
  const id = '00000000-0000-0000-0000-000000000001';
  assert.deepEqual(asked, [
    ['/api/v1/deposits', body],
    ['/api/v1/deposits', body],
    ['/api/v1/deposits', body],
    [`/api/v1/transactions/${id}`, ''],
  ]);
});

test('Python makes no verifier of a secret with which anyone could sign', { skip }, async () => {
  for (const secret of ['', 'whsec_', 'whsec_no-base64', 'whsec_BwcHBw==']) {
    const found = await verify(['http://127.0.0.1:9', 'key', secret], []);
    const refusal = 'The secret must be whsec_ and the base64 of at least 16 bytes';
    assert.deepEqual(found, [refusal], secret);
  }
});
