import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { shortestMs, watchSlowness } from '../../../service/test/support/slowness.ts';
import { startConsole } from '../support/running-console.ts';
import { show } from '../support/screen.ts';
import { seed } from '../support/seed.ts';

const MAX_MS = 150;

const running = await startConsole();
await seed(running);
const admin = await running.hire('admin', 'Awa Ngono');

test('a screen is there 150 ms after the click on its link, whose data came on hover', async (t) => {
  const { page } = await running.open(admin);
  const quiet = watchRequests(page);
  await show(page, running.consoleUrl);
  const paths = await page
    .locator('nav a[href]:visible')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  assert.ok(paths.length > 15, `${paths.length} links`);
  const slow: string[] = [];
  const slowness = watchSlowness();
  for (const path of paths.filter((path) => !/\/console\/?$/.test(path))) {
    const ms = await shortestMs(MAX_MS, async () => {
      await show(page, running.consoleUrl);
      await page.locator(`nav a[href="${path}"]:visible`).hover();
      await quiet();
      return clickMs(page, path);
    });
    t.diagnostic(`${path} ${Math.round(ms)} ms`);
    if (ms > MAX_MS + slowness.allowanceMs()) slow.push(`${path}: ${Math.round(ms)} ms`);
  }
  slowness.stop();
  assert.deepEqual(slow, []);
});

test('pointing at a link asks for the data of its screen, a click then waits for nothing', async () => {
  const { page } = await running.open(admin);
  await show(page, running.consoleUrl);
  for (const [path, asked] of [
    ['/console/webhooks', '/internal/v1/webhooks'],
    ['/console/staff', '/internal/v1/staff'],
  ] as const) {
    const answer = page.waitForResponse((response) => response.url().includes(asked));
    await page.locator(`nav a[href="${path}"]:visible`).hover();
    await answer;
  }
});

/** Waits until every question has its answer, but for the stream of events. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/events')) open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => open.delete(request));
  }
  return async () => {
    // A link is pointed at for a moment before its screen is asked for.
    do await page.waitForTimeout(150);
    while (open.size > 0);
  };
}

/** From the click to the frame in which the screen stands without a placeholder. */
async function clickMs(page: Page, path: string): Promise<number> {
  const drawn = page.evaluate(
    (path) =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              const isThere =
                location.pathname === path &&
                document.querySelector('main h1') !== null &&
                document.querySelector('main [aria-busy="true"]') === null;
              if (isThere) resolve(performance.now() - timeStamp);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
    path,
  );
  await page.locator(`nav a[href="${path}"]:visible`).click();
  return drawn;
}
