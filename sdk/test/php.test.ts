import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { CHECKOUT } from '../../service/src/settings/checkout.ts';
import { startWholeService } from '../../service/test/support/webhooks/delivery.ts';
import { startReceiver } from '../../service/test/support/webhooks/receiver.ts';
import { createTestSigner } from '../src/testing.ts';
import { startDescribedFront } from './support/described-front.ts';
import { makeForgeries, SECRET } from './support/forgeries.ts';
import { listOperationIds } from './support/operations.ts';
import { publishKeys as publish } from './support/publish-keys.ts';
import { type Scripted, startScriptedService, startServer } from './support/scripted-service.ts';
import { createTokenMaker, STRANGE_TOKENS } from './support/token-maker.ts';

const modules = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? '';
const skip = /^curl$/m.test(modules) ? false : 'PHP with curl is not installed';

async function php(script: string, args: readonly string[], input = ''): Promise<unknown> {
  const child = spawn('php', [join(CHECKOUT, 'sdk', 'php', 'test', script), ...args]);
  child.stdin.end(input);
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(complaints, '');
  return JSON.parse(output) as unknown;
}

test('the PHP client has a method for every operation of the interface, by its name', () => {
  const source = readFileSync(join(CHECKOUT, 'sdk', 'php', 'src', 'Client.php'), 'utf8');
  const missing = listOperationIds().filter((id) => !source.includes(`public function ${id}(`));
  assert.deepEqual(missing, []);
});

