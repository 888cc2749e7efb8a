import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { openDesk } from './support/desk.ts';
import { furnish } from './support/furnish.ts';
import { dialog, show } from './support/screen.ts';

const desk = await openDesk();
const { screens } = await furnish(desk);
const admin = await desk.hire('admin', 'Awa Ngono');

test('axe finds nothing on the sign-in screen', async () => {
  const { page } = await desk.browser.open(desk.consoleUrl);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await assertAccessible(page, 'sign-in');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`axe finds nothing on any screen, ${colorScheme}, ${width} px`, async () => {
      const { page } = await desk.open(admin, { colorScheme, viewport: { width, height: 800 } });
      for (const [name, path] of Object.entries(screens)) {
        await show(page, `${desk.consoleUrl}${path}`);
        await assertAccessible(page, name);
      }
    });
  }
}

test('axe finds nothing in the questions and the help', async () => {
  const { page } = await desk.open(admin);
  await show(page, `${desk.consoleUrl}${screens['approvals']}`);
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
