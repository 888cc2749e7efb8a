import { test } from 'node:test';
import { assertAccessible, assertAccessibleInBoth } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { dialog, show } from './support/screen.ts';
import { seed } from './support/seed.ts';

const running = await startConsole();
const { screens } = await seed(running);
const admin = await running.hire('admin', 'Awa Ngono');

test('axe finds nothing on the sign-in screen', async () => {
  const { page } = await running.browser.open(running.consoleUrl);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await assertAccessible(page, 'sign-in');
});

const SCREENS = [
  { width: 1280, height: 650, language: 'English' },
  { width: 360, height: 740, language: 'Français' },
];

for (const { width, height, language } of SCREENS) {
  test(`axe finds nothing on any screen, light and dark, ${width} px, ${language}`, async () => {
    const { page } = await running.open(admin, { viewport: { width, height } });
    if (width === 360) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: language }).click();
    for (const [name, path] of Object.entries(screens)) {
      await show(page, `${running.consoleUrl}${path}`);
      await assertAccessibleInBoth(page, name);
    }
  });
}

test('axe finds nothing in the questions and the help', async () => {
  const { page } = await running.open(admin);
  await show(page, `${running.consoleUrl}${screens['approvals']}`);
  for (const name of ['Approve', 'Reject']) {
    await page.getByRole('button', { name, exact: true }).click();
    await dialog(page).waitFor();
    await assertAccessible(page, name);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  }
  await page.keyboard.press('?');
  await dialog(page).waitFor();
  await assertAccessible(page, 'help');
});
