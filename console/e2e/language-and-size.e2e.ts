import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from './support/running-console.ts';
import { assertFits, show } from './support/screen.ts';
import { seed } from './support/seed.ts';

const running = await startConsole();
const { screens, withdrawals } = await seed(running);
const admin = await running.hire('admin', 'Awa Ngono');

test('the language is switched at once and remembered', async () => {
  const { page } = await running.open(admin);
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'Ce qui vous attend' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  await page.reload();
  await page.getByRole('heading', { name: 'Ce qui vous attend' }).waitFor();
  await show(page, `${running.consoleUrl}${screens['approvals']}`);
  await page.getByRole('button', { name: 'Approuver', exact: true }).waitFor();
});

test('a browser that speaks French begins in French', async () => {
  const { page } = await running.browser.open(running.consoleUrl, { locale: 'fr-CM' });
  await page.getByRole('heading', { name: 'Connexion' }).waitFor();
});

/** Jargon; a test of its own holds every text to the glossary. */
const NOT_OURS = {
  English: /\bwhole\b|looked at|does not say|money moved|\bflotteur\b/i,
  Français: /\bfaux\b|argent déplacé|rappelé|en service|\bissues\b|\bfournisseur|regardé/i,
} as const;

test('every screen fits 360 px in both languages, in words of the glossary', async () => {
  const { page } = await running.open(admin, { viewport: { width: 360, height: 740 } });
  for (const language of ['English', 'Français'] as const) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: language }).click();
    for (const [name, path] of Object.entries(screens)) {
      await show(page, `${running.consoleUrl}${path}`);
      await assertFits(page, `${name} in ${language}`);
      const words = await page.locator('body').innerText();
      assert.doesNotMatch(words, NOT_OURS[language], `${name} in ${language}`);
    }
  }
});

test('at 360 px the work can be done: menu, list, detail, back', async () => {
  const { page } = await running.open(admin, { viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Approvals/ })
    .click();
  await page.getByRole('list', { name: 'Approvals' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await assertFits(page, 'the question');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('list', { name: 'Approvals' }).waitFor();
});

test('the keyboard searches, walks the rows, opens one and explains itself', async () => {
  const { page } = await running.open(admin);
  await show(page, `${running.consoleUrl}/approvals`);
  await page.getByRole('list', { name: 'Approvals' }).waitFor();
  // The first row is open by itself.
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/approvals?id=${withdrawals[0]}`);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Next row').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('payout-1003');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/transactions/${withdrawals[2]}`);
  await page.getByText('payout-1003').first().waitFor();
});

test('times are Douala’s, with UTC on hover', async () => {
  const { page } = await running.open(admin);
  await show(page, `${running.consoleUrl}${screens['transaction']}`);
  const time = page.locator('main time').first();
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  assert.match((await time.getAttribute('title')) ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  const doualaHour = String((at.getUTCHours() + 1) % 24).padStart(2, '0');
  assert.match(await time.innerText(), new RegExp(` ${doualaHour}:`));
});
