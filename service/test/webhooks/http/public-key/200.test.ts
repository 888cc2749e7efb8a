import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { startTestService, startTwin } from '../../../support/harness.ts';
import { bodyOf } from '../../../support/transactions/payments.ts';

const service = await startTestService();
const PATH = '/api/v1/security/callback-public-key';

test('the public key is an RSA key of 2048 bits in SPKI form', async () => {
  const { public_key_pem, ...rest } = bodyOf(await service.call('GET', PATH));
  assert.deepEqual(rest, { algorithm: 'RS256', key_id: 'service-payments-v1' });
  const key = createPublicKey(String(public_key_pem));
  assert.equal(key.asymmetricKeyType, 'rsa');
  assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048);
  assert.equal(key.export({ type: 'spki', format: 'pem' }), public_key_pem);
});

test('every process of one installation has the same key', async () => {
  const twin = await startTwin(service);
  assert.deepEqual((await twin.call('GET', PATH)).json, (await service.call('GET', PATH)).json);
});

test('the private key is never sent', async () => {
  const { text } = await service.call('GET', PATH);
  assert.doesNotMatch(text, /PRIVATE/);
  assert.doesNotMatch(service.logLines.join(''), /PRIVATE/);
});
