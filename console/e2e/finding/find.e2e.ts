import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addGateway, createOrangeLine, tell } from '../../../service/test/support/receipts/sms.ts';
import { assertAccessibleInBoth } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { assertFits, dialog, money, show } from '../support/screen.ts';

const LINE = '+237699000001';
const running = await startConsole();
const { database, service } = running;
const payout = await running.withdrawal({ amount_xaf: 8_000, msisdn: '+237670001373' });
await running.withdrawal({ amount_xaf: 9_000, msisdn: '+237670001373' });
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
await tell(service, {
  text: createOrangeLine(LINE).pay({ payer: '+237690000555', amount: 700 }),
});
const { page, complaints } = await running.open(await running.hire('admin', 'Ada Mbarga'));
await running.hire('viewer', 'Blaise Etoundi');

const option = (of: Page, name: string | RegExp) => of.getByRole('option', { name });

async function find(of: Page, text: string): Promise<void> {
  await of.keyboard.press('Control+k');
  await of.locator('[role=combobox]:focus').waitFor();
  await of.keyboard.type(text);
}

test('Ctrl-K finds a payment by its last digits and amount, by keyboard only', async () => {
  await show(page, `${running.consoleUrl}/finance`);
  await find(page, '1373 8000');
  await option(page, money('8 000 FCFA')).first().waitFor();
  assert.equal(await option(page, money('9 000 FCFA')).count(), 0);
  await assertAccessibleInBoth(page, 'what was found');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/transactions/${payout}`);
});

test('an act that was found opens its screen and its question, and decides nothing', async () => {
  await find(page, '1373 8000');
  await option(page, /^Approve:/).click();
  await dialog(page).getByText('Approve this withdrawal?').waitFor();
  assert.doesNotMatch(page.url(), /ask=/);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  const [row] = await database.query<{ readonly state: string }>({
    text: 'select state from transactions where id = $1',
    values: [payout],
  });
  assert.equal(row?.state, 'pending_approval');
  // The way back does not ask again.
  await page.reload();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  assert.equal(await dialog(page).count(), 0);
});

test('players, texts, lines, staff and screens are found, and lead where they are', async () => {
  await find(page, '1373 8000');
  await option(page, /^Player …/).click();
  await page.getByRole('heading', { name: 'Player' }).waitFor();
  await find(page, 'solange');
  await option(page, /Transfert de/).click();
  await page.locator('details[open] pre').getByText('ABEGA SOLANGE').waitFor();
  await find(page, '699000001');
  await option(page, /^SIM line/).click();
  await page.getByRole('heading', { name: 'SIM lines' }).waitFor();
  await find(page, 'etoundi');
  await option(page, /Blaise Etoundi/).click();
  await page.locator('tr[data-here]').getByText('Blaise Etoundi').waitFor();
  await find(page, 'add coll');
  await option(page, /Add a colleague/).click();
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await find(page, 'unmat');
  await option(page, 'Unmatched payments').click();
  await page.getByRole('heading', { name: 'Unmatched payments' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).waitFor();
});

test('the search asks 200 ms after the last key, one question at a time, in no address', async () => {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  const isAsked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/internal/v1/search', async (route) => {
    asked.push(String(route.request().postDataJSON().q));
    open += 1;
    most = Math.max(most, open);
    isAsked.resolve();
    await released.promise;
    open -= 1;
    await route.continue();
  });
  await find(page, '670001');
  await isAsked.promise;
  await page.keyboard.type('373');
  await page.waitForTimeout(300);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await page.waitForTimeout(1_000);
  released.resolve();
  await option(page, /All transactions of/).waitFor();
  assert.deepEqual(asked, ['670001', '670001373']);
  assert.equal(most, 1);
  assert.doesNotMatch(page.url(), /373/);
  await page.unroute('**/internal/v1/search');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('listbox').count(), 0);
});

test('a viewer finds no digits, no staff and no act', async () => {
  const { page: viewers } = await running.open(await running.hire('viewer', 'Cyr Fouda'));
  await find(viewers, '1373 8000');
  await viewers.getByText('Your role cannot search by number').waitFor();
  await find(viewers, 'etoundi');
  await viewers.getByText('Nothing found.').waitFor();
  await find(viewers, '670001373');
  await viewers.getByText('Your role cannot search by number').waitFor();
  await find(viewers, 'add coll');
  await viewers.getByText('Nothing found.').waitFor();
  await viewers.context().close();
});

test('on a phone and in French the search fits the screen', async () => {
  const { page: phone } = await running.open(await running.hire('agent', 'Dora Biya'), {
    viewport: { width: 360, height: 740 },
  });
  await phone.evaluate(() => localStorage.setItem('momo-language', 'fr'));
  await phone.reload();
  await phone.getByRole('combobox', { name: 'Chercher partout' }).fill('1373 8000');
  await option(phone, /^Approuver : /).waitFor();
  await assertFits(phone, 'what was found on a phone');
  await assertAccessibleInBoth(phone, 'what was found on a phone');
  await phone.context().close();
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
