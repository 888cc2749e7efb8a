import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { test } from 'node:test';
import {
  createKeyPair,
  createSigner,
  isReusable,
  signWebhook,
} from '../../src/signing/webhook-token.ts';
import { verifyToken } from '../support/webhooks/delivery.ts';

const pair = await createKeyPair(2_048);
const signer = await createSigner('service-payments-v1', pair.privateKeyPem);
const AT = new Date('2026-11-15T09:31:07.412Z');
const FACTS = {
  typ: 'JWT',
  serviceTxId: '019a8b1c-6f2e-7c3a-9d41-5b8f0e2a7c11',
  reference: 'order-é-1002',
  event: 'payment.succeeded',
  application: 'my-shop',
  environment: 'live',
  body: '{"amount_xaf":2500}',
  at: AT,
} as const;

test('the token is RS256, names its key and says what it is about', async () => {
  const token = await signWebhook(signer, FACTS);
  const { header, claims } = verifyToken(token, pair.publicKeyPem, FACTS.body);
  assert.deepEqual(header, { alg: 'RS256', kid: 'service-payments-v1', typ: 'JWT' });
  const { jti, body_sha256, ...rest } = claims;
  assert.match(String(jti), /^[0-9a-f-]{36}$/);
  assert.match(String(body_sha256), /^[0-9a-f]{64}$/);
  assert.deepEqual(rest, {
    iss: 'service-payments',
    iat: 1_794_735_067,
    exp: 1_794_735_367,
    service_tx_id: FACTS.serviceTxId,
    reference: FACTS.reference,
    event: FACTS.event,
    application: 'my-shop',
    environment: 'live',
  });
});

test('every token has an id of its own', async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => signWebhook(signer, FACTS)));
  const ids = tokens.map(
    (token) => verifyToken(token, pair.publicKeyPem, FACTS.body).claims['jti'],
  );
  assert.equal(new Set(ids).size, 3);
});

test('a token does not verify with another key, or after one character was changed', async () => {
  const token = await signWebhook(signer, FACTS);
  const other = await createKeyPair(2_048);
  assert.throws(() => verifyToken(token, other.publicKeyPem, FACTS.body), /signature is wrong/);
  assert.throws(() => verifyToken(token, pair.publicKeyPem, `${FACTS.body} `));
  const changed = token.replace(/\.(.)/, (_, first: string) => (first === 'e' ? '.f' : '.e'));
  assert.throws(() => verifyToken(changed, pair.publicKeyPem, FACTS.body), /signature is wrong/);
});

test('a retry may carry a token until a minute before its end, with the key that signs now', async () => {
  const token = await signWebhook(signer, FACTS);
  const after = (seconds: number) => new Date(AT.getTime() + seconds * 1_000);
  assert.ok(isReusable(token, signer, after(0)));
  assert.ok(isReusable(token, signer, after(239)));
  assert.ok(!isReusable(token, signer, after(241)));
  assert.ok(!isReusable(token, signer, after(86_400)));
  assert.ok(!isReusable(token, { ...signer, keyId: 'service-payments-v2' }, after(0)));
});

test('signing does not hold up the event loop', async () => {
  const count = 60;
  const startedAt = performance.now();
  for (let n = 0; n < count; n += 1) sign('RSA-SHA256', Buffer.from('text'), pair.privateKeyPem);
  const onTheLoopMs = performance.now() - startedAt;
  let isDone = false;
  let longestMs = 0;
  const signed = Promise.all(Array.from({ length: count }, () => signWebhook(signer, FACTS)));
  void signed.then(() => {
    isDone = true;
  });
  let last = performance.now();
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  }
  assert.ok(longestMs < onTheLoopMs / 2, `${longestMs} ms of ${onTheLoopMs} ms`);
});