test('the page of the PHP client names all that goes over pages', () => {
  const [source, page] = ['src/Client.php', 'README.md'].map((name) =>
    readFileSync(join(CHECKOUT, 'sdk', 'php', name), 'utf8'),
  );
  const names = (source ?? '').matchAll(/public function (\w+)\([^)]*\): .Generator/g);
  const missing = [...names].filter(([, name]) => !page?.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

test('what the PHP verifier returns has the shape of a payment or of a checkout', () => {
  const source = readFileSync(join(CHECKOUT, 'sdk/php/src/WebhookVerifier.php'), 'utf8');
  const shapes = [...source.matchAll(/@return (WebhookPayload\S*)/g)].map(([, shape]) => shape);
  const either = 'WebhookPayload|CheckoutWebhookPayload';
  assert.deepEqual(shapes, [either, either]);
});

test('PHP uses every operation of the service, and verifies its webhooks', { skip }, async () => {
  const apiKey = 'the-key-of-a-shop';
  const service = await startWholeService({ SPORTSBOOK_API_KEY: apiKey });
  const receiver = await startReceiver();
  const { id, repeated, ...rest } = (await php('pay.php', [
    await startDescribedFront(service.url),
    apiKey,
    receiver.url,
  ])) as Record<string, unknown>;
  assert.equal(repeated, id);
  assert.deepEqual(rest, {
    replay: [true, ['amount_xaf'], true],
    waited: 'pending',
    state: 'succeeded',
    event: 'payment.succeeded',
    withdrawal: 'pending_approval',
    refund: true,
    listed: ['three', 'two', 'commande-é'],
    operator: 'orange',
    countries: ['CM', 'CM'],
    keys: ['service-payments-v1', 'service-payments-v1'],
    phone: true,
    health: 'ok',
    replayed: true,
    moved: [500],
    sent: ['payment.succeeded', 'payment.succeeded'],
    down: { status: 503, code: 'no_provider_available', loc: null },
    small: { status: 422, code: 'request_invalid', loc: ['body', 'amount_xaf'] },
    stranger: { status: 401, code: 'unauthorized', loc: null },
    unknown: { status: 404, code: 'transaction_not_found', loc: null },
  });
  await receiver.until(2);
  const webhooks = receiver.received.map(({ headers, body }) => ({ headers, body }));
  const found = await php(
    'verify.php',
    [service.url, apiKey, cacheFile()],
    JSON.stringify(webhooks),
  );
  assert.deepEqual(found, ['commande-é', 'commande-é']);
});

test('PHP waits for a service that is down or busy, and ends in time', { skip }, async () => {
  const script: readonly Scripted[] = ['pending', 'reset', 408, 429, 500, 503, 'succeeded'];
  const service = await startScriptedService((count) => script[count - 1] ?? 'succeeded');
  const waiting = php('wait.php', [service.url, '60']);
  await service.untilAsked(1);
  await service.stop();
  await delay(300);
  await service.restart();
  assert.deepEqual(await waiting, { state: 'succeeded' });
  const unknown = await startScriptedService(() => 404);
  assert.deepEqual(await php('wait.php', [unknown.url, '60']), { status: 404 });
  assert.equal(unknown.askedAt.length, 1);
  const busy = await startScriptedService((count) => (count === 1 ? 'pending' : 503));
  const late = { last: 'pending', cause: 'Momo\\ApiError' };
  assert.deepEqual(await php('wait.php', [busy.url, '1.3']), late);
  const silent = await startScriptedService(() => 'silence');
  const start = performance.now();
  const unread = { last: null, cause: 'Momo\\ConnectionError' };
  assert.deepEqual(await php('wait.php', [silent.url, '0.1']), unread);
  assert.ok(performance.now() - start < 10_000, 'an attempt would have 15 seconds');
});

test('PHP refuses every forgery, and asks for the keys once', { skip }, async () => {
  const { signer, cases, changed } = await makeForgeries();
  const keys = await publish(signer);
  const input = JSON.stringify(cases.map(([webhook]) => webhook));
  const file = cacheFile();
  const expected = cases.map(([, finding]) => finding);
  assert.deepEqual(await php('verify.php', [keys.url, 'key', file, SECRET], input), expected);
  assert.equal(keys.asked(), 1);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const one = JSON.stringify([changed]);
  assert.deepEqual(await php('verify.php', [keys.url, 'key', file], one), ['other_body']);
});

test('PHP refuses what a key of the service has signed for others', { skip }, async () => {
  const maker = await createTokenMaker();
  const keys = await publish(maker);
  const given = STRANGE_TOKENS.map(([, changes]) => maker.make(changes));
  const found = await php('verify.php', [keys.url, 'key', cacheFile()], JSON.stringify(given));
  assert.deepEqual(
    found,
    STRANGE_TOKENS.map(([, , problem]) => problem),
  );
});

test('PHP asks for the keys after ten minutes, and goes on with them for a day', {
  skip,
}, async () => {
  const signer = await createTestSigner();
  const keys = await publish(signer);
  const file = cacheFile();
  const webhook = JSON.stringify([await signer.sign({ reference: 'genuine' })]);
  const verify = () => php('verify.php', [keys.url, 'key', file], webhook);
  assert.deepEqual(await verify(), ['genuine']);
  letPass(file, 540);
  assert.deepEqual([await verify(), keys.asked()], [['genuine'], 1]);
  letPass(file, 120);
  assert.deepEqual([await verify(), keys.asked(), keys.unchanged()], [['genuine'], 2, 1]);
  keys.goAway();
  letPass(file, 23 * 3_600);
  assert.deepEqual([await verify(), await verify(), keys.asked()], [['genuine'], ['genuine'], 2]);
  letPass(file, 2 * 3_600);
  assert.deepEqual(await verify(), ['ConnectionError']);
  const listed = await publish({
    jwks: async () => ({ ...(await signer.jwks()), revoked: ['service-payments-v1'] }),
  });
  letPass(file, 700);
  assert.deepEqual(await php('verify.php', [listed.url, 'key', file], webhook), ['revoked_key']);
});

test('PHP asks for keys for two seconds at most, seldom, and again for an id given anew', {
  skip,
}, async () => {
  const signer = await createTestSigner();
  const unknown = await createTestSigner({ keyId: 'service-payments-v9' });
  const other = await createTestSigner({ hasOwnKey: true });
  const [genuine, strange, renewed] = [
    await signer.sign({ reference: 'genuine' }),
    await unknown.sign(),
    await other.sign({ reference: 'renewed' }),
  ];
  const state = { asked: 0, set: JSON.stringify(await signer.jwks()), isSilent: false };
  const url = await startServer((_request, response) => {
    state.asked += 1;
    if (!state.isSilent) response.writeHead(200).end(state.set);
  });
  const file = cacheFile();
  const verify = (webhooks: readonly object[], key = 'key') =>
    php('verify.php', [url, key, file], JSON.stringify(webhooks));
  assert.deepEqual(await verify([genuine]), ['genuine']);
  state.isSilent = true;
  letPass(file, 60);
  const start = performance.now();
  const found = await Promise.all([1, 2, 3].map(() => verify([strange, strange, genuine])));
  const lost = ['ConnectionError', 'ConnectionError', 'genuine'];
  assert.deepEqual(found, [lost, lost, lost]);
  assert.ok(performance.now() - start < 12_000, 'five seconds for each took 30');
  assert.equal(state.asked, 2);
  state.isSilent = false;
  state.set = JSON.stringify(await other.jwks());
  assert.deepEqual(await verify([renewed]), ['wrong_signature'], 'it was tried seconds ago');
  letPass(file, 60);
  assert.deepEqual(await verify([renewed, genuine, genuine]), [
    'renewed',
    'wrong_signature',
    'wrong_signature',
  ]);
  assert.equal(state.asked, 3);
  await verify([renewed], 'another-key');
  assert.equal(state.asked, 4, 'the file is for the address and key that it was made with');
});

test('PHP makes no verifier of a secret with which anyone could sign', { skip }, async () => {
  const signer = await createTestSigner({ secret: SECRET });
  const keys = await publish(signer);
  const input = JSON.stringify([await signer.sign()]);
  const short = `whsec_${Buffer.alloc(15, 7).toString('base64')}`;
  for (const secret of ['', 'whsec_', 'whsec_the-secret-of-another-service', short]) {
    const found = await php('verify.php', [keys.url, 'key', cacheFile(), secret], input);
    const refusal = 'The secret must be whsec_ and the base64 of at least 16 bytes';
    assert.deepEqual(found, [refusal], secret);
  }
});

test('PHP repeats after any failure, lists every row, and says what is wrong', {
  skip,
}, async () => {
  const asked: string[] = [];
  const address = await startServer(({ url = '' }, response) => {
    asked.push(url);
    const status = [520, 408][asked.length - 1] ?? 200;
    const next = /before=|cursor=/.test(url) ? null : 'next';
    const page = { items: [{ n: 1 }, { n: 2 }], next_before: next, next_cursor: next };
    response.writeHead(status).end(JSON.stringify(url.includes('deposits') ? { n: 1 } : page));
  });
  const folder = mkdtempSync(join(tmpdir(), 'momo-php-'));
  const unread = '400: no answer of the service: check the address';
  assert.deepEqual(await php('faults.php', [address, folder]), {
    repeated: { n: 1 },
    ids: ['', '.', '..'].map((id) => `No path /api/v1/transactions/${id}: an id is empty, . or ..`),
    lists: [4, 4, 4],
    file: `The file of the keys cannot be written: ${folder}/missing/keys.json`,
    lock: `The file of the keys cannot be written: ${folder}/keys.json`,
    unset: 'The secret must be whsec_ and the base64 of at least 16 bytes',
    messages: ['400: x', unread, unread],
  });
  assert.deepEqual(asked.slice(0, 3), Array(3).fill('/api/v1/deposits'));
});

test('PHP signs webhooks for tests, and says which setting is missing', { skip }, async () => {
  const unset = (name: string) => `The ${name} is not set: look at your environment`;
  assert.deepEqual(await php('sign.php', []), {
    event: 'payment.failed',
    forged: 'The webhook is not to be trusted: wrong_signature',
    old: 'The webhook is not to be trusted: too_old',
    address: unset('address'),
    key: unset('key'),
    form: 'The key has not the form of one',
    secret: 'The secret must be whsec_ and the base64 of at least 16 bytes',
    shared: true,
  });
});

function cacheFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'momo-php-')), 'keys.json');
}

/** As if the file had been written so much earlier. */
function letPass(file: string, seconds: number): void {
  const { asked_at, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as { asked_at: number };
  const aged = { ...rest, asked_at: asked_at - seconds, tried_at: asked_at - seconds };
  writeFileSync(file, JSON.stringify(aged));
}
