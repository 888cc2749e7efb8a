import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { shortestMs } from '../../service/test/support/slowness.ts';
import { startConsole } from './support/running-console.ts';

const MAX_BYTES = 200 * 1_024;

const running = await startConsole();

test('the first load is under 200 KB without the typeface, and 1.5 seconds', async (t) => {
  const tookMs = await shortestMs(1_500, async () => {
    const { fresh, client } = await openFresh('viewer', 'Awa Ngono');
    let bytes = 0;
    const counted = new Set<string>();
    client.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
      if (url.includes('/console') && !url.endsWith('.woff2')) counted.add(requestId);
    });
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (counted.has(requestId)) bytes += encodedDataLength;
    });
    const startedAt = performance.now();
    await fresh.goto(running.consoleUrl);
    await fresh.getByRole('heading', { name: 'Waiting for others' }).waitFor();
    const ms = performance.now() - startedAt;
    await fresh.waitForFunction(() => document.querySelector('.charts > .chart-place') !== null);
    t.diagnostic(`${Math.round(bytes / 1_024)} KB, ${Math.round(ms)} ms`);
    assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
    return ms;
  });
  assert.ok(tookMs < 1_500, `${Math.round(tookMs)} ms`);
});

test('on a slow line something is on the screen within a second, the work soon after', async (t) => {
  const { fresh, client } = await openFresh('agent', 'Bo Essomba');
  const slowLine = { offline: false, latency: 40, uploadThroughput: 100_000 };
  await client.send('Network.emulateNetworkConditions', {
    ...slowLine,
    downloadThroughput: 400_000,
  });
  const firstMs = await shortestMs(1_000, async () => {
    await client.send('Network.clearBrowserCache');
    await fresh.goto(`${running.consoleUrl}/approvals`);
    await fresh.getByRole('heading', { name: 'Approvals' }).waitFor();
    const ms = await firstContentMs(fresh);
    t.diagnostic(`content after ${Math.round(ms)} ms`);
    return ms;
  });
  assert.ok(firstMs < 1_000, `content after ${Math.round(firstMs)} ms`);
});

test('on a processor four times slower the first content is there within a second', async (t) => {
  const { fresh, client } = await openFresh('agent', 'Chantal Biya');
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const firstMs = await shortestMs(1_000, async () => {
    await client.send('Network.clearBrowserCache');
    await fresh.goto(running.consoleUrl);
    await fresh.locator('#main').waitFor();
    const ms = await firstContentMs(fresh);
    t.diagnostic(`content after ${Math.round(ms)} ms`);
    return ms;
  });
  assert.ok(firstMs < 1_000, `content after ${Math.round(firstMs)} ms`);
});

test('the console has its own typeface, mark and name, and few sizes of type', async () => {
  const { page } = await running.open(await running.hire('agent', 'Didier Talla'));
  await page.getByText('Waiting for you').waitFor();
  assert.ok(await page.evaluate(() => document.fonts.check('14px "Inter Variable"')));
  assert.ok(await page.locator('header .brand-mark').isVisible());
  await page.locator('header').getByText('Relais').first().waitFor();
  const sizes = await page.evaluate(() => {
    const written = [...document.querySelectorAll('body *:not(svg *)')].filter((element) =>
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      ),
    );
    return [...new Set(written.map((element) => getComputedStyle(element).fontSize))].sort();
  });
  const scale = new Set(['12px', '13px', '14px', '16px', '20px', '28px']);
  assert.deepEqual(
    sizes.filter((size) => !scale.has(size)),
    [],
  );
});

test('at 360 px the header is one row', async () => {
  const person = await running.hire('agent', 'Chantal Fouda');
  const { page } = await running.open(person, { viewport: { width: 360, height: 740 } });
  const box = await page.locator('header.top').boundingBox();
  assert.ok(box !== null && box.height <= 56, `${box?.height} px`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.nav-tools').getByRole('button', { name: 'Sign out' }).waitFor();
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

function firstContentMs(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  );
}

/** A page of a signed-in person whose browser has nothing of the console yet. */
async function openFresh(role: 'viewer' | 'agent', name: string) {
  const { page } = await running.open(await running.hire(role, name));
  const context = page.context();
  const fresh = await context.newPage();
  const client = await context.newCDPSession(fresh);
  await client.send('Network.enable');
  await client.send('Network.clearBrowserCache');
  return { fresh, client };
}
