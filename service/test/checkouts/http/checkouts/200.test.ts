import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKOUTS } from '../../../support/checkouts/checkouts.ts';
import { startTestService } from '../../../support/harness.ts';
import { bodyOf } from '../../../support/transactions/payments.ts';

const settings = { SPORTSBOOK_API_KEY: 'a-key', TRUSTED_PROXIES: '127.0.0.1' };
const service = await startTestService(settings, { headers: { 'x-api-key': 'a-key' } });

test('no host that a client forwards is where buyers are sent, or what a page shows', async () => {
  const headers = { 'x-forwarded-host': 'evil.example' };
  const json = { amount_xaf: 5000, reference: 'order-1' };
  const { url } = bodyOf(await service.call('POST', CHECKOUTS, { json, headers }));
  const { port } = new URL(service.url);
  assert.ok(String(url).startsWith(`http://localhost:${port}/pay/`), String(url));
  const { text } = await service.call('GET', '/', { headers });
  assert.ok(!text.includes('evil.example'), text);
});
