import { bytesOf, concat, fromBase64, sha256Hex, toBase64, toBase64Url } from '../encoding.ts';
import type { JsonWebKeySet, PublicKey, WebhookPayload } from '../types.ts';

export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface TestSigner {
  /** Replaces `client.getJwks`. */
  readonly jwks: () => Promise<JsonWebKeySet>;
  /** Replaces `client.getCallbackPublicKey`. */
  readonly publicKey: () => Promise<PublicKey>;
  /** A webhook as the service would send it; missing members are made up. */
  readonly sign: (payload?: Partial<WebhookPayload>, at?: Date) => Promise<SignedWebhook>;
  /** The same for a body that is there already. */
  readonly signBody: (body: string, at?: Date) => Promise<SignedWebhook>;
}

export interface TestSignerOptions {
  /** The name of the key; `service-payments-v1` by default. */
  readonly keyId?: string;
  /** A webhook secret (`whsec_…`), to sign by Standard Webhooks too. */
  readonly secret?: string;
  /** A key pair that no other signer of this process has, to try a forger. */
  readonly hasOwnKey?: boolean;
}

const RS256 = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const LIFETIME_SECONDS = 300;
const APPLICATION = 'default';

/** Making a key takes a second or more, so that all signers and fakes of a process share one. */
let shared: ReturnType<typeof makeKey> | null = null;

function makeKey() {
  return crypto.subtle.generateKey(RS256, true, ['sign', 'verify']);
}

/** Signs webhooks as the service would; with `secret` also by Standard Webhooks. */
export async function createTestSigner({
  keyId = 'service-payments-v1',
  secret,
  hasOwnKey = false,
}: TestSignerOptions = {}): Promise<TestSigner> {
  const pair = hasOwnKey ? makeKey() : (shared ??= makeKey());
  const { privateKey, publicKey } = await pair;
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const signBody = async (body: string, at = new Date()): Promise<SignedWebhook> => {
    const payload = JSON.parse(body) as WebhookPayload;
    const claims = { ...(await claimsOf(payload, body)), ...timesOf(at) };
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-service-signature': await signToken(privateKey, keyId, claims),
        ...(secret !== undefined && (await standardHeaders(secret, body, at))),
      },
    };
  };
  return {
    jwks: async () => ({
      keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: keyId, n, e }],
      application: APPLICATION,
    }),
    publicKey: async () => ({
      algorithm: 'RS256',
      key_id: keyId,
      public_key_pem: await pemOf(publicKey),
    }),
    sign: (given = {}, at = new Date()) =>
      signBody(JSON.stringify({ ...exampleOf(at), ...given }), at),
    signBody,
  };
}

async function pemOf(key: CryptoKey): Promise<string> {
  const text = toBase64(new Uint8Array(await crypto.subtle.exportKey('spki', key)));
  const lines = text.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}

function exampleOf(at: Date): WebhookPayload {
  return {
    service_tx_id: crypto.randomUUID(),
    reference: `order-${at.getTime()}`,
    event: 'payment.succeeded',
    direction: 'deposit',
    amount_xaf: 500,
    operator: 'mtn',
    provider_tx_id: 'SANDBOX-1',
    ts: at.toISOString(),
  };
}

async function claimsOf({ service_tx_id, reference, event }: WebhookPayload, body: string) {
  const body_sha256 = await sha256Hex(bytesOf(body));
  const jti = crypto.randomUUID();
  const environment = 'sandbox';
  const about = { service_tx_id, reference, event, application: APPLICATION, environment };
  return { iss: 'service-payments', jti, ...about, body_sha256 };
}

function timesOf(at: Date) {
  const iat = Math.floor(at.getTime() / 1_000);
  return { iat, exp: iat + LIFETIME_SECONDS };
}

async function signToken(key: CryptoKey, kid: string, claims: object): Promise<string> {
  const signed = [{ alg: 'RS256', kid, typ: 'JWT' }, claims]
    .map((part) => toBase64Url(bytesOf(JSON.stringify(part))))
    .join('.');
  const signature = await crypto.subtle.sign(RS256, key, bytesOf(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

async function standardHeaders(secret: string, body: string, at: Date) {
  const id = `msg_${crypto.randomUUID()}`;
  const timestamp = String(timesOf(at).iat);
  const raw = fromBase64(secret.replace(/^whsec_/, ''));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, hmac, false, ['sign']);
  const signed = concat(bytesOf(`${id}.${timestamp}.`), bytesOf(body));
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(signature)}`,
  };
}
