import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findLayoutFaults } from './layout.ts';
import type { RunningConsole } from './running-console.ts';
import { show } from './screen.ts';
import type { Seeded } from './seed.ts';

const LANGUAGES = { fr: 'Français', en: 'English' } as const;

export interface Drawing {
  readonly widths: readonly number[];
  readonly languages: readonly (keyof typeof LANGUAGES)[];
}

/** Draws every screen of an administrator in each width and language, and fails with all faults. */
export async function assertEveryScreenHolds(
  running: RunningConsole,
  { screens }: Pick<Seeded, 'screens'>,
  { widths, languages }: Drawing,
): Promise<void> {
  const admin = await running.hire('admin', 'Awa Ngono');
  const { page } = await running.open(admin, { viewport: { width: 1440, height: 900 } });
  const faults: string[] = [];
  for (const language of languages) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: LANGUAGES[language] }).click();
    for (const [name, path] of Object.entries(screens)) {
      await show(page, `${running.consoleUrl}${path}`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
        await settled(page);
        const found = await findLayoutFaults(page);
        faults.push(...found.map((fault) => `${name}, ${width} px, ${language}: ${fault}`));
      }
    }
  }
  assert.equal(faults.length, 0, `\n${faults.join('\n')}`);
}

/** After the next two frames the new width has been drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}
