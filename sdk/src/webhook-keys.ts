import { fromBase64Url } from './encoding.ts';
import type { JsonWebKeySet } from './types.ts';

export interface KeySource {
  readonly find: (keyId: string) => Promise<CryptoKey | null>;
  /** The application of these keys, or `null` until the service names it. */
  readonly application: () => string | null;
}

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
/** Made-up key ids do not make us ask more often. */
const LEAST_BETWEEN_MS = 30_000;

interface KeptKey {
  readonly key: CryptoKey;
  readonly publishedAt: number;
}

/**
 * Keeps the published keys for a day and asks again for an unknown one. A key that is no longer
 * published is kept for another day: a retry may still be signed with it.
 */
export function createKeySource(jwks: () => Promise<JsonWebKeySet>): KeySource {
  const kept = new Map<string, KeptKey>();
  let application: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  return { find, application: () => application };

  async function find(keyId: string): Promise<CryptoKey | null> {
    const age = performance.now() - askedAt;
    const isKnown = kept.has(keyId);
    if (!isKnown && (age > LEAST_BETWEEN_MS || asking)) await ask();
    // A known key is good enough if the service cannot be asked now.
    else if (isKnown && age > DAY_MS) await ask().catch(() => {});
    const found = kept.get(keyId);
    if (found === undefined || performance.now() - found.publishedAt > 2 * DAY_MS) return null;
    return found.key;
  }

  /** One question at a time for all callers; a failed one may be repeated at once. */
  function ask(): Promise<void> {
    asking ??= fetchKeys().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function fetchKeys(): Promise<void> {
    const { keys, application: own } = await jwks();
    askedAt = performance.now();
    application = own ?? null;
    for (const { kid, ...jwk } of keys.filter(({ kty }) => kty === 'RSA')) {
      const key = await crypto.subtle.importKey('jwk', jwk, RS256, false, ['verify']);
      kept.set(kid, { key, publishedAt: askedAt });
    }
  }
}

export function verifySignature(
  key: CryptoKey,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return crypto.subtle.verify(RS256, key, fromBase64Url(signature), signed);
}
