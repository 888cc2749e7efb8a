import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Goes to a screen and waits until it shows what it has loaded. */
export async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], .charts-waiting') === null,
  );
}

/** The row of a list or of a table with this text. */
export function rowWith(page: Page, text: string): Locator {
  return page.getByRole('listitem').or(page.getByRole('row')).filter({ hasText: text });
}

/** The line that says what the last action did. */
export function resultLine(page: Page): Locator {
  return page.locator('.result');
}

export function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

/** No part of the page is wider than the screen. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    const names = beyond.map(({ tagName, className, textContent }) =>
      `${tagName} ${className}: ${textContent}`.slice(0, 120),
    );
    return `${scrollWidth - clientWidth} px too wide: ${names.slice(-3).join(' | ')}`;
  });
  assert.equal(wide, null, `${what} is ${wide}`);
}

/** As the console writes money: with spaces that do not break. */
export function money(text: string): string {
  if (text.startsWith('+')) return text.replaceAll(' ', '\u00a0');
  return text.replaceAll(/(?<=\d) (?=\d)/g, '\u202f').replaceAll(' ', '\u00a0');
}
