import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from './support/running-console.ts';

const MOST_BYTES = 400 * 1_024;
const LONGEST_MS = 1_500;

const running = await startConsole();

test('the first load is under 400 KB and 1.5 seconds', async (t) => {
  const person = await running.hire('viewer', 'Awa Ngono');
  const { page } = await running.open(person);
  const context = page.context();
  const fresh = await context.newPage();
  const client = await context.newCDPSession(fresh);
  await client.send('Network.enable');
  await client.send('Network.clearBrowserCache');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const startedAt = performance.now();
  await fresh.goto(running.consoleUrl);
  await fresh.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  const tookMs = performance.now() - startedAt;
  await fresh.waitForFunction(() => document.querySelector('.charts canvas') !== null);
  t.diagnostic(`${Math.round(bytes / 1_024)} KB, ${Math.round(tookMs)} ms`);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  assert.ok(tookMs < LONGEST_MS, `${tookMs} ms`);
});

test('files with a hash in their name are kept for good, the page itself never', async () => {
  const page = await running.service.call('GET', '/console/approvals');
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self';/);
  const [, asset = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
  const file = await running.service.call('GET', asset);
  assert.equal(file.status, 200);
  assert.match(file.headers.get('cache-control') ?? '', /immutable/);
  assert.equal((await running.service.call('GET', '/console/assets/nothing.js')).status, 404);
});
