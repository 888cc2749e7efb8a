import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../support/running-console.ts';
import { show } from '../support/screen.ts';
import { seed } from '../support/seed.ts';

/** What Web Vitals calls good is 0.1. */
const MAX_SHIFT = 0.05;
/** Answers come one after another, each a little later than the one before. */
const STEP_MS = 60;

const running = await startConsole();
const { screens } = await seed(running);

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const) {
  test(`no screen moves while its answers come, at ${width} px`, async (t) => {
    const admin = await running.hire('admin', 'Awa Ngono');
    const { page } = await running.open(admin, { viewport: { width, height } });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as readonly Shift[]) {
          if (!entry.hadRecentInput) Object.assign(window, { shift: shiftOf() + entry.value });
        }
      }).observe({ type: 'layout-shift', buffered: true });
      interface Shift {
        readonly value: number;
        readonly hadRecentInput: boolean;
      }
      function shiftOf(): number {
        return (window as unknown as { readonly shift: number }).shift;
      }
    });
    let answers = 0;
    await page.route('**/internal/v1/**', async (route) => {
      if (route.request().url().endsWith('/events')) return route.continue();
      answers += 1;
      await new Promise((resolve) => setTimeout(resolve, (answers % 6) * STEP_MS));
      return route.continue();
    });
    const moved: string[] = [];
    for (const [name, path] of Object.entries(screens)) {
      await show(page, `${running.consoleUrl}${path}`);
      await page.waitForTimeout(6 * STEP_MS);
      const shift = await page.evaluate(
        () => (window as unknown as { readonly shift: number }).shift,
      );
      if (shift > 0.01) t.diagnostic(`${name} ${shift.toFixed(3)}`);
      if (shift > MAX_SHIFT) moved.push(`${name}: ${shift.toFixed(3)}`);
    }
    assert.deepEqual(moved, []);
  });
}

test('the rows of a table come where they were drawn while it loaded', async () => {
  const admin = await running.hire('admin', 'Awa Ngono');
  const { page } = await running.open(admin);
  for (const name of ['webhooks', 'audit']) {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      let answer = () => {};
      const measured = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(new RegExp(`/internal/v1/${name}\\b`), async (route) => {
        await measured;
        await route.continue();
      });
      await page.goto(`${running.consoleUrl}/${name}`);
      const topOf = async (rows: string) =>
        (await page.locator(`${rows} .table > tbody > tr`).first().boundingBox())?.y ?? 0;
      await page.locator('.loading .table').waitFor();
      // What the other answers bring is there, so that only this one can move anything.
      await page.waitForLoadState('load');
      await page.waitForTimeout(6 * STEP_MS);
      const before = await topOf('.loading');
      answer();
      await page.locator('.loading').waitFor({ state: 'detached' });
      const moved = Math.abs((await topOf('.main')) - before);
      assert.ok(moved <= 1, `${name} at ${width} px: the first row moves by ${moved} px`);
      await page.unrouteAll({ behavior: 'wait' });
    }
  }
});
