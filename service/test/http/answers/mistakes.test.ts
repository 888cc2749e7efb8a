import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueKey } from '../../support/access/api-keys.ts';
import type { Answer, CallOptions } from '../../support/call.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  paymentBody,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const KEY = 'svc_test_any-text';
const service = await startTestService({ SPORTSBOOK_API_KEY: KEY });
const live = await startTestService({ SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'live-key' });
const own = { 'x-api-key': KEY };
const { key: issued } = await issueKey(service, 'platform');

const REFERENCE = 'order-1001';
const body = paymentBody({ reference: REFERENCE });
const { service_tx_id: ID } = await create(service, DEPOSITS, body, own);
await simulate(service, ID, 'failed', own);
const { service_tx_id: OPEN } = await create(service, WITHDRAWALS, {}, own);
const player = String(body['player_id']);

/** Where the answer says what to do: a member of the body, or a header in small letters. */
type Place = 'detail' | 'hint' | 'accepted' | 'reachable' | 'differs' | `header ${string}`;

interface Mistake {
  readonly ask: () => Promise<Answer>;
  readonly status: number;
  readonly says: readonly [place: Place, what: RegExp];
}

const ask = (method: string, path: string, options: CallOptions = {}) =>
  service.call(method, path, { ...options, headers: { ...own, ...options.headers } });
const post = (changes: Readonly<Record<string, unknown>>) =>
  ask('POST', DEPOSITS, { json: paymentBody(changes) });
const withKey = (headers: Readonly<Record<string, string>>, path = '/api/v1/CM/providers') =>
  service.call('GET', path, { headers });
const sendText = (text: string, type = 'application/json') =>
  ask('POST', DEPOSITS, { body: text, headers: { 'content-type': type } });
const simulated = (outcome: string, id = ID) =>
  ask('POST', `/api/v1/sandbox/transactions/${id}/simulate`, { json: { outcome } });

