import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createWebhookVerifier } from '../../../sdk/src/verify-webhook.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { issueKey } from '../../src/flows/access/administer-keys.ts';
import { rotateSigningKey } from '../../src/flows/webhooks/signing-keys.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  ORANGE,
  shiftClock,
  simulate,
} from '../support/transactions/payments.ts';
import { startWholeService, verifyToken } from '../support/webhooks/delivery.ts';
import { type Received, type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const CONFIGURED = 'configured-key';
const service = await startWholeService({ SECRETS_KEY, SPORTSBOOK_API_KEY: CONFIGURED });
const { database } = service;
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
const BY_DEFAULT = { 'x-api-key': CONFIGURED };

interface PublicKey {
  readonly key_id: string;
  readonly public_key_pem: string;
}

async function publicKey(): Promise<PublicKey> {
  const path = '/api/v1/security/callback-public-key';
  const answer = await service.call('GET', path, { headers: BY_DEFAULT });
  return bodyOf(answer) as unknown as PublicKey;
}

/** A deposit that succeeds, and the webhook that arrives for it. */
async function deliver(
  receiver: Receiver,
  headers: Readonly<Record<string, string>> = BY_DEFAULT,
): Promise<{ readonly id: string; readonly received: Received }> {
  const before = receiver.received.length;
  const changes = { ...ORANGE, callback_url: receiver.url, reference: 'order-é-1' };
  const { service_tx_id: id } = await create(service, DEPOSITS, changes, headers);
  await simulate(service, id, 'succeeded', headers);
  await receiver.until(before + 1);
  const received = receiver.received.at(-1);
  assert.ok(received);
  return { id, received };
}

test('a delivery verifies with the published key, and its claims are those of the body', async () => {
  const receiver = await startReceiver();
  const { id, received } = await deliver(receiver);
  const key = await publicKey();
  const token = received.headers['x-service-signature'];
  const { header, claims } = verifyToken(token, key.public_key_pem, received.body);
  assert.deepEqual(header, { alg: 'RS256', kid: key.key_id, typ: 'JWT' });
  const { iat, exp, jti, body_sha256: _checked, ...rest } = claims;
  assert.deepEqual(rest, {
    iss: 'service-payments',
    service_tx_id: id,
    reference: 'order-é-1',
    event: 'payment.succeeded',
    application: 'default',
    environment: 'sandbox',
  });
  assert.ok(Math.abs(Number(iat) - Date.now() / 1_000) < 30);
  assert.equal(Number(exp) - Number(iat), 300);
  assert.match(String(jti), /^[0-9a-f-]{36}$/);
  const { 'content-type': type, 'user-agent': agent } = received.headers;
  assert.equal(type, 'application/json');
  assert.match(String(agent), /^momo-payment-service\/\d/);
});

test('a replay carries the same body and is signed anew', async () => {
  const receiver = await startReceiver();
  const { id, received: first } = await deliver(receiver);
  const path = `/api/v1/transactions/${id}/replay-webhook`;
  assert.equal((await service.call('POST', path, { headers: BY_DEFAULT })).status, 200);
  await receiver.until(2);
  const second = receiver.received[1];
  assert.equal(second?.body, first.body);
  assert.notEqual(second?.headers['x-service-signature'], first.headers['x-service-signature']);
  const { public_key_pem } = await publicKey();
  verifyToken(second?.headers['x-service-signature'], public_key_pem, first.body);
});

test('only an application with a webhook secret gets the Standard Webhooks headers', async () => {
  const receiver = await startReceiver();
  const { received: plain } = await deliver(receiver);
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  for (const name of names) assert.equal(plain.headers[name], undefined);
  const issued = await issueKey(
    { database, environment: 'sandbox', vault },
    COMMAND_LINE,
    'platform',
  );
  const secret = issued.webhookSecret ?? '';
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { received } = await deliver(receiver, { 'x-api-key': issued.key });
  const [id, timestamp, signature] = names.map((name) => String(received.headers[name]));
  assert.ok(Math.abs(Number(timestamp) - Date.now() / 1_000) < 30);
  const expected = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${received.body}`)
    .digest('base64');
  assert.equal(signature, `v1,${expected}`);
  const { public_key_pem } = await publicKey();
  verifyToken(received.headers['x-service-signature'], public_key_pem, received.body);
});

test('while a webhook secret is replaced both sign, and then the new one alone', async () => {
  const receiver = await startReceiver();
  const deps = { database, environment: 'sandbox', vault } as const;
  const issued = await issueKey(deps, COMMAND_LINE, 'changes-its-secret');
  const headers = { 'x-api-key': issued.key };
  const { momo: run } = openMomo({ DATABASE_URL: service.databaseUrl, SECRETS_KEY });
  const rotated = await run('key', 'rotate-secret', 'changes-its-secret', '--json');
  assert.equal(rotated.code, 0, rotated.stderr);
  const { webhook_secret: made } = JSON.parse(rotated.stdout) as { webhook_secret: string };
  const old = issued.webhookSecret ?? '';
  assert.notEqual(made, old);
  const accepts = async (secret: string, { headers: given, body }: Received) => {
    const verify = createWebhookVerifier({ secret });
    return verify(given as Record<string, string>, body).then(
      () => true,
      () => false,
    );
  };
  const both = (await deliver(receiver, headers)).received;
  assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2);
  assert.deepEqual([await accepts(made, both), await accepts(old, both)], [true, true]);
  await run('key', 'rotate-secret', 'changes-its-secret', '--overlap-hours', '0');
  const alone = (await deliver(receiver, headers)).received;
  assert.deepEqual([await accepts(made, alone), await accepts(old, alone)], [false, false]);
  assert.equal(String(alone.headers['webhook-signature']).split(' ').length, 1);
  const line = await lastAuditLine(database);
  assert.deepEqual(
    [line?.action, line?.subject],
    ['key.rotate_secret', 'application:changes-its-secret'],
  );
  const none = await run('key', 'rotate-secret', 'default');
  assert.equal(none.stderr, 'momo: default has no webhook secret: issue a key for it\n');
});

test('attempts of one delivery have one webhook-id, a replay has another', async () => {
  const receiver = await startReceiver((response, _received, count) => {
    response.writeHead(count === 1 ? 500 : 200).end();
  });
  const issued = await issueKey({ database, environment: 'sandbox', vault }, COMMAND_LINE, 'other');
  const headers = { 'x-api-key': issued.key };
  const { id } = await deliver(receiver, headers);
  await receiver.until(2);
  await service.call('POST', `/api/v1/transactions/${id}/replay-webhook`, { headers });
  await receiver.until(3);
  const ids = receiver.received.map((received) => received.headers['webhook-id']);
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[1], ids[2]);
});

test('a webhook says whose payment it is, and the key set whose key asks for it', async () => {
  const receiver = await startReceiver();
  const shop = await issueKey({ database, environment: 'sandbox', vault }, COMMAND_LINE, 'a-shop');
  const { public_key_pem } = await publicKey();
  for (const [application, key] of [
    ['default', BY_DEFAULT['x-api-key']],
    ['a-shop', shop.key],
  ] as const) {
    const headers = { 'x-api-key': key };
    const { received } = await deliver(receiver, headers);
    const token = received.headers['x-service-signature'];
    const { claims } = verifyToken(token, public_key_pem, received.body);
    assert.equal(claims['application'], application);
    const published = await service.call('GET', '/api/v1/security/jwks.json', { headers });
    assert.equal(bodyOf(published)['application'], application);
  }
});

test('an announced key is published at once, signs when its time has come, and the old one stays known', async () => {
  const receiver = await startReceiver();
  const before = await publicKey();
  const rotation = await rotateSigningKey({ database, vault }, COMMAND_LINE, { overlapHours: 25 });
  assert.ok(rotation.kind === 'announced' && rotation.keyId === 'service-payments-v2');
  assert.deepEqual(await keyIds(), ['service-payments-v2', 'service-payments-v1']);
  assert.equal((await publicKey()).key_id, 'service-payments-v1');
  const again = await rotateSigningKey({ database, vault }, COMMAND_LINE, { overlapHours: 25 });
  assert.equal(again.kind, 'already_announced');

  const { received: old } = await deliver(receiver);
  verifyToken(old.headers['x-service-signature'], before.public_key_pem, old.body);

  await shiftClock(database, 25 * 3_600 + 1);
  const after = await publicKey();
  assert.equal(after.key_id, 'service-payments-v2');
  // A process that has looked lately needs two seconds to notice; a receiver asks again by then.
  const { received } = await deliverUntilSignedBy(receiver, 'service-payments-v2');
  verifyToken(received.headers['x-service-signature'], after.public_key_pem, received.body);
  assert.deepEqual(await keyIds(), ['service-payments-v2', 'service-payments-v1']);
  await shiftClock(database, (25 + 49) * 3_600);
  assert.deepEqual(await keyIds(), ['service-payments-v2']);
  await shiftClock(database, 0);
});

async function keyIds(): Promise<readonly string[]> {
  const answer = await service.call('GET', '/api/v1/security/jwks.json', { headers: BY_DEFAULT });
  const { keys } = bodyOf(answer) as unknown as { readonly keys: readonly { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

async function deliverUntilSignedBy(receiver: Receiver, keyId: string) {
  const until = performance.now() + 5_000;
  for (;;) {
    const delivered = await deliver(receiver);
    const [head = ''] = String(delivered.received.headers['x-service-signature']).split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    if (kid === keyId) return delivered;
    assert.ok(performance.now() < until, `still signed by ${kid}`);
  }
}
