import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../service/src/settings/checkout.ts';
import {
  type ClientOptions,
  createClient,
  createWebhookVerifier,
  type ResponseEvent,
  VERSION,
} from '../src/index.ts';
import { createTestSigner } from '../src/testing.ts';

const RIGHT = { baseUrl: 'http://service.test', apiKey: 'k' };

/** Answers everything, and keeps what it was asked. */
function recording(answer: () => Response = () => Response.json({ status: 'ok' })) {
  const asked: { readonly url: string; readonly headers: Headers }[] = [];
  const fetch = async (url: unknown, { headers }: RequestInit = {}) => {
    asked.push({ url: String(url), headers: new Headers(headers) });
    return answer();
  };
  return { asked, fetch: fetch as typeof globalThis.fetch };
}

const WRONG: readonly (readonly [name: string, changes: object, message: RegExp])[] = [
  ['no address', { baseUrl: undefined }, /^The option baseUrl must be .* but is not set: see your/],
  [
    'an address without a scheme',
    { baseUrl: 'pay.example' },
    /^The option baseUrl must be an http/,
  ],
  ['an address with a query', { baseUrl: 'http://pay.example?a' }, /^The option baseUrl must be/],
  ['no key', { apiKey: undefined }, /^The option apiKey must be .* but is not set: see your/],
  ['an empty key', { apiKey: '' }, /^The option apiKey must be/],
  ['a key with a word before it', { apiKey: 'Bearer x' }, /^The option apiKey must be/],
  ['a negative time', { timeoutMs: -1 }, /^The option timeoutMs must be milliseconds above 0/],
  ['a time that is none', { attemptTimeoutMs: 'soon' }, /^The option attemptTimeoutMs must be/],
  ['a time without end', { timeoutMs: Infinity }, /^The option timeoutMs must be/],
  ['a time in words', { timeoutMs: '500' }, /^The option timeoutMs must be/],
  ['half a repeat', { retries: 0.5 }, /^The option retries must be a whole number from 0/],
  ['a misspelt name', { timeout: 5 }, /^No option timeout here: there are baseUrl, apiKey/],
  ['an option of waitFor', { intervalMs: 5 }, /^No option intervalMs here: there are baseUrl/],
  ['an option of a call', { signal: {} }, /^No option signal here: there are baseUrl/],
];

for (const [name, changes, message] of WRONG) {
  test(`${name} is an error when the client is made`, () => {
    const options = { ...RIGHT, ...changes } as ClientOptions;
    assert.throws(() => createClient(options), { name: 'TypeError', message });
  });
}

test('a wrong option of one call is an error, and nothing is sent', async () => {
  const { asked, fetch } = recording();
  const client = createClient({ ...RIGHT, fetch });
  const wrong = { timeOutMs: 5 } as never;
  await assert.rejects(client.getHealth(wrong), { message: /^No option timeOutMs/ });
  await assert.rejects(client.getHealth({ retries: -1 }), { message: /^The option retries/ });
  await assert.rejects(client.waitFor('x', { intervalMs: 0 }), { message: /intervalMs/ });
  for (const name of ['intervalMs', 'baseUrl', 'hooks', 'fetch']) {
    const given = { [name]: RIGHT.baseUrl } as never;
    await assert.rejects(client.getHealth(given), {
      message: /^No option \w+ here: there are api/,
    });
  }
  for (const name of ['apiKey', 'retries', 'headers']) {
    const given = { [name]: RIGHT.apiKey } as never;
    await assert.rejects(client.waitFor('x', given), {
      message: /^No option \w+ here: there are t/,
    });
  }
  assert.equal(asked.length, 0);
});

test('a webhook secret that is named but not set makes no verifier', async () => {
  const { jwks } = await createTestSigner();
  const make = () => createWebhookVerifier({ jwks, secret: process.env['NO_SUCH_SECRET'] });
  assert.throws(make, { name: 'TypeError', message: /^The secret must be whsec_/ });
});

test('a request names this release, and one call may have headers, a key and repeats', async () => {
  const { asked, fetch } = recording();
  const client = createClient({ ...RIGHT, fetch, headers: { 'X-Team': 'shop' } });
  await client.getHealth();
  await client.getHealth({
    apiKey: 'other',
    headers: { 'x-request-id': 'r-1', 'User-Agent': 'shop/1' },
  });
  const seen = asked.map(({ headers }) =>
    ['user-agent', 'x-team', 'x-api-key', 'x-request-id'].map((name) => headers.get(name)),
  );
  assert.deepEqual(seen, [
    [`momo-sdk/${VERSION}`, 'shop', 'k', null],
    ['shop/1', 'shop', 'other', 'r-1'],
  ]);
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'sdk', 'package.json'), 'utf8')) as {
    version: string;
  };
  assert.equal(VERSION, version);
  const failing = recording(() => Response.json({ detail: 'no' }, { status: 500 }));
  const other = createClient({ ...RIGHT, fetch: failing.fetch });
  await assert.rejects(other.getHealth({ retries: 0 }), { status: 500 });
  assert.equal(failing.asked.length, 1);
});

test('hooks see every attempt, its answer and its pause, and cannot stop a payment', async () => {
  const answers = [
    Response.json({ detail: 'busy', code: 'overloaded' }, { status: 503 }),
    Response.json({ status: 'ok' }, { headers: { 'x-request-id': 'r-2' } }),
  ];
  const { fetch } = recording(() => answers.shift() ?? Response.error());
  const events: unknown[] = [];
  const hooks = {
    onRequest: ({ path, attempt }: { path: string; attempt: number }) => {
      events.push([path, attempt]);
      throw new Error('the log is full');
    },
    onResponse: ({ attempt, response, error, retryInMs }: ResponseEvent) => {
      events.push([attempt, response?.requestId ?? error?.code, retryInMs !== null]);
    },
  };
  await createClient({ ...RIGHT, fetch, hooks }).getHealth();
  assert.deepEqual(events, [
    ['/health', 1],
    [1, 'overloaded', true],
    ['/health', 2],
    [2, 'r-2', false],
  ]);
});
