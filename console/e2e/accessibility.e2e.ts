import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { furnish } from './support/furnish.ts';
import { startConsole } from './support/running-console.ts';
import { dialog, show } from './support/screen.ts';

const running = await startConsole();
const { screens } = await furnish(running);
const admin = await running.hire('admin', 'Awa Ngono');

test('axe finds nothing on the sign-in screen', async () => {
  const { page } = await running.browser.open(running.consoleUrl);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await assertAccessible(page, 'sign-in');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`axe finds nothing on any screen, ${colorScheme}, ${width} px`, async () => {
      const { page } = await running.open(admin, { colorScheme, viewport: { width, height: 800 } });
      for (const [name, path] of Object.entries(screens)) {
        await show(page, `${running.consoleUrl}${path}`);
        await assertAccessible(page, name);
      }
    });
  }
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
