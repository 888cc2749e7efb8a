import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { whoRunsThis } from '../../../src/cli/options.ts';
import { revokeSigningKey } from '../../../src/flows/webhooks/signing-keys.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { lastAuditLine } from '../../support/access/staff.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { eventually } from '../../support/service-process.ts';
import { bodyOf, create, DEPOSITS, ORANGE, simulate } from '../../support/transactions/payments.ts';
import { startWholeService, verifyToken } from '../../support/webhooks/delivery.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const service = await startWholeService({ SECRETS_KEY });
const { database, databaseUrl } = service;
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
const { momo: anyMomo } = openMomo({ DATABASE_URL: databaseUrl, SECRETS_KEY });
const momo = (...args: readonly string[]) => anyMomo('signing-key', ...args);

interface KeySet {
  readonly keys: readonly { readonly kid: string; readonly n: string; readonly e: string }[];
  readonly revoked?: readonly string[];
}

async function keySet(): Promise<KeySet> {
  return bodyOf(await service.call('GET', '/api/v1/security/jwks.json')) as unknown as KeySet;
}

async function publicKey() {
  return bodyOf(await service.call('GET', '/api/v1/security/callback-public-key'));
}

const kidsOf = ({ keys }: KeySet) => keys.map(({ kid }) => kid);

function kidOf(token: unknown): string {
  const [head = ''] = String(token).split('.');
  return (JSON.parse(Buffer.from(head, 'base64url').toString()) as { readonly kid: string }).kid;
}

test('while no key is revoked, both answers have the members that they always had', async () => {
  assert.deepEqual(Object.keys(await publicKey()).toSorted(), [
    'algorithm',
    'key_id',
    'public_key_pem',
  ]);
  assert.deepEqual(Object.keys(await keySet()).toSorted(), ['application', 'keys']);
});

test('the key that signs is replaced, gone and listed as revoked, and what waits is signed anew', async () => {
  const receiver = await startReceiver((response, { headers }) => {
    const isNew = kidOf(headers['x-service-signature']) === 'service-payments-v2';
    response.writeHead(isNew ? 200 : 500).end();
  });
  const { service_tx_id } = await create(service, DEPOSITS, {
    ...ORANGE,
    callback_url: receiver.url,
    reference: 'waits',
  });
  await simulate(service, service_tx_id, 'succeeded');
  await receiver.until(1);
  assert.equal(kidOf(receiver.received[0]?.headers['x-service-signature']), 'service-payments-v1');

  const done = await revokeSigningKey({ database, vault }, whoRunsThis(), {
    keyId: 'service-payments-v1',
    reason: 'stolen with a backup',
  });
  assert.deepEqual(done, { kind: 'revoked', signsNow: 'service-payments-v2' });
  const [current, set] = [await publicKey(), await keySet()];
  assert.equal(current['key_id'], 'service-payments-v2');
  assert.deepEqual(current['revoked'], ['service-payments-v1']);
  assert.deepEqual([kidsOf(set), set.revoked], [['service-payments-v2'], ['service-payments-v1']]);
  assert.deepEqual(await lastAuditLine(database), {
    actor: whoRunsThis().actor,
    action: 'signing_key.revoke',
    subject: 'signing-key:service-payments-v1',
    before: { revoked: false },
    after: { revoked: true, signs_now: 'service-payments-v2' },
    reason: 'stolen with a backup',
  });

  await eventually('the retry arrives', () =>
    receiver.received.some(
      ({ headers }) => kidOf(headers['x-service-signature']) === 'service-payments-v2',
    ),
  );
  const retried = receiver.received.at(-1);
  assert.equal(retried?.body, receiver.received[0]?.body);
  verifyToken(
    retried?.headers['x-service-signature'],
    String(current['public_key_pem']),
    retried?.body ?? '',
  );
  const list = await momo('list');
  assert.match(
    list.stdout,
    /^service-payments-v2 {2}from \S+ {2}signs now\nservice-payments-v1 {2}revoked\n$/,
  );
});

test('an announced key that is revoked never signs, and those before it stay published', async () => {
  await momo('rotate');
  assert.deepEqual(kidsOf(await keySet()), ['service-payments-v3', 'service-payments-v2']);
  assert.equal((await momo('revoke', 'service-payments-v3')).code, 0);
  assert.deepEqual(kidsOf(await keySet()), ['service-payments-v2']);
  assert.deepEqual((await keySet()).revoked, ['service-payments-v1', 'service-payments-v3']);
  // As if its time had come long ago.
  await database.query({
    text: `update signing_keys set
             active_from = active_from - interval '5 days',
             revoked_at = revoked_at - interval '5 days'`,
    changes: [{ table: 'signing_keys', where: 'true', values: [] }],
  });
  assert.deepEqual(kidsOf(await keySet()), ['service-payments-v2']);
});

test('a longer key can be asked for, and its successor is as long', async () => {
  const rotated = await momo('rotate', '--overlap-hours', '0', '--bits', '3072');
  assert.match(rotated.stdout, /^service-payments-v4 /);
  const revoked = await momo('revoke', 'service-payments-v4');
  assert.match(revoked.stdout, /^revoked service-payments-v4; service-payments-v5 signs now\n/);
  const { keys } = await keySet();
  assert.deepEqual(
    keys.map(({ kid, n, e }) => [kid, bitsOf(n, e)]),
    [
      ['service-payments-v5', 3_072],
      ['service-payments-v2', 2_048],
    ],
  );
  const short = await momo('rotate', '--bits', '1024');
  assert.deepEqual([short.code, /choices are 2048, 3072, 4096/.test(short.stderr)], [2, true]);
});

function bitsOf(n: string, e: string): number | undefined {
  const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
  return key.asymmetricKeyDetails?.modulusLength;
}

test('a key that is unknown or revoked before is refused with a sentence', async () => {
  for (const [kid, problem] of [
    ['service-payments-v99', 'there is no key service-payments-v99'],
    ['service-payments-v1', 'service-payments-v1 was revoked before'],
  ] as const) {
    const { code, stderr } = await momo('revoke', kid);
    assert.deepEqual([code, stderr], [1, `momo: ${problem}\n`]);
  }
});

test('a third party who takes a revocation back does not bring the key back', async () => {
  await service.database.withConnection((connection) =>
    connection.query({
      text: `update signing_keys set revoked_at = null where key_id = 'service-payments-v1'`,
    }),
  );
  assert.deepEqual(kidsOf(await keySet()), ['service-payments-v5', 'service-payments-v2']);
});

test('who has the present set is answered 304 without it, until it changes', async () => {
  const path = '/api/v1/security/jwks.json';
  const first = await service.call('GET', path);
  const tag = first.headers.get('etag') ?? '';
  assert.match(tag, /^"[\w-]{43}"$/);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await service.call('GET', path, { headers: { 'if-none-match': known } });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag]);
  }
  await momo('rotate', '--overlap-hours', '0');
  const changed = await service.call('GET', path, { headers: { 'if-none-match': tag } });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), tag);
});
