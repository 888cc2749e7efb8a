import {
  type Bytes,
  bytesOf,
  concat,
  fromBase64,
  fromBase64Url,
  parseObject,
  sha256Hex,
  textOf,
} from './encoding.ts';
import { refuse } from './errors.ts';
import type { JsonWebKeySet, WebhookPayload } from './types.ts';
import { createKeySource, type KeySource, verifySignature } from './webhook-keys.ts';

export interface VerifierOptions {
  /** The source of the keys: `client.getJwks`. Checks `X-Service-Signature`. */
  readonly jwks?: () => Promise<JsonWebKeySet>;
  /** The webhook secret (`whsec_…`). Checks the headers of Standard Webhooks. */
  readonly secret?: string | undefined;
  /** How much the clocks of service and receiver may differ; 60 seconds by default. */
  readonly clockSkewSeconds?: number;
  /** The time, for tests. */
  readonly now?: () => number;
}

/** As in Node, Express, Fastify and the Fetch API of any runtime; names in any letter case. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyWebhook = (
  headers: WebhookHeaders,
  /** The bytes as they came, before any parser. */
  rawBody: string | ArrayBuffer | Uint8Array,
) => Promise<WebhookPayload>;

const ISSUER = 'service-payments';
/** How old a delivery with a secret may be: as long as a token is valid. */
const LIFETIME_SECONDS = 300;
const SHORTEST_KEY_BYTES = 16;

/** Checks by the keys, the secret, or both, whichever is given. */
export function createWebhookVerifier(options: VerifierOptions): VerifyWebhook {
  const { jwks, secret } = options;
  // One that is named but not set is a mistake: without it less would be checked than is meant.
  const hmacKey = 'secret' in options ? hmacKeyOf(secret ?? '') : null;
  if (!jwks && !hmacKey) throw new TypeError('Give jwks, secret or both');
  const keys = jwks && createKeySource(jwks, options.now);
  return async (headers, rawBody) => {
    const body = bytesOf(rawBody);
    const clock = {
      now: (options.now ?? Date.now)() / 1_000,
      skew: options.clockSkewSeconds ?? 60,
    };
    const header = (name: string) => headerOf(headers, name);
    if (hmacKey !== null) await checkHmac(hmacKey, header, body, clock);
    const claims = keys && (await checkToken(keys, header('x-service-signature'), clock));
    if (claims && claims['body_sha256'] !== (await sha256Hex(body))) refuse('other_body');
    const payload = readJson(() => body) as WebhookPayload;
    const signed = claims ?? payload;
    if (signed['service_tx_id'] !== payload.service_tx_id) refuse('other_transaction');
    if (signed['event'] !== payload.event) refuse('other_event');
    return payload;
  };
}

interface Clock {
  /** Unix seconds. */
  readonly now: number;
  readonly skew: number;
}

type Claims = Readonly<Record<string, unknown>>;

async function checkToken(keys: KeySource, token: string | null, clock: Clock): Promise<Claims> {
  if (token === null) refuse('missing_signature');
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  if (signature === '' || rest.length > 0) refuse('malformed');
  const { alg, kid, typ } = readPart(head);
  // No other algorithm, whatever the token claims: with `none` or HS256 anyone could sign.
  if (alg !== 'RS256') refuse('wrong_algorithm');
  // The same keys sign alerts to those who run the service.
  if (typ !== 'JWT') refuse('wrong_type');
  const signed = bytesOf(`${head}.${body}`);
  const hasSigned = async (isDoubted: boolean) => {
    const key = typeof kid === 'string' ? await keys.find(kid, { isDoubted }) : null;
    return verifySignature(key ?? refuse('unknown_key'), signature, signed).catch(() => false);
  };
  if (!(await hasSigned(false)) && !(await hasSigned(true))) refuse('wrong_signature');
  const claims = readPart(body);
  const { exp, iat, iss, event, application } = claims;
  if (iss !== ISSUER) refuse('other_sender');
  if (typeof exp !== 'number' || typeof iat !== 'number') refuse('malformed');
  checkAge(iat, exp, clock);
  if (typeof event !== 'string') refuse('other_event');
  // All applications share the keys, and any of them can name your address in its own payment.
  const own = keys.application() ?? application;
  if (typeof application !== 'string' || application !== own) refuse('other_application');
  return claims;
}

/** An unset secret would give an empty key, with which anyone could sign. */
function hmacKeyOf(secret: string): Bytes {
  try {
    const key = fromBase64(secret.replace(/^whsec_/, ''));
    if (key.length >= SHORTEST_KEY_BYTES) return key;
  } catch {
    // Thrown below.
  }
  throw new TypeError('The secret must be whsec_ and the base64 of at least 16 bytes');
}

async function checkHmac(
  hmacKey: Bytes,
  header: (name: string) => string | null,
  body: Bytes,
  clock: Clock,
): Promise<void> {
  const id = header('webhook-id');
  const timestamp = header('webhook-timestamp');
  const signatures = header('webhook-signature');
  if (id === null || timestamp === null || signatures === null) refuse('missing_signature');
  const at = Number(timestamp);
  if (!Number.isInteger(at)) refuse('malformed');
  const signed = concat(bytesOf(`${id}.${timestamp}.`), body);
  if (!(await hasSignature(hmacKey, signatures, signed))) refuse('wrong_signature');
  checkAge(at, at + LIFETIME_SECONDS, clock);
}

function checkAge(from: number, until: number, { now, skew }: Clock): void {
  if (now > until + skew) refuse('too_old');
  if (from > now + skew) refuse('from_the_future');
}

/** There may be several signatures while a secret is replaced; one match is enough. */
async function hasSignature(hmacKey: Bytes, signatures: string, signed: Bytes): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', hmacKey, hmac, false, ['verify']);
  const results = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map(async (one) => crypto.subtle.verify(hmac, key, fromBase64(one.slice(3)), signed));
  const found = results.map((result) => result.catch(() => false));
  return (await Promise.all(found)).includes(true);
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  // Not `instanceof`: a framework may have a class of its own for headers.
  if (typeof headers.get === 'function') return headers.get(name) ?? null;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found?.slice(1).flat()[0] ?? null;
}

function readPart(part: string): Claims {
  return readJson(() => fromBase64Url(part)) as Claims;
}

function readJson(read: () => Bytes): object {
  try {
    return parseObject(textOf(read())) ?? refuse('malformed');
  } catch {
    return refuse('malformed');
  }
}
