import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostCheck } from '../../../src/http/request/foreign-hosts.ts';
import { startTestService, startTwin, testConfig } from '../../support/harness.ts';
import { type RawAnswer, sendRaw } from '../../support/raw-http.ts';

const service = await startTestService();

function get(host: string, more = ''): Promise<RawAnswer> {
  const request = `GET /api/v1/CM/providers HTTP/1.1\r\nhost: ${host}\r\n${more}`;
  return sendRaw(service.url, `${request}connection: close\r\n\r\n`);
}

test('without authentication a page of a foreign name is refused before anything is done', async () => {
  for (const host of ['evil.example', 'evil.example:8000', 'localhost.evil.example', '[::1', '']) {
    const answer = await get(host);
    assert.equal(answer.status, 400, host);
    assert.match(answer.body, /^\{"detail":"Authentication is off, so only requests to localhost/);
    assert.ok(answer.headers.get('x-request-id'));
  }
  assert.equal((await get('localhost:1')).status, 200);
});

test('a page cannot claim to be forwarded by a proxy', async () => {
  const twin = await startTwin({
    ...service,
    config: { ...service.config, trustedProxies: ['127.0.0.1'] },
  });
  const request =
    'GET /health HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: localhost\r\n' +
    'connection: close\r\n\r\n';
  assert.equal((await sendRaw(twin.url, request)).status, 400);
});

test('with authentication, or where HOST opens the service, any name will do', async () => {
  for (const change of [{ apiKey: 'a key' }, { host: '0.0.0.0' }]) {
    const twin = await startTwin({ ...service, config: { ...service.config, ...change } });
    const request = 'GET /health HTTP/1.1\r\nhost: pay.example\r\nconnection: close\r\n\r\n';
    assert.equal((await sendRaw(twin.url, request)).status, 200);
  }
});

const OURS = ['localhost', 'LocalHost:8000', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:8000'];
const FOREIGN = ['evil.example', 'pay.example.evil.example', 'user@localhost', 'localhost/', '::1'];

/** Settings, and what they make ours or foreign beyond the lists above. */
const CASES: readonly (readonly [
  env: Readonly<Record<string, string>>,
  ours: readonly string[],
  foreign: readonly string[],
])[] = [
  [{}, [], ['192.0.2.7', '0.0.0.0', '[2001:db8::1]', 'pay.example']],
  [{ PUBLIC_URL: 'https://Pay.Example/x' }, ['pay.example', 'pay.example:8000'], ['192.0.2.7']],
  [{ PUBLIC_URL: 'http://[2001:db8::1]:8000' }, ['[2001:db8::1]'], ['[2001:db8::2]']],
];

for (const [env, ours, foreign] of CASES) {
  test(`${JSON.stringify(env)}: loopback and what was set up are ours, other names are not`, () => {
    const isOwn = createHostCheck(testConfig(env));
    for (const host of [...OURS, ...ours]) assert.equal(isOwn(host), true, host);
    for (const host of [...FOREIGN, ...foreign]) assert.equal(isOwn(host), false, host);
  });
}
