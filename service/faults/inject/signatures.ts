import { execFileSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createWebhookVerifier } from '../../../sdk/src/verify-webhook.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { sealDatabase } from '../../src/flows/sealed-database.ts';
import { rotateSigningKey } from '../../src/flows/webhooks/signing-keys.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { inParallel } from '../../test/support/in-parallel.ts';
import {
  eventually,
  type ServiceProcess,
  startServiceProcess,
} from '../../test/support/service-process.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  shiftClock,
  simulate,
} from '../../test/support/transactions/payments.ts';
import { untilQuiet } from '../../test/support/webhooks/delivery.ts';
import { type Received, startReceiver } from '../../test/support/webhooks/receiver.ts';
import { countFindings } from '../findings.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const HANDS = 8;
const ROTATE_HOURS = 25;
const PATIENCE_MS = 120_000;

/** Deliveries under changing keys, checked by OpenSSL and by the SDK, and forgeries by the SDK. */
export async function checkSignatures(order: {
  readonly deliveries: number;
  readonly rotations: number;
}) {
  const { database: unsealed, url } = await openTestDatabase({ secretsKey: SECRETS_KEY });
  const env = { DATABASE_URL: url, SECRETS_KEY, LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env });
  const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
  const database = sealDatabase(unsealed, vault);
  const receiver = await startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'momo-signatures-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const keys = new Set<string>();
  let [wrongByOpenssl, wrongBySdk, falseAccepts, checked, hours] = [0, 0, 0, 0, 0];
  for (let turn = 0; turn <= order.rotations; turn += 1) {
    const { keyId, pem } = await publicKeyOf(service);
    keys.add(keyId);
    await deliver(service, receiver.url, 1);
    await eventually(
      `signed by ${keyId}`,
      async () => {
        await deliver(service, receiver.url, 1);
        return kidOf(receiver.received.at(-1)) === keyId;
      },
      PATIENCE_MS,
    );
    await untilQuiet(database, PATIENCE_MS);
    const before = receiver.received.length;
    const count = Math.ceil(order.deliveries / (order.rotations + 1));
    await deliver(service, receiver.url, count);
    await receiver.until(before + count, PATIENCE_MS);
    const verify = createWebhookVerifier({
      jwks: async () => (await service.call('GET', '/api/v1/security/jwks.json')).json as never,
    });
    const got = receiver.received.slice(before);
    for (const one of got) {
      checked += 1;
      if (!verifiedByOpenssl(folder, pem, one)) wrongByOpenssl += 1;
      const isGood = await verify(one.headers, one.body).then(
        () => true,
        () => false,
      );
      if (!isGood) wrongBySdk += 1;
    }
    const [sample] = got;
    for (const [name, headers, body] of sample === undefined ? [] : forgeries(sample, pem)) {
      const isTaken = await verify(headers, body).then(
        () => true,
        () => false,
      );
      if (!isTaken) continue;
      falseAccepts += 1;
      console.log(`taken: ${name}`);
    }
    const old = createWebhookVerifier({
      jwks: async () => (await service.call('GET', '/api/v1/security/jwks.json')).json as never,
      now: () => Date.now() + 3_600_000,
    });
    if (
      sample &&
      (await old(sample.headers, sample.body).then(
        () => true,
        () => false,
      ))
    ) {
      falseAccepts += 1;
    }
    if (turn === order.rotations) break;
    await rotateSigningKey({ database, vault }, COMMAND_LINE, { overlapHours: ROTATE_HOURS });
    hours += ROTATE_HOURS + 1;
    await shiftClock(database, hours * 3_600);
  }
  await service.end('SIGTERM');
  const receivers = receiver.received.map(({ body }) => body);
  return {
    wrong_by_openssl: wrongByOpenssl,
    wrong_by_sdk: wrongBySdk,
    false_accepts: falseAccepts,
    keys: keys.size,
    findings: await countFindings(database, { isStopped: true, others: { receivers } }),
    checked,
  };
}

async function deliver(service: ServiceProcess, url: string, count: number): Promise<void> {
  await inParallel(count, HANDS, async () => {
    const { service_tx_id: id } = await create(service, DEPOSITS, { callback_url: url });
    await simulate(service, id, 'succeeded');
  });
}

async function publicKeyOf(service: ServiceProcess) {
  const answer = await service.call('GET', '/api/v1/security/callback-public-key');
  const { key_id: keyId, public_key_pem: pem } = bodyOf(answer);
  return { keyId: String(keyId), pem: String(pem) };
}

function tokenOf(received: Received | undefined): string {
  return String(received?.headers['x-service-signature'] ?? '..');
}

function kidOf(received: Received | undefined): unknown {
  const [head = ''] = tokenOf(received).split('.');
  const text = Buffer.from(head, 'base64url').toString() || '{}';
  return (JSON.parse(text) as { readonly kid?: unknown }).kid;
}

/** A second implementation, which has nothing of ours. */
function verifiedByOpenssl(folder: string, pem: string, received: Received): boolean {
  const [head = '', body = '', signature = ''] = tokenOf(received).split('.');
  const [key, data, signed] = ['key.pem', 'data', 'signature'].map((name) => join(folder, name));
  writeFileSync(key ?? '', pem);
  writeFileSync(data ?? '', `${head}.${body}`);
  writeFileSync(signed ?? '', Buffer.from(signature, 'base64url'));
  const args = ['dgst', '-sha256', '-verify', key ?? '', '-signature', signed ?? '', data ?? ''];
  try {
    return execFileSync('openssl', args, { encoding: 'utf8' }).includes('Verified OK');
  } catch {
    return false;
  }
}

type Forgery = readonly [name: string, headers: Record<string, string>, body: string];

/** What a sender without the key might send. */
function forgeries(received: Received, pem: string): readonly Forgery[] {
  const [head = '', claims = '', signature = ''] = tokenOf(received).split('.');
  const { body } = received;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const signedBy = (alg: string) => encode({ ...decode(head), alg });
  const hs256 = `${signedBy('HS256')}.${claims}`;
  const hmac = createHmac('sha256', pem).update(hs256).digest('base64url');
  const token = (text: string) => ({ 'x-service-signature': text });
  const other = body.replace(/[0-9a-f-]{36}/, randomUUID());
  return [
    ['no algorithm', token(`${signedBy('none')}.${claims}.`), body],
    ['no algorithm, old signature', token(`${signedBy('none')}.${claims}.${signature}`), body],
    ['HS256 with the public key', token(`${hs256}.${hmac}`), body],
    ['another transaction', token(`${head}.${claims}.${signature}`), other],
    [
      'another time',
      token(`${head}.${encode({ ...decode(claims), iat: 1, exp: 4e9 })}.${signature}`),
      body,
    ],
    ['no signature', {}, body],
    ['an empty one', token(`${head}.${claims}.`), body],
  ];
}
