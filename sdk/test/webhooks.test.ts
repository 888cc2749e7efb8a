import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import {
  createWebhookVerifier,
  expressWebhook,
  fastifyWebhook,
  type WebhookPayload,
  webhookRoute,
} from '../src/index.ts';
import { createTestSigner, type SignedWebhook } from '../src/testing.ts';
import { createTokenMaker, STRANGE_TOKENS } from './support/token-maker.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const signer = await createTestSigner({ secret: SECRET });
const verify = createWebhookVerifier({ jwks: signer.jwks, secret: SECRET });

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function withToken({ headers, body }: SignedWebhook, change: (token: string) => string) {
  const token = change(headers['x-service-signature'] ?? '');
  return { body, headers: { ...headers, 'x-service-signature': token } };
}

function without({ headers, body }: SignedWebhook, name: string): SignedWebhook {
  return { body, headers: Object.fromEntries(Object.entries(headers).filter(([n]) => n !== name)) };
}

test('a genuine webhook gives its payload, from any kind of headers and body', async () => {
  const { headers, body } = await signer.sign({ reference: 'commande-é', amount_xaf: 2_500 });
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  // As a framework may have it: no instance of the runtime's own class.
  const other = { get: (name: string) => new Headers(headers).get(name) };
  for (const given of [headers, upper, new Headers(headers), other]) {
    for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body).buffer]) {
      const { reference, amount_xaf } = await verify(given, raw);
      assert.deepEqual([reference, amount_xaf], ['commande-é', 2_500]);
    }
  }
});

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

for (const [name, secret] of [
  ['is empty', ''],
  ['has nothing after whsec_', 'whsec_'],
  ['is no base64', 'whsec_the-secret-of-another-service'],
  ['has fewer than 16 bytes', secretOf(15)],
] as const) {
  test(`a secret that ${name} makes no verifier`, () => {
    const refusal = { name: 'TypeError', message: /^The secret must be whsec_ and the base64 / };
    assert.throws(() => createWebhookVerifier({ secret }), refusal);
    assert.throws(() => createWebhookVerifier({ jwks: signer.jwks, secret }), refusal);
  });
}

test('a secret of 16 bytes alone makes a verifier', async () => {
  const secret = secretOf(16);
  const { headers, body } = await (await createTestSigner({ secret })).sign({ reference: 'r' });
  const bySecret = createWebhookVerifier({ secret });
  assert.equal((await bySecret(headers, body)).reference, 'r');
  await assert.rejects(bySecret(headers, `${body} `), { problem: 'wrong_signature' });
});

const HOUR_MS = 3_600_000;
const stranger = await createTestSigner({ secret: SECRET, hasOwnKey: true });

const forgeries: Readonly<Record<string, () => Promise<readonly [SignedWebhook, string]>>> = {
  'no token': async () => [
    without(await signer.sign(), 'x-service-signature'),
    'missing_signature',
  ],
  'no header of the secret': async () => [
    without(await signer.sign(), 'webhook-signature'),
    'missing_signature',
  ],
  'not a token': async () => [withToken(await signer.sign(), () => 'x'), 'malformed'],
  'a token that is not JSON': async () => [
    withToken(await signer.sign(), () => 'x.y.z'),
    'malformed',
  ],
  'the algorithm none': async () => [
    withToken(await signer.sign(), (token) => {
      const [, claims = ''] = token.split('.');
      return `${encode({ alg: 'none', kid: 'service-payments-v1' })}.${claims}.x`;
    }),
    'wrong_algorithm',
  ],
  'a key that is not published': async () => [
    withToken(await signer.sign(), (token) => {
      const [, claims = '', signature = ''] = token.split('.');
      return `${encode({ alg: 'RS256', kid: 'service-payments-v9', typ: 'JWT' })}.${claims}.${signature}`;
    }),
    'unknown_key',
  ],
  'the signature of another signer': async () => [await stranger.sign(), 'wrong_signature'],
  'a webhook of an hour ago': async () => [
    await signer.sign({}, new Date(Date.now() - HOUR_MS)),
    'too_old',
  ],
  'a webhook of the next hour': async () => [
    await signer.sign({}, new Date(Date.now() + HOUR_MS)),
    'from_the_future',
  ],
};

