import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const BROWSERS = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
const SCREEN = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Figures and names come after the first paint. */
const SETTLES_MS = 2_500;

/** The pictures of the documents that show the demo. */
const PICTURES = [
  { name: 'demo-approvals', as: 'agent', path: '/approvals', viewport: SCREEN },
  { name: 'demo-approvals-phone', as: 'agent', path: '/approvals', viewport: PHONE },
  { name: 'demo-finance', as: 'finance', path: '/finance', viewport: SCREEN },
] as const;

/** Takes them as a person sees the screens, signed in by the links that the demo prints. */
export async function takePictures(
  folder: string,
  { shop, url }: { readonly shop: string; readonly url: string },
): Promise<void> {
  const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error('There is no Chromium: install it or set CHROMIUM_PATH.');
  }
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const { name, as, path, viewport } of PICTURES) {
    const context = await browser.newContext({ locale: 'en-GB', viewport });
    const page = await context.newPage();
    await page.goto(`${shop}/as/${as}`);
    await page.locator('#main').waitFor();
    await page.goto(`${url}/console${path}`);
    await page.waitForTimeout(SETTLES_MS);
    // What a new browser is asked first.
    for (const name of ['Later', 'No']) {
      const refusal = page.getByRole('button', { name, exact: true });
      if (await refusal.isVisible()) await refusal.click();
    }
    await page.waitForTimeout(SETTLES_MS);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
  await browser.close();
}
