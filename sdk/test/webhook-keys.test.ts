import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createClient, createWebhookVerifier, type JsonWebKeySet } from '../src/index.ts';
import { createTestSigner } from '../src/testing.ts';

const signer = await createTestSigner();
const next = await createTestSigner({ keyId: 'service-payments-v2' });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A verifier whose service the test plays; `passed` is how much later it is. */
function watchedVerifier() {
  const state = { asked: 0, passed: 0, set: signer.jwks, isAway: false };
  const jwks = async (): Promise<JsonWebKeySet> => {
    state.asked += 1;
    if (state.isAway) throw new Error('no connection');
    return state.set();
  };
  const verify = createWebhookVerifier({ jwks, now: () => Date.now() + state.passed });
  const accept = async (from = signer) => {
    const { headers, body } = await from.sign({}, new Date(Date.now() + state.passed));
    return verify(headers, body);
  };
  return { state, accept };
}

const revoked = async () => ({ ...(await next.jwks()), revoked: ['service-payments-v1'] });

test('the keys are requested once, and again for a new one, but not for every forgery', async () => {
  const { state, accept } = watchedVerifier();
  await Promise.all([1, 2, 3].map(() => accept()));
  assert.equal(state.asked, 1);
  for (let n = 0; n < 3; n += 1) {
    await assert.rejects(accept(next), { problem: 'unknown_key' });
  }
  assert.equal(state.asked, 1, 'the set is seconds old');
  state.set = next.jwks;
  state.passed = MINUTE_MS;
  await accept(next);
  assert.equal(state.asked, 2);
});

test('a revoked key is refused ten minutes later at the latest', async () => {
  const { state, accept } = watchedVerifier();
  await accept();
  state.set = revoked;
  state.passed = 9 * MINUTE_MS;
  await accept();
  assert.equal(state.asked, 1);
  state.passed = 11 * MINUTE_MS;
  const answers = await Promise.allSettled([1, 2, 3].map(() => accept()));
  const problems = answers.map((one) => one.status === 'rejected' && one.reason.problem);
  assert.deepEqual(problems, ['revoked_key', 'revoked_key', 'revoked_key']);
  assert.equal(state.asked, 2, 'one question for all');
  await accept(next);
});

test('a key that is listed as revoked is refused, even while it is published too', async () => {
  const { state, accept } = watchedVerifier();
  state.set = async () => ({ ...(await signer.jwks()), revoked: ['service-payments-v1'] });
  await assert.rejects(accept(), { problem: 'revoked_key' });
});

test('while the service is away the keys are good for a day, and it is not asked each time', async () => {
  const { state, accept } = watchedVerifier();
  await accept();
  state.isAway = true;
  state.passed = 23 * HOUR_MS;
  for (let n = 0; n < 5; n += 1) await accept();
  assert.equal(state.asked, 2);
  state.passed += MINUTE_MS;
  await accept();
  assert.equal(state.asked, 3);
  state.passed = 25 * HOUR_MS;
  await assert.rejects(accept(), /no connection/, 'it is not called a forgery');
  state.isAway = false;
  await accept();
});

test('a service that does not answer holds a webhook up for two seconds at most', async () => {
  const { state, accept } = watchedVerifier();
  await accept();
  state.passed = HOUR_MS;
  state.set = () => new Promise(() => {});
  const before = performance.now();
  await accept();
  assert.ok(performance.now() - before < 4_000);
});

test('an unknown key holds webhooks up for two seconds at most, and the next ones not', async () => {
  const { state, accept } = watchedVerifier();
  await accept();
  state.passed = MINUTE_MS;
  state.set = () => new Promise(() => {});
  const before = performance.now();
  const both = [accept(next), accept(next)];
  for (const one of both) await assert.rejects(one, { code: 'timed_out' });
  for (let n = 0; n < 2; n += 1) await assert.rejects(accept(next), { code: 'timed_out' });
  await accept();
  assert.ok(performance.now() - before < 5_500, 'two seconds for each would be six');
  assert.equal(state.asked, 2);
  state.set = next.jwks;
  state.passed = 2 * MINUTE_MS;
  await accept(next);
});

test('made-up key ids do not make us ask a service that is away for each of them', async () => {
  const { state, accept } = watchedVerifier();
  await accept();
  state.isAway = true;
  state.passed = MINUTE_MS;
  for (let n = 0; n < 3; n += 1) await assert.rejects(accept(next), /no connection/);
  assert.equal(state.asked, 2);
  await accept();
  state.passed = 2 * MINUTE_MS;
  await assert.rejects(accept(next), /no connection/);
  assert.equal(state.asked, 3);
});

test('a key whose id a new service gives again is asked for, at most every 30 seconds', async () => {
  const { state, accept } = watchedVerifier();
  await accept();
  const other = await createTestSigner({ hasOwnKey: true });
  state.set = other.jwks;
  state.passed = 20_000;
  await assert.rejects(accept(other), { problem: 'wrong_signature' });
  assert.equal(state.asked, 1);
  state.passed = MINUTE_MS;
  await Promise.all([1, 2, 3].map(() => accept(other)));
  for (let n = 0; n < 3; n += 1) await assert.rejects(accept(), { problem: 'wrong_signature' });
  assert.equal(state.asked, 2);
  state.isAway = true;
  state.passed = 2 * MINUTE_MS;
  await assert.rejects(accept(), { problem: 'wrong_signature' });
  await accept(other);
});

test('if the keys are unavailable, the webhook is not called a forgery', async () => {
  const { state, accept } = watchedVerifier();
  state.isAway = true;
  await assert.rejects(accept(), /no connection/);
  state.isAway = false;
  await accept();
  state.isAway = true;
  state.passed = MINUTE_MS;
  for (let n = 0; n < 2; n += 1) await assert.rejects(accept(next), /no connection/);
});

test('the client names the set that it has, and is not sent it again', async () => {
  const tags: (string | undefined)[] = [];
  let set = JSON.stringify(await signer.jwks());
  const answer = ({ headers }: IncomingMessage) => {
    tags.push(headers['if-none-match']);
    const etag = `"${set.length}"`;
    return { etag, isKnown: headers['if-none-match'] === etag };
  };
  const server = createServer((request, response) => {
    const { etag, isKnown } = answer(request);
    const headers = { 'content-type': 'application/json', etag };
    response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : set);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'any' });
  const first = await client.getJwks();
  assert.deepEqual(await client.getJwks(), first);
  assert.deepEqual(tags, [undefined, `"${set.length}"`]);
  set = JSON.stringify(await revoked());
  assert.deepEqual((await client.getJwks()).revoked, ['service-payments-v1']);
});