for (const [name, forge] of Object.entries(forgeries)) {
  test(`${name} is refused`, async () => {
    const [{ headers, body }, problem] = await forge();
    await assert.rejects(verify(headers, body), { name: 'WebhookError', problem });
  });
}

test('with the keys alone, another body and an old token are refused', async () => {
  const byKeys = createWebhookVerifier({ jwks: signer.jwks });
  const first = await signer.sign();
  const second = await signer.sign();
  await assert.rejects(byKeys(first.headers, second.body), { problem: 'other_body' });
  const old = await signer.sign({}, new Date(Date.now() - HOUR_MS));
  await assert.rejects(byKeys(old.headers, old.body), { problem: 'too_old' });
  const late = await signer.sign({}, new Date(Date.now() - 330_000));
  await byKeys(late.headers, late.body);
});

const maker = await createTokenMaker();

test('a token with all that one of a payment has is taken', async () => {
  const { headers, body } = maker.make({});
  await createWebhookVerifier({ jwks: maker.jwks })(headers, body);
});

for (const [name, changes, problem] of STRANGE_TOKENS) {
  test(`a token with ${name} is refused, even for this very body`, async () => {
    const { headers, body } = maker.make(changes);
    const byKeys = createWebhookVerifier({ jwks: maker.jwks });
    await assert.rejects(byKeys(headers, body), { name: 'WebhookError', problem });
  });
}

test('a payment of another application is refused, even with the same key', async () => {
  const jwks = async () => ({ ...(await signer.jwks()), application: 'my-shop' });
  const { headers, body } = await signer.sign();
  const mine = createWebhookVerifier({ jwks: signer.jwks });
  await mine(headers, body);
  const others = createWebhookVerifier({ jwks });
  await assert.rejects(others(headers, body), { problem: 'other_application' });
});

/** The three kinds of servers, each with the address of its route. */
async function startServers(handle: (payload: WebhookPayload) => void) {
  const route = webhookRoute(verify, handle);
  const express = expressWebhook(verify, handle);
  const node = createServer((request, response) => {
    void express(request, response, () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => {
    node.listen(0, '127.0.0.1', resolve);
  });
  after(() => node.close());
  const app = fastify();
  await app.register(fastifyWebhook('/hooks', verify, handle));
  app.post('/other', async ({ body }) => body);
  const fastifyUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  after(() => app.close());
  assert.deepEqual(
    await (
      await fetch(`${fastifyUrl}/other`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"a":1}',
      })
    ).json(),
    { a: 1 },
    'other routes keep their parser',
  );
  const post = (url: string) => (webhook: SignedWebhook) =>
    fetch(url, { method: 'POST', ...webhook });
  return {
    'a Request': async (webhook: SignedWebhook) =>
      route(new Request('http://shop.test/hooks', { method: 'POST', ...webhook })).catch(
        () => new Response(null, { status: 500 }),
      ),
    Express: post(`http://127.0.0.1:${(node.address() as AddressInfo).port}/hooks`),
    Fastify: post(`${fastifyUrl}/hooks`),
  };
}

const events: string[] = [];
const servers = await startServers(({ reference }) => {
  if (reference === 'breaks') throw new Error('the platform has a fault');
  events.push(reference);
});

for (const [name, send] of Object.entries(servers)) {
  test(`the route for ${name} handles genuine webhooks and refuses others`, async () => {
    const genuine = await signer.sign({ reference: name });
    const answer = await send(genuine);
    assert.deepEqual([answer.status, await answer.json()], [200, { received: true }]);
    assert.equal(events.at(-1), name);
    const forged = await send({ ...genuine, body: genuine.body.replace('500', '900') });
    assert.equal(forged.status, 401);
    assert.equal((await send({ ...genuine, body: 'x'.repeat(70_000) })).status, 413);
    assert.equal((await send(await signer.sign({ reference: 'breaks' }))).status, 500);
    assert.equal(events.filter((one) => one === name).length, 1);
  });
}

test('a body that Express has parsed already is an error that names the remedy', async () => {
  const handler = expressWebhook(verify, () => {});
  const request = Object.assign((async function* () {})(), { headers: {}, body: { a: 1 } });
  const response = { statusCode: 0, setHeader: () => {}, end: () => {} };
  let error: unknown = null;
  await handler(request, response, (given) => {
    error = given;
  });
  assert.match(String(error), /put this route before express\.json\(\)/);
});
