import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../support/harness.ts';

test('the first page of a sandbox shows what to paste, with the address of the reader', async () => {
  const service = await startTestService();
  const answer = await service.call('GET', '/');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  const plain = answer.text.replaceAll(/<[^>]*>/g, '');
  assert.ok(plain.includes(`curl -s ${service.url}/api/v1/deposits -H`), plain);
  assert.match(answer.text, /asks for no API key/);
  for (const path of linksOf(answer.text)) {
    const { status } = await service.call('GET', path);
    assert.ok(status === 200 || status === 302, `${path} ${status}`);
  }
});

test('a sandbox with keys says where the key belongs, and shows none', async () => {
  const service = await startTestService({ SPORTSBOOK_API_KEY: 'svc_test_secret-of-mine' });
  const { status, text } = await service.call('GET', '/');
  assert.equal(status, 200);
  assert.match(text, /X-API-Key: \$API_KEY/);
  const plain = text.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
  assert.match(plain, /^MOMO_KEY="\$API_KEY" npm run receiver -- --service/m);
  assert.doesNotMatch(text, /secret-of-mine/);
});

test('a host that is no host is not repeated', async () => {
  const service = await startTestService({ SPORTSBOOK_API_KEY: 'some-key' });
  const { text } = await service.call('GET', '/', { headers: { host: 'x"><script>' } });
  assert.doesNotMatch(text, /<script>/);
});

test('the first page of live has the name and the health, nothing else', async () => {
  const service = await startTestService({ SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'live-key' });
  const { status, text } = await service.call('GET', '/');
  assert.equal(status, 200);
  assert.deepEqual(linksOf(text), ['/', '/health']);
  for (const path of ['/guide', '/guide/interface', '/guide/images/console-home.png']) {
    assert.equal((await service.call('GET', path)).status, 404, path);
  }
});

function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href);
}
