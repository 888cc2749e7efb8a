import { fromBase64Url } from './encoding.ts';
import { ConnectionError, refuse } from './errors.ts';
import { clock } from './options.ts';
import { pause } from './pause.ts';
import type { JsonWebKeySet } from './types.ts';

export interface KeySource {
  /** `null` for a key that is not published; throws for one that was revoked. */
  readonly find: (keyId: string, options?: FindOptions) => Promise<CryptoKey | null>;
  /** The application of these keys, or `null` until the service names it. */
  readonly application: () => string | null;
}

interface FindOptions {
  /** The signature did not fit: a new service gives the key ids of an earlier one again. */
  readonly isDoubted?: boolean;
}

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
/** A key that was stolen and revoked is believed no longer than this. */
const FRESH_MS = 600_000;
/** The same while the service cannot be asked. */
const LONGEST_MS = 86_400_000;
/** Made-up key ids do not make us ask more often; nor does a service that is away. */
const LEAST_BETWEEN_MS = 30_000;
/** The sender of a webhook waits five seconds for all of its receiver's work. */
const PATIENCE_MS = 2_000;

interface KeptSet {
  readonly keys: ReadonlyMap<string, CryptoKey>;
  readonly revoked: ReadonlySet<string>;
  readonly application: string | null;
  readonly askedAt: number;
}

/**
 * Keeps the published keys for ten minutes, asks again for an unknown one, and goes on with the old
 * set for a day if the service cannot be asked.
 */
export function createKeySource(
  jwks: () => Promise<JsonWebKeySet>,
  now: () => number = clock,
): KeySource {
  let kept: KeptSet | null = null;
  /** One question at a time for all callers. */
  let asking: Promise<void> | null = null;
  /** Why the last one has no answer. */
  let failure: unknown = null;
  let triedAt = Number.NEGATIVE_INFINITY;

  return { find, application: () => kept?.application ?? null };

  async function find(keyId: string, { isDoubted }: FindOptions = {}): Promise<CryptoKey | null> {
    const age = kept === null ? Number.POSITIVE_INFINITY : now() - kept.askedAt;
    const isUsable = age <= LONGEST_MS;
    const isKnown = isUsable && kept?.keys.has(keyId);
    const isTrusted = isKnown && !isDoubted;
    if (age > (isTrusted ? FRESH_MS : LEAST_BETWEEN_MS)) {
      if (!isUsable || now() - triedAt > LEAST_BETWEEN_MS) await (asking ??= ask());
      // What is known is good enough if the service cannot be asked now.
      if (failure && !isKnown) throw failure;
    }
    if (kept?.revoked.has(keyId)) refuse('revoked_key');
    return kept?.keys.get(keyId) ?? null;
  }

  async function ask(): Promise<void> {
    const enough = new AbortController();
    const tooLong = pause(PATIENCE_MS, enough.signal).then(() => {
      throw new ConnectionError('timed_out', `no keys within ${PATIENCE_MS} ms`);
    });
    try {
      await Promise.race([fetchKeys(), tooLong]);
      failure = null;
    } catch (reason) {
      failure = reason;
    }
    enough.abort();
    triedAt = now();
    asking = null;
  }

  async function fetchKeys(): Promise<void> {
    const askedAt = now();
    const { keys, application = null, revoked = [] } = await jwks();
    const imported = keys
      .filter(({ kty }) => kty === 'RSA')
      .map(async ({ kid, ...jwk }) => {
        const key = await crypto.subtle.importKey('jwk', jwk, RS256, false, ['verify']);
        return [kid, key] as const;
      });
    const all = new Map(await Promise.all(imported));
    kept = { keys: all, revoked: new Set(revoked), application, askedAt };
  }
}

export function verifySignature(
  key: CryptoKey,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return crypto.subtle.verify(RS256, key, fromBase64Url(signature), signed);
}
