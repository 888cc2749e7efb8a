import assert from 'node:assert/strict';
import { createPublicKey, type JsonWebKeyInput } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../service/src/settings/checkout.ts';
import { createTestSigner, type SignedWebhook } from '../src/testing.ts';
import { publishKeys } from './support/publish-keys.ts';
import { RECEIVERS } from './support/receivers.ts';
import { DOCUMENTS, type Sample, samplesOf } from './support/samples.ts';
import { createTokenMaker, STRANGE_TOKENS } from './support/token-maker.ts';

/** An example is a sample that is a file. */
const examples = globSync('examples/*.{mjs,php,py}', { cwd: CHECKOUT }).map((document): Sample => {
  const code = readFileSync(join(CHECKOUT, document), 'utf8');
  return { document, line: 1, language: document.split('.').at(-1) ?? '', code };
});
/** Receives webhooks, with an SDK or by itself; a signer of tests makes its own. */
const RECEIVES = new RegExp(
  [
    /jwtVerify|createVerify|[^.]verify\('RSA|openssl_verify|jwt\.decode/,
    /(express|fastify)Webhook\(|webhookRoute\(|createWebhookVerifier\(\{/,
    /\.verifyWebhook\(|->verify(Request)?\(|verifier\.verify\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const found = [...DOCUMENTS.flatMap(samplesOf), ...examples].filter(
  ({ code }) => RECEIVES.test(code) && !/createTestSigner|TestSigner\(/.test(code),
);
const known = Object.entries(RECEIVERS).flatMap(([document, all]) =>
  all.map((receiver) => ({
    document,
    receiver,
    sample: found.find((one) => one.document === document && one.code.includes(receiver.has)),
  })),
);

const maker = await createTokenMaker();
const [jwk] = (await maker.jwks()).keys;
const publicKey = createPublicKey({ key: jwk, format: 'jwk' } as unknown as JsonWebKeyInput);
const publisher = {
  url: (await publishKeys(maker)).url,
  publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
};

const of = (name: string, changes: object = {}) => ({
  service_tx_id: name,
  reference: name,
  ...changes,
});

/** What the service sends, what others send, and whether a deposit is to be credited then. */
async function makeWebhooks() {
  const genuine = maker.make({ payload: of('paid') });
  const long = Math.floor(Date.now() / 1_000) - 3_600;
  const stranger = await createTestSigner({ hasOwnKey: true, keyId: 'own' });
  const bought = of('bought', { event: 'checkout.paid', checkout_id: 'cart' });
  const over = of('cart', { event: 'checkout.expired', checkout_id: 'cart', operator: null });
  const right: readonly SignedWebhook[] = [
    genuine,
    // Sent again because our answer was lost, and by a replay, which is signed anew.
    genuine,
    maker.make({ payload: of('paid'), claims: { jti: 'another' } }),
    maker.make({ payload: of('failed', { event: 'payment.failed' }) }),
    maker.make({ payload: of('paid-out', { direction: 'withdrawal' }) }),
    maker.make({ payload: bought }),
    maker.make({ payload: { ...over, provider_tx_id: null } }),
  ];
  const wrong: readonly SignedWebhook[] = [
    await stranger.sign(of('stranger')),
    { ...genuine, body: genuine.body.replace('500', '900') },
    { ...genuine, headers: {} },
    maker.make({ payload: of('late'), claims: { iat: long, exp: long + 300 } }),
    ...STRANGE_TOKENS.map(([name, changes]) => maker.make({ ...changes, payload: of(name) })),
  ];
  return { right, wrong };
}

test('every sample that receives webhooks is tried', () => {
  const tried = known.map(({ sample }) => sample);
  assert.deepEqual(
    found.filter((sample) => !tried.includes(sample)).map(({ document, line }) => [document, line]),
    [],
  );
  assert.equal(new Set(tried).size, found.length);
});

for (const { document, receiver, sample } of known) {
  const { has, skip = false, take } = receiver;
  test(`${document} (${has}) takes genuine webhooks of its application alone, and credits once`, {
    skip,
  }, async () => {
    assert.ok(sample, `${document} has no receiver with ${has}`);
    const { right, wrong } = await makeWebhooks();
    const webhooks = [...right, ...wrong];
    const { statuses, credited } = await take(sample, publisher, webhooks);
    const expected = webhooks.map((webhook) => (right.includes(webhook) ? 200 : 401));
    assert.deepEqual(statuses, expected);
    // Some samples leave it to the reader's database that an id is credited once.
    if (credited !== null) assert.deepEqual([...new Set(credited)], ['paid']);
  });
}