/** What developers do wrong in their first hour. A row is added for every mistake that is seen. */
const MISTAKES: Readonly<Record<string, Mistake>> = {
  'no key': {
    ask: () => withKey({}),
    status: 401,
    says: ['detail', /: send it in the header X-API-Key$/],
  },
  'Authorization: Bearer': {
    ask: () => withKey({ authorization: `Bearer ${KEY}` }),
    status: 401,
    says: ['detail', /in the header X-API-Key, not in Authorization/],
  },
  'a word before the key': {
    ask: () => withKey({ 'x-api-key': `Bearer ${KEY}` }),
    status: 401,
    says: ['detail', /the key alone in X-API-Key/],
  },
  'the key in the address': {
    ask: () => withKey({}, `/api/v1/CM/providers?api_key=${KEY}`),
    status: 401,
    says: ['detail', /in the header X-API-Key, not in the address/],
  },
  'the key in another header': {
    ask: () => withKey({ 'api-key': KEY }),
    status: 401,
    says: ['detail', /in the header X-API-Key, not in the header api-key/],
  },
  'a key in quotes': {
    ask: () => withKey({ 'x-api-key': `"${issued}"` }),
    status: 401,
    says: ['hint', /character by character and without quotes/],
  },
  'a key that was cut or revoked': {
    ask: () => withKey({ 'x-api-key': issued.slice(0, -3) }),
    status: 401,
    says: ['hint', /revoked: ask for another/],
  },
  'a live key in the sandbox': {
    ask: () => withKey({ 'x-api-key': issued.replace('svc_test_', 'svc_live_') }),
    status: 401,
    says: ['detail', /begin with 'svc_test_'/],
  },
  'a form instead of JSON': {
    ask: () => sendText('amount_xaf=500', 'application/x-www-form-urlencoded'),
    status: 422,
    says: ['hint', /send Content-Type: application\/json/],
  },
  'single quotes in JSON': {
    ask: () => sendText("{'amount_xaf': 500}"),
    status: 422,
    says: ['hint', /Let a library write the JSON/],
  },
  'a comma too many in JSON': {
    ask: () => sendText('{"amount_xaf": 500,}'),
    status: 422,
    says: ['hint', /Let a library write the JSON/],
  },
  'no body': {
    ask: () => sendText(''),
    status: 422,
    says: ['hint', /^body: .*send a JSON object/],
  },
  'an array as a body': {
    ask: () => sendText('[]'),
    status: 422,
    says: ['hint', /^body: Send a JSON object/],
  },
  'a number with its leading zero': {
    ask: () => post({ msisdn: '0670000001' }),
    status: 422,
    says: ['detail', /\+237/],
  },
  'a number with spaces': {
    ask: () => post({ msisdn: '+237 670 00 00 01' }),
    status: 422,
    says: ['detail', /\+237/],
  },
  'an amount in quotes': {
    ask: () => post({ amount_xaf: '5000' }),
    status: 422,
    says: ['hint', /amount_xaf: Send a number without quotes/],
  },
  'an amount with a fraction': {
    ask: () => post({ amount_xaf: 50.5 }),
    status: 422,
    says: ['hint', /amount_xaf: Send whole francs/],
  },
  'an amount that is too small': {
    ask: () => post({ amount_xaf: 0 }),
    status: 422,
    says: ['hint', /amount_xaf: Send at least 100\./],
  },
  'an amount that is too large': {
    ask: () => post({ amount_xaf: 1e20 }),
    status: 422,
    says: ['hint', /amount_xaf: Send at most \d+/],
  },
  'an operator in capitals': {
    ask: () => post({ operator: 'MTN' }),
    status: 400,
    says: ['detail', /accepted values are 'mtn' and 'orange'/],
  },
  'the number of the other operator': {
    ask: () => post({ operator: 'mtn', msisdn: '+237690000001' }),
    status: 422,
    says: ['detail', /belongs to another operator: 'orange'/],
  },
  'a reference that is missing': {
    ask: () => post({ reference: undefined }),
    status: 422,
    says: ['hint', /reference: Add this member/],
  },
  'a number as a reference': {
    ask: () => post({ reference: 7 }),
    status: 422,
    says: ['hint', /reference: Send a string: "order-7", not 7/],
  },
  'a player who is no UUID': {
    ask: () => post({ player_id: 'user-42' }),
    status: 422,
    says: ['hint', /player_id: Send a UUID.*version 5/],
  },
  'a player who is a number': {
    ask: () => post({ player_id: 42 }),
    status: 422,
    says: ['hint', /player_id: Send the UUID as a string.*version 5/],
  },
  'a language that there is not': {
    ask: () => post({ lang: 'de' }),
    status: 422,
    says: ['accepted', /^fr,en$/],
  },
  'an address that is none': {
    ask: () => post({ callback_url: 'my-shop.example/hooks' }),
    status: 422,
    says: ['hint', /callback_url: Send an absolute URL/],
  },
  'a misspelt member of the body': {
    ask: () => post({ callbackUrl: 'http://localhost:9/hook' }),
    status: 200,
    says: ['header ignored-parameters', /^callbackUrl;accepted="player_id .*callback_url lang"$/],
  },
  'a reference again with another amount': {
    ask: () => ask('POST', DEPOSITS, { json: { ...body, amount_xaf: 900 } }),
    status: 200,
    says: ['header idempotent-differs', /^amount_xaf$/],
  },
  'a slash at the end': {
    ask: () => ask('POST', '/api/v1/deposits/', { json: {} }),
    status: 404,
    says: ['hint', /^Did you mean POST \/api\/v1\/deposits\?$/],
  },
  'two slashes': {
    ask: () => ask('POST', '//api//v1/deposits', { json: {} }),
    status: 404,
    says: ['hint', /^Did you mean POST \/api\/v1\/deposits\?$/],
  },
  'no version': {
    ask: () => ask('POST', '/deposits', { json: {} }),
    status: 404,
    says: ['hint', /^Did you mean POST \/api\/v1\/deposits\?$/],
  },
  'another version': {
    ask: () => ask('POST', '/v2/withdrawals', { json: {} }),
    status: 404,
    says: ['hint', /^Did you mean POST \/api\/v1\/withdrawals\?$/],
  },
  'capitals in the path': {
    ask: () => ask('GET', '/API/V1/CM/Providers'),
    status: 404,
    says: ['hint', /^Did you mean GET \/api\/v1\/\{country\}\/providers\?$/],
  },
  'one deposit instead of deposits': {
    ask: () => ask('POST', '/api/v1/deposit', { json: {} }),
    status: 404,
    says: ['hint', /^Did you mean POST \/api\/v1\/deposits\?$/],
  },
  'a deposit read where it was created': {
    ask: () => ask('GET', `/api/v1/deposits/${ID}`),
    status: 404,
    says: ['hint', /^Did you mean GET \/api\/v1\/transactions\/\{service_tx_id\}\?$/],
  },
  'the deposits listed where they are created': {
    ask: () => ask('GET', '/api/v1/deposits'),
    status: 405,
    says: ['hint', /^Use POST here\. Did you mean GET \/api\/v1\/transactions\?$/],
  },
  'another method': {
    ask: () => ask('PUT', '/api/v1/withdrawals', { json: {} }),
    status: 405,
    says: ['hint', /^Use POST here\./],
  },
  'a resource that other interfaces have': {
    ask: () => ask('POST', '/api/v1/refunds', { json: {} }),
    status: 404,
    says: ['hint', /^Did you mean POST \/api\/v1\/deposits\/\{service_tx_id\}\/refunds\?$/],
  },
  'nothing like any path': {
    ask: () => ask('GET', '/api/v1/balance-of-everything'),
    status: 404,
    says: ['hint', /Compare the path with \/openapi\.json/],
  },
  'the own reference instead of the id': {
    ask: () => ask('GET', `/api/v1/transactions/${REFERENCE}`),
    status: 422,
    says: ['hint', /GET \/api\/v1\/transactions\?reference= finds a transaction/],
  },
  'an id of another environment': {
    ask: () => ask('GET', '/api/v1/transactions/3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
    status: 404,
    says: ['hint', /the same environment/],
  },
  'another country': {
    ask: () => ask('GET', '/api/v1/GA/providers'),
    status: 404,
    says: ['hint', /\/api\/v1\/CM\/providers/],
  },
  'a filter of another list': {
    ask: () => ask('GET', `/api/v1/players/${player}/transactions?state=failed`),
    status: 200,
    says: ['header ignored-parameters', /^state;accepted="status direction page limit"$/],
  },
  'a state that there is not': {
    ask: () => ask('GET', `/api/v1/players/${player}/transactions?status=success`),
    status: 200,
    says: [
      'header ignored-parameters',
      /^status;value="success";accepted="pending provider_acknowledged succeeded failed .*"$/,
    ],
  },
  'a misspelt filter of the statement': {
    ask: () => ask('GET', '/api/v1/statement?from=2026-01-01&to=2026-01-31&limits=5'),
    status: 422,
    says: ['hint', /^limits: Did you mean limit\? Accepted: from, to, cursor, limit\.$/],
  },
  'a statement that ends before it begins': {
    ask: () => ask('GET', '/api/v1/statement?from=2026-02-01&to=2026-01-01'),
    status: 422,
    says: ['detail', /must not be before from/],
  },
  'a day in another form': {
    ask: () => ask('GET', '/api/v1/statement?from=01/02/2026&to=2026-01-01'),
    status: 422,
    says: ['detail', /must be a day, written as 2026-03-01/],
  },
  'a damaged cursor': {
    ask: () => ask('GET', '/api/v1/statement?from=2026-01-01&to=2026-01-31&cursor=abc'),
    status: 422,
    says: [
      'detail',
      /must be the next_cursor of the page before, unchanged; leave it out to begin/,
    ],
  },
  'webhooks before one that is not there': {
    ask: () => ask('GET', `/api/v1/webhooks?before=${ID}`),
    status: 422,
    says: ['detail', /must be the next_before of the page before/],
  },
  'webhooks by a state that there is not': {
    ask: () => ask('GET', '/api/v1/webhooks?state=failed'),
    status: 422,
    says: ['accepted', /^pending,delivered,undelivered$/],
  },
  'webhooks by the filter of transactions': {
    ask: () => ask('GET', '/api/v1/webhooks?status=delivered'),
    status: 422,
    says: ['hint', /^status: Did you mean state\?/],
  },
  'a query for the clock of the sandbox': {
    ask: () => ask('POST', '/api/v1/sandbox/clock/advance?seconds=9', { json: { seconds: 9 } }),
    status: 422,
    says: ['hint', /^seconds: Leave it out: this endpoint has no query\.$/],
  },
  'an outcome that there is not': {
    ask: () => simulated('success'),
    status: 422,
    says: ['accepted', /^succeeded,failed,expired,acknowledged,.*staff_rejected$/],
  },
  'an outcome twice': {
    ask: () => simulated('failed'),
    status: 409,
    says: ['reachable', /^held$/],
  },
  'an outcome of the other direction': {
    ask: () => simulated('expired', OPEN),
    status: 409,
    says: ['reachable', /^succeeded,failed,approved,lapsed,submitted,.*stuck$/],
  },
  'a replay of what is open': {
    ask: () => ask('POST', `/api/v1/transactions/${OPEN}/replay-webhook`),
    status: 409,
    says: ['hint', /Wait for succeeded or failed/],
  },
  'a replay without an address': {
    ask: () => ask('POST', `/api/v1/transactions/${ID}/replay-webhook`),
    status: 400,
    says: ['hint', /Read the transaction instead/],
  },
  'a simulation in live': {
    ask: () =>
      live.call('POST', `/api/v1/sandbox/transactions/${ID}/simulate`, {
        headers: { 'x-api-key': 'live-key' },
        json: { outcome: 'succeeded' },
      }),
    status: 404,
    says: ['hint', /^Only the sandbox has this path\.$/],
  },
  'a webhook to a private address in live': {
    ask: () =>
      live.call('POST', DEPOSITS, {
        headers: { 'x-api-key': 'live-key' },
        json: paymentBody({ callback_url: 'https://10.0.0.1/hook' }),
      }),
    status: 422,
    says: ['detail', /callback_url.*public/],
  },
  'a number of no provider': {
    ask: () => post({ msisdn: '+237679990021' }),
    status: 503,
    says: ['hint', /Offer another operator or repeat after Retry-After/],
  },
};

test('every typical mistake is answered with what to do about it', async () => {
  assert.ok(Object.keys(MISTAKES).length >= 40);
  for (const [name, { ask, status, says }] of Object.entries(MISTAKES)) {
    const answer = await ask();
    assert.equal(answer.status, status, `${name}: ${answer.text}`);
    assert.match(textAt(answer, says[0]), says[1], `${name}: ${answer.text}`);
  }
});

test('every error of the interface says what to do, and detail is as it was', async () => {
  for (const [name, mistake] of Object.entries(MISTAKES)) {
    if (mistake.status < 400) continue;
    const { detail, code, hint } = bodyOf(await mistake.ask());
    assert.equal(typeof code, 'string', name);
    assert.match(String(hint), /^\S.*[.?]$/, name);
    assert.doesNotMatch(String(hint), /`|ctx\.|undefined|null/, name);
    const entries = Array.isArray(detail) ? (detail as readonly object[]) : [];
    const members = new Set(entries.flatMap((entry) => Object.keys(entry)));
    for (const member of ['type', 'loc', 'msg', 'input', 'ctx']) members.delete(member);
    assert.deepEqual([...members], [], name);
  }
});

test('what a stranger sends makes neither a header nor an answer that breaks', async () => {
  const list = `/api/v1/players/${player}/transactions`;
  const odd = ['%0d%0aset-cookie:a=b', '%22%3b', 'é', '%F0%9F%98%80', 'x'.repeat(8_000), '%ff'];
  for (const name of odd) {
    const { status, headers } = await ask('GET', `${list}?${name}=1`);
    assert.equal(status, 200, name.slice(0, 30));
    assert.match(headers.get('ignored-parameters') ?? '', /^[\w%.!~*'()-]{1,400};accepted="/);
    assert.equal(headers.get('set-cookie'), null);
  }
  const many = await ask(
    'GET',
    `${list}?${Array.from({ length: 500 }, (_, n) => `a${n}`).join('&')}`,
  );
  assert.equal(many.headers.get('ignored-parameters')?.split(', ').length, 5);
  const members = '{"\\ud800":1,"__proto__":2,"constructor":3}';
  const answer = await ask('POST', '/api/v1/msisdn/detect', {
    body: `{"msisdn":"670000001",${members.slice(1)}`,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('ignored-parameters') ?? '', /constructor;accepted="msisdn/);
  const long = await ask('GET', `/api/v1/${'deposits/'.repeat(1_500)}`);
  assert.equal(long.status, 404);
});

test('no answer names a path of staff, gateways or providers', async () => {
  for (const path of ['/internal/v1/session', '/internal/v1/transactionz', '/callbacks/mtn/x/y']) {
    const { json } = await ask('DELETE', path);
    assert.doesNotMatch(JSON.stringify(json), /internal|callbacks/, path);
  }
});

function textAt(answer: Answer, place: Place): string {
  if (place.startsWith('header ')) return answer.headers.get(place.slice('header '.length)) ?? '';
  const value = bodyOf(answer)[place];
  if (place === 'detail') return typeof value === 'string' ? value : JSON.stringify(value);
  return String(value);
}
