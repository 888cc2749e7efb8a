import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { JsonWebKeySet } from '../../src/index.ts';
import { createTestSigner, type SignedWebhook } from '../../src/testing.ts';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

interface TokenChanges {
  readonly header?: object;
  readonly claims?: object;
}

/** Signs whatever a test wants to be signed, with one published key. */
export async function createTokenMaker() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' };
  const payload = JSON.parse((await (await createTestSigner()).sign()).body) as object;
  const now = Math.floor(Date.now() / 1_000);
  const claimsOf = (body: string) => {
    const { service_tx_id, event } = JSON.parse(body) as Record<string, unknown>;
    return {
      iss: 'service-payments',
      iat: now,
      exp: now + 300,
      service_tx_id,
      event,
      application: 'default',
      body_sha256: createHash('sha256').update(body).digest('hex'),
    };
  };
  return {
    jwks: async (): Promise<JsonWebKeySet> => ({ keys: [jwk as never], application: 'default' }),
    /** A webhook that differs in these members; `undefined` leaves one out. */
    make: (changes: TokenChanges & { readonly payload?: object }): SignedWebhook => {
      const body = JSON.stringify({ ...payload, ...changes.payload });
      const header = { alg: 'RS256', kid: 'own', typ: 'JWT', ...changes.header };
      const signed = `${encode(header)}.${encode({ ...claimsOf(body), ...changes.claims })}`;
      const mark = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
      return { body, headers: { 'x-service-signature': `${signed}.${mark}` } };
    },
  };
}

/** Each is signed with a key of the service, and yet no webhook of a payment of this platform. */
export const STRANGE_TOKENS: readonly (readonly [
  name: string,
  changes: TokenChanges,
  problem: string,
])[] = [
  ['another transaction', { claims: { service_tx_id: 'other' } }, 'other_transaction'],
  ['an alert', { header: { typ: 'alert+jwt' } }, 'wrong_type'],
  ['no type', { header: { typ: undefined } }, 'wrong_type'],
  ['no sender', { claims: { iss: undefined } }, 'other_sender'],
  ['another sender', { claims: { iss: 'someone-else' } }, 'other_sender'],
  ['no event', { claims: { event: undefined } }, 'other_event'],
  ['another event', { claims: { event: 'payment.failed' } }, 'other_event'],
  ['no application', { claims: { application: undefined } }, 'other_application'],
  ['another application', { claims: { application: 'my-shop' } }, 'other_application'],
];
