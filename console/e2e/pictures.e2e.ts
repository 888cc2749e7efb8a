import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_NAME } from '../../service/src/db/access/access.ts';
import { COMMAND_LINE } from '../../service/src/flows/access/actor.ts';
import { changeSeller } from '../../service/src/flows/access/administer-keys.ts';
import { createCheckout } from '../../service/test/support/checkouts/checkouts.ts';
import { startConsole } from './support/running-console.ts';
import { dialog, show } from './support/screen.ts';
import { liveThroughADay } from './support/working-day.ts';

// Taken in every run, so that they can be; kept only when they are asked for, because each run
// makes other ids and times.
const asked = process.env['E2E_PICTURES'] ?? '';
const folder = asked === '' ? await mkdtemp(join(tmpdir(), 'momo-pictures-')) : asked;
await mkdir(folder, { recursive: true });

const running = await startConsole();
const screens = await liveThroughADay(running);
const admin = await running.hire('admin', 'Awa Ngono');

test('pictures of the main screens are taken', async () => {
  const { page } = await running.open(admin);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  const take = (name: string) => page.screenshot({ path: join(folder, `console-${name}.png`) });
  for (const name of ['home', 'approvals', 'held', 'receipts', 'transaction'] as const) {
    await show(page, `${running.consoleUrl}${screens[name]}`);
    await take(name);
  }
  await show(page, `${running.consoleUrl}${screens.approvals}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page).waitFor();
  await take('approve');
});

test('a picture of the page on which a buyer pays is taken', async () => {
  const order = { lang: 'en', description: 'Ndop cloth, two metres', amount_xaf: 12_500 };
  const { url } = await createCheckout(running.service, order);
  const seller = { application: DEFAULT_APPLICATION_NAME, displayName: 'Maison Ndop' };
  await changeSeller({ database: running.database }, COMMAND_LINE, seller);
  const { page } = await running.browser.open(url, { viewport: { width: 390, height: 700 } });
  await page.getByLabel('Mobile Money number').fill('6 77 12 34 56');
  await page.getByLabel('Operator').waitFor();
  await page.screenshot({ path: join(folder, 'pay-page.png') });
});

test('a picture of the dark console in French is taken', async () => {
  const { page } = await running.open(admin, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Français' }).click();
  await show(page, `${running.consoleUrl}${screens.transactions}`);
  await page.screenshot({ path: join(folder, 'console-dark-fr.png') });
});
