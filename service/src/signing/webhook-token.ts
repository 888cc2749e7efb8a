import { createPublicKey, generateKeyPair, hash, randomUUIDv7 } from 'node:crypto';
import { promisify } from 'node:util';
import { type CryptoKey, decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT } from 'jose';

/** A key that is ready to sign, with the name under which its public half is published. */
export interface Signer {
  readonly keyId: string;
  readonly key: CryptoKey;
}

export interface TokenFacts {
  /** So that an alert, signed with the same key, never passes for the webhook of a payment. */
  readonly typ: 'JWT' | 'alert+jwt';
  readonly serviceTxId: string;
  readonly reference: string;
  readonly event: string;
  /** All applications share the key, so the owner of an event is signed too; `null` without one. */
  readonly application: string | null;
  /** So that a receiver never mistakes a simulated payment for a real one. */
  readonly environment: 'sandbox' | 'live';
  /** The exact text that is sent. */
  readonly body: string;
  readonly at: Date;
}

const ISSUER = 'service-payments';
/** Longer than all attempts of a delivery. */
const LIFETIME_SECONDS = 300;
/** A token that expires sooner is not sent again: the receiver may be slow or its clock ahead. */
const LEAST_LEFT_SECONDS = 60;

export async function createSigner(keyId: string, privateKeyPem: string): Promise<Signer> {
  return { keyId, key: await importPKCS8(privateKeyPem, 'RS256') };
}

/** The value of X-Service-Signature. The signature is computed off the event loop. */
export function signWebhook({ keyId, key }: Signer, facts: TokenFacts): Promise<string> {
  const issuedAt = Math.floor(facts.at.getTime() / 1_000);
  return new SignJWT({
    service_tx_id: facts.serviceTxId,
    reference: facts.reference,
    event: facts.event,
    ...(facts.application === null ? {} : { application: facts.application }),
    environment: facts.environment,
    body_sha256: hash('sha256', facts.body, 'hex'),
  })
    .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: facts.typ })
    .setIssuer(ISSUER)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_SECONDS)
    .setJti(randomUUIDv7())
    .sign(key);
}

/** Whether a retry may use this token: not about to expire, and signed with the present key. */
export function isReusable(token: string, { keyId }: Signer, at: Date): boolean {
  const { exp = 0 } = decodeJwt(token);
  const isFresh = exp - at.getTime() / 1_000 >= LEAST_LEFT_SECONDS;
  return isFresh && decodeProtectedHeader(token).kid === keyId;
}

export interface KeyPair {
  readonly publicKeyPem: string;
  readonly privateKeyPem: string;
}

/** A new RSA key pair for webhook tokens, made off the event loop. */
export async function createKeyPair(bits: number): Promise<KeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKeyPem: publicKey, privateKeyPem: privateKey };
}

/** How long a key is: the one that replaces it is as long. */
export function bitsOf(publicKeyPem: string): number {
  return createPublicKey(publicKeyPem).asymmetricKeyDetails?.modulusLength ?? 0;
}
