import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, startTwin } from '../../support/harness.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { DEPOSITS, paymentBody } from '../../support/transactions/payments.ts';

const API_KEY = 'a-key';
const service = await startTestService({
  SPORTSBOOK_API_KEY: API_KEY,
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.1',
});
const key = { 'x-api-key': API_KEY };

/** [path, what a browser may keep of it] */
const KEPT: readonly (readonly [path: string, keeps: RegExp])[] = [
  ['/health', /^no-store$/],
  ['/nowhere', /^no-store$/],
  ['/openapi.json', /^no-store$/],
  ['/internal/v1/session', /^no-store$/],
  ['/api/v1/CM/providers', /^no-store$/],
  ['/docs', /^no-cache$/],
  ['/console/', /^no-store$/],
  ['/assets/logos/mtn.svg', /max-age=86400/],
  ['/api/v1/security/jwks.json', /^private, max-age=/],
];

test('no answer is guessed at, framed by another site or kept unless it is meant to be', async () => {
  for (const [path, keeps] of KEPT) {
    const { headers } = await service.call('GET', path, { headers: key });
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, path);
    assert.match(headers.get('cache-control') ?? '', keeps, path);
    assert.equal(headers.get('strict-transport-security'), null, path);
  }
  const json = paymentBody();
  const created = await service.call('POST', DEPOSITS, { json, headers: key });
  assert.equal(created.status, 200);
  assert.equal(created.headers.get('cache-control'), 'no-store');
});

test('browsers that came by https come back by https', async () => {
  const config = { ...service.config, publicUrl: 'https://pay.example' };
  const twin = await startTwin({ ...service, config });
  const { headers } = await twin.call('GET', '/health');
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8}$/);
});

test('a host that a client forwards is never believed, even through a trusted proxy', async () => {
  const forwarded = { ...key, 'x-forwarded-host': 'evil.example' };
  const { json } = await service.call('GET', '/api/v1/CM/providers', { headers: forwarded });
  assert.match(JSON.stringify(json), /"logo_url":"http:\/\/127\.0\.0\.1:/);
  assert.doesNotMatch(JSON.stringify(json), /evil/);
  const foreign = await service.call('POST', '/internal/v1/session', {
    json: { email: 'a@b.c', password: 'x' },
    headers: { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
  });
  assert.equal(foreign.status, 403);
  assert.match(JSON.stringify(foreign.json), /PUBLIC_URL names the address/);
});

test('figures are given to no page that reached this machine by a name of its own', async () => {
  const get = (host: string) =>
    sendRaw(service.url, `GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  assert.equal((await get('evil.example')).status, 403);
  assert.equal((await get('localhost:9')).status, 200);
});
