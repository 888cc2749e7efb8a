import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../../../src/flows/access/actor.ts';
import { rotateSigningKey } from '../../../../src/flows/webhooks/signing-keys.ts';
import { createVault } from '../../../../src/signing/sealed-text.ts';
import { startTestService } from '../../../support/harness.ts';
import { bodyOf, shiftClock } from '../../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const keys = { database, vault: createVault(null) };

interface Jwk {
  readonly kid: string;
  readonly [member: string]: unknown;
}

async function published(): Promise<readonly Jwk[]> {
  const answer = await service.call('GET', '/api/v1/security/jwks.json');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'private, max-age=86400');
  return (bodyOf(answer) as unknown as { readonly keys: readonly Jwk[] }).keys;
}

async function current(): Promise<{
  readonly keyId: string;
  readonly maxAge: number;
  pem: string;
}> {
  const answer = await service.call('GET', '/api/v1/security/callback-public-key');
  const { key_id, public_key_pem } = bodyOf(answer);
  const [, maxAge] =
    /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
  return { keyId: String(key_id), pem: String(public_key_pem), maxAge: Number(maxAge) };
}

test('the key set holds the current key in the form of a JWK, and nothing private', async () => {
  const [key, ...others] = await published();
  assert.deepEqual(others, []);
  const { n, e, ...rest } = key ?? { kid: '' };
  assert.deepEqual(rest, { kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'service-payments-v1' });
  const imported = createPublicKey({
    key: { kty: 'RSA', n: String(n), e: String(e) },
    format: 'jwk',
  });
  assert.equal(imported.export({ type: 'spki', format: 'pem' }), (await current()).pem);
});

test('of next, current and past keys it holds those that a receiver may meet', async () => {
  const ids = async () => (await published()).map(({ kid }) => kid.at(-1)).join(' ');
  await rotateSigningKey(keys, COMMAND_LINE, { overlapHours: 25 });
  assert.equal(await ids(), '2 1', 'the next one is announced');
  await shiftClock(database, 26 * 3_600);
  assert.equal(await ids(), '2 1', 'the past one may still be on a retry or in a queue');
  await rotateSigningKey(keys, COMMAND_LINE, { overlapHours: 25 });
  assert.equal(await ids(), '3 2 1');
  await shiftClock(database, (25 + 47) * 3_600);
  assert.equal(await ids(), '3 2 1');
  await shiftClock(database, (25 + 49) * 3_600);
  assert.equal(await ids(), '3 2', 'two days after it was replaced a key is gone');
  await shiftClock(database, 0);
});

test('callback-public-key is the current key, and its cache time ends with it', async () => {
  const first = await current();
  assert.equal(first.keyId, 'service-payments-v1');
  assert.equal(first.maxAge, 86_400);
  await shiftClock(database, 15 * 3_600);
  const before = await current();
  assert.equal(before.keyId, 'service-payments-v1');
  assert.ok(before.maxAge <= 10 * 3_600 && before.maxAge > 10 * 3_600 - 120, `${before.maxAge}`);
  await shiftClock(database, 25 * 3_600 + 60);
  const second = await current();
  assert.equal(second.keyId, 'service-payments-v2');
  assert.notEqual(second.pem, first.pem);
  await shiftClock(database, 0);
});
