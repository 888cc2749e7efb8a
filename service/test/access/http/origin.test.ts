import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import {
  addPerson,
  openBrowser,
  PASSWORD,
  SESSION,
  scriptHeaders,
  signedIn,
} from '../../support/access/staff.ts';
import { startTestService, startTwin } from '../../support/harness.ts';

const service = await startTestService({
  SPORTSBOOK_API_KEY: 'the-key',
  PUBLIC_URL: 'https://pay.example.com',
});
const { database } = service;
const person = await addPerson(database, 'admin');
const KEYS = '/internal/v1/keys';
const json = { application: 'platform' };

const own = new URL(service.url).host;
const REFUSED: readonly Record<string, string>[] = [
  {},
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: `http://${own}.evil.example` },
  { origin: `http://evil.example/${own}` },
  { origin: 'http://localhost:1' },
  { origin: 'https://pay.example.com.evil.example' },
  { origin: 'http://pay.example.com' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site', origin: service.url },
];

test('what another site makes a browser send changes nothing', async () => {
  const browser = await signedIn(service, person);
  for (const headers of REFUSED) {
    const sent = { cookie: browser.cookie(), ...headers };
    for (const [method, path] of [
      ['POST', KEYS],
      ['DELETE', SESSION],
      ['PUT', '/internal/v1/providers/mtn-momo/flag'],
      ['PATCH', `/internal/v1/staff/${person.id}`],
    ] as const) {
      const answer = await service.call(method, path, { headers: sent, json });
      assert.equal(answer.status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
      assert.deepEqual(answer.json, {
        detail:
          'The request does not come from this console. Behind a proxy, PUBLIC_URL names the address that browsers use.',
        code: 'not_same_origin',
      });
    }
  }
  const rows = await database.query({ text: 'select prefix from api_keys' });
  assert.equal(rows.length, 0);
});

test('another site cannot sign a person in either', async () => {
  const body = { email: person.email, password: PASSWORD };
  for (const headers of REFUSED) {
    const answer = await service.call('POST', SESSION, { headers, json: body });
    assert.equal(answer.status, 403, JSON.stringify(headers));
  }
});

test('a file is given to a navigation or a script’s token, never to a page that fetches', async () => {
  const browser = await signedIn(service, person);
  const cookie = browser.cookie();
  const bearer = await scriptHeaders(database, person);
  for (const path of [
    '/internal/v1/transactions.csv',
    '/internal/v1/reports?application=default&from=2026-01-01&to=2026-01-02&format=csv',
    '/internal/v1/closings/2026-01-01/file',
  ]) {
    const get = (headers: Record<string, string>) => statusOf(path, headers);
    for (const mode of ['cors', 'no-cors', 'same-origin']) {
      const headers = { cookie, 'sec-fetch-mode': mode, 'sec-fetch-site': 'same-origin' };
      assert.equal(await get(headers), 403, `${path} ${mode}`);
    }
    assert.equal(await get({ cookie }), 403, `${path} without the header`);
    assert.notEqual(await get({ cookie, 'sec-fetch-mode': 'navigate' }), 403, path);
    assert.notEqual(await get(bearer), 403, path);
  }
  const [row] = await database.query<{ readonly count: number }>({
    text: "select count(*)::int as count from audit_log where action = 'transactions.export'",
  });
  assert.equal(row?.count, 2, 'only the two that were given leave a line');
});

/** `fetch` says itself that it is no navigation. */
async function statusOf(
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const asked = request(`${service.url}${path}`, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await answer.resume().toArray();
  return answer.statusCode;
}

test('our own pages may, by their address or the browser’s own header', async () => {
  const browser = await signedIn(service, person);
  for (const headers of [
    { origin: service.url },
    { origin: 'https://pay.example.com' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' },
  ]) {
    const sent = { cookie: browser.cookie(), ...headers };
    const answer = await service.call('POST', KEYS, { headers: sent, json });
    assert.equal(answer.status, 200, JSON.stringify(headers));
  }
});

test('a script says nothing of its origin, and a cookie is no token', async () => {
  const headers = await scriptHeaders(database, person);
  assert.equal((await service.call('POST', KEYS, { headers, json })).status, 200);
  const browser = await signedIn(service, person);
  const [, token = ''] = /\bmomo=([^;]*)/.exec(browser.cookie()) ?? [];
  const authorization = `Bearer ${token}`;
  assert.equal(
    (await service.call('POST', KEYS, { headers: { authorization }, json })).status,
    401,
  );
  const script = headers['authorization']?.slice('Bearer '.length) ?? '';
  const disguised = openBrowser(service, `momo=${script}`);
  assert.equal((await disguised.call('GET', SESSION)).status, 401);
});

test('an API key opens nothing of the staff interface, nor does development mode', async () => {
  const open = await startTwin({ ...service, config: { ...service.config, apiKey: null } });
  for (const one of [service, open]) {
    for (const headers of [{ 'x-api-key': 'the-key' }, {}]) {
      assert.equal((await one.call('GET', SESSION, { headers })).status, 401);
      assert.equal((await one.call('GET', '/internal/v1/staff', { headers })).status, 401);
    }
  }
});

test('by https the cookie is bound to this host, out of reach of scripts', async () => {
  for (const headers of [
    { origin: 'https://pay.example.com' },
    { 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': 'https' },
  ]) {
    const [set = ''] = await cookieSet(service, headers);
    assert.match(set, /^__Host-momo=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  }
  const [plain = ''] = await cookieSet(service, { origin: service.url });
  assert.match(plain, /^momo=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
});

test('live sets and takes the secure cookie only', async () => {
  const live = await startTestService({ SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'k' });
  const { email } = await addPerson(live.database);
  const browser = openBrowser(live);
  await browser.signIn(email);
  assert.match(browser.cookie(), /^__Host-momo=/);
  assert.equal((await browser.call('GET', SESSION)).status, 200);
  const plain = openBrowser(live, browser.cookie().replace('__Host-', ''));
  assert.equal((await plain.call('GET', SESSION)).status, 401);
});

test('a worker has no staff interface', async () => {
  const worker = await startTwin({ ...service, config: { ...service.config, role: 'worker' } });
  assert.equal((await worker.call('GET', SESSION)).status, 404);
});

async function cookieSet(
  target: typeof service,
  headers: Record<string, string>,
): Promise<readonly string[]> {
  const body = { email: person.email, password: PASSWORD };
  const answer = await target.call('POST', SESSION, { headers, json: body });
  assert.equal(answer.status, 200, answer.text);
  return answer.headers.getSetCookie();
}

test('what is sent to sign in is repeated by no refusal, whatever its form', async () => {
  const secret = 'correct horse battery staple';
  const browser = await signedIn(service, person);
  for (const [path, json] of [
    [SESSION, { email: person.email, password: [secret] }],
    [SESSION, { password: secret }],
    [SESSION, secret],
    [`${SESSION}/password`, { current_password: { secret }, new_password: 'short' }],
    [`${SESSION}/second-factor`, { code: { secret } }],
  ] as const) {
    const answer = await browser.call('POST', path, { json });
    assert.equal(answer.status, 422, `${path} ${answer.text}`);
    assert.doesNotMatch(answer.text, /horse|"short"|"input"/);
  }
  const type = { 'content-type': 'text/plain' };
  const raw = await browser.call('POST', SESSION, { headers: type, body: `password=${secret}` });
  assert.equal(raw.status, 422);
  assert.doesNotMatch(raw.text, /horse/);
});
