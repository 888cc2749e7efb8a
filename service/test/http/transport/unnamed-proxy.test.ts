import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../support/harness.ts';

const WARNING = /TRUSTED_PROXIES is not set/;

function warningsOf({ logLines }: TestService): number {
  return logLines.filter((line) => WARNING.test(line)).length;
}

for (const headers of [
  { 'x-forwarded-for': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { 'x-real-ip': '203.0.113.7' },
]) {
  test(`a request with ${Object.keys(headers).join()} warns of an unnamed proxy once`, async () => {
    const service = await startTestService();
    await service.call('GET', '/health');
    assert.equal(warningsOf(service), 0);
    for (let i = 0; i < 3; i += 1) await service.call('GET', '/health', { headers });
    assert.equal(warningsOf(service), 1);
    assert.doesNotMatch(service.logLines.join(''), /203\.0\.113\.7/);
  });
}

test('an https PUBLIC_URL warns at the start, since the service speaks no TLS', async () => {
  const service = await startTestService({ PUBLIC_URL: 'https://pay.example' });
  assert.equal(warningsOf(service), 1);
});

test('a proxy that is named warns of nothing', async () => {
  const service = await startTestService({
    PUBLIC_URL: 'https://pay.example',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await service.call('GET', '/health', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  assert.equal(warningsOf(service), 0);
});
