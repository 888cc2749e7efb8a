import { test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';

const running = await startConsole();

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`axe finds nothing on the pages for developers, ${colorScheme}, ${width} px`, async () => {
      const { page } = await running.browser.open(running.service.url, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      for (const path of ['/', '/guide', '/guide?q=webhook', '/guide/interface', '/guide/errors']) {
        await page.goto(`${running.service.url}${path}`);
        await assertAccessible(page, path);
      }
    });
  }
}
