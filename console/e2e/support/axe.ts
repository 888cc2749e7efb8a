import assert from 'node:assert/strict';
import axe, { type RunOnly, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Fails with what axe finds on the page as it is now. */
export async function assertAccessible(
  page: Page,
  what: string,
  options: RunOptions = {},
): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async (wanted) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(wanted);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  }, options);
  assert.deepEqual(findings, [], what);
}

const COLOURS = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} satisfies RunOnly;

/** In the light theme, and in the dark one, where nothing but the colours is another. */
export async function assertAccessibleInBoth(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await assertAccessible(page, what);
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertAccessible(page, `${what}, dark`, { runOnly: COLOURS });
}
