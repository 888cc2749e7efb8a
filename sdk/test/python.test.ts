import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../service/src/settings/checkout.ts';
import { startWholeService } from '../../service/test/support/webhooks/delivery.ts';
import { startReceiver } from '../../service/test/support/webhooks/receiver.ts';
import type { SignedWebhook } from '../src/testing.ts';
import { startDescribedFront } from './support/described-front.ts';
import { makeForgeries, SECRET } from './support/forgeries.ts';
import { listOperationIds } from './support/operations.ts';
import { publishKeys } from './support/publish-keys.ts';
import { PYTHON, runProgram, whyMissing } from './support/run-program.ts';
import { createTokenMaker, STRANGE_TOKENS } from './support/token-maker.ts';

const skip = whyMissing('cryptography for Python', PYTHON, 'import cryptography');

const verify = (args: readonly string[], webhooks: readonly SignedWebhook[]) =>
  runProgram(PYTHON, ['python/test/verify.py', ...args], JSON.stringify(webhooks));

test('the Python client has a method for every operation of the interface', () => {
  const source = readFileSync(join(CHECKOUT, 'sdk', 'python', 'momo_client.py'), 'utf8');
  const named = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const missing = listOperationIds().filter((id) => !source.includes(`    def ${named(id)}(self`));
  assert.deepEqual(missing, []);
});

test('Python uses every operation of the service, and verifies its webhooks', {
  skip,
}, async () => {
  const apiKey = 'the-key-of-a-shop';
  const service = await startWholeService({ SPORTSBOOK_API_KEY: apiKey });
  const receiver = await startReceiver();
  const front = await startDescribedFront(service.url);
  const found = await runProgram(PYTHON, ['python/test/pay.py', front, apiKey, receiver.url]);
  assert.deepEqual(found, {
    is_same: true,
    replay: [true, ['amount_xaf']],
    waited: 'NotSettledError',
    state: 'succeeded',
    event: 'payment.succeeded',
    withdrawal: 'pending_approval',
    listed: ['out', 'three', 'two', 'commande-é'],
    moved: [500],
    sent: ['payment.succeeded'],
    operator: 'orange',
    countries: ['CM', 'CM'],
    keys: ['service-payments-v1', 'service-payments-v1'],
    phone: true,
    health: 'ok',
    clock: 1,
    replayed: true,
    small: ['ApiError', 422, 'request_invalid', true],
    no_provider: ['ApiError', 503, 'no_provider_available', true],
    stranger: ['ApiError', 401, 'unauthorized', true],
    unset: ['ValueError', 'api_key is not set: look at your environment'],
  });
  await receiver.until(2);
  const webhooks = receiver.received.map(({ headers, body }) => ({
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    body,
  }));
  assert.deepEqual(await verify([service.url, apiKey], webhooks), ['commande-é', 'commande-é']);
});

test('Python refuses every forgery, and asks for the keys once', { skip }, async () => {
  const { signer, cases, changed } = await makeForgeries();
  const keys = await publishKeys(signer);
  const given = cases.map(([webhook]) => webhook);
  const expected = cases.map(([, finding]) => finding);
  assert.deepEqual(await verify([keys.url, 'key', SECRET], given), expected);
  assert.equal(keys.asked(), 1);
  assert.deepEqual(await verify([keys.url, 'key'], [changed]), ['other_body']);
});

test('Python refuses what a key of the service has signed for others', { skip }, async () => {
  const maker = await createTokenMaker();
  const keys = await publishKeys(maker);
  const given = STRANGE_TOKENS.map(([, changes]) => maker.make(changes));
  assert.deepEqual(
    await verify([keys.url, 'key'], given),
    STRANGE_TOKENS.map(([, , problem]) => problem),
  );
});

test('a service that does not answer holds a webhook in Python up for two seconds', {
  skip,
}, async () => {
  const { signer, cases } = await makeForgeries();
  const given = JSON.stringify({ jwks: await signer.jwks(), webhook: cases[0]?.[0] });
  const found = (await runProgram(PYTHON, ['python/test/patience.py'], given)) as [string, number];
  assert.equal(found[0], 'genuine');
  assert.ok(found[1] < 10, `${found[1]} s`);
});

test('Python makes no verifier of a secret with which anyone could sign', { skip }, async () => {
  for (const secret of ['', 'whsec_', 'whsec_no-base64', 'whsec_BwcHBw==']) {
    const found = await verify(['http://127.0.0.1:9', 'key', secret], []);
    const refusal = 'The secret must be whsec_ and the base64 of at least 16 bytes';
    assert.deepEqual(found, [refusal], secret);
  }
});
