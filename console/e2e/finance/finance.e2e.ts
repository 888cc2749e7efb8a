import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openFile } from '../../../service/src/spreadsheets/open-file.ts';
import { passTime } from '../../../service/test/support/providers/live.ts';
import { simulate } from '../../../service/test/support/transactions/payments.ts';
import { assertAllHolds } from '../../../service/test/support/upkeep/all-holds.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { assertFits, dialog, money, resultLine, show } from '../support/screen.ts';

const running = await startConsole({ floatLowXaf: '1000000', changesSecondPerson: true });
const deposit = await running.deposit({ amount_xaf: 5_000 });
const payout = await running.withdrawal({ amount_xaf: 5_000 });
for (const id of [deposit, payout]) await simulate(running.service, id, 'succeeded');
// Then it is twenty past midnight: there is a day to close, which the service itself closes later.
const [DAY_MS, DOUALA_MS] = [86_400_000, 3_600_000];
const untilMidnightMs = DAY_MS - ((Date.now() + DOUALA_MS) % DAY_MS);
await passTime(running.database, untilMidnightMs + 20 * 60_000);
await running.database.query({
  text: `insert into provider_health (provider_id, is_up, balance_xaf, balance_at, checked_at)
         select id, true, 5000, app_now(), app_now() from providers
         on conflict (provider_id) do update
           set balance_xaf = excluded.balance_xaf, balance_at = excluded.balance_at`,
});
const fanta = await running.open(await running.hire('finance', 'Fanta Bello'));
const awa = await running.open(await running.hire('admin', 'Awa Ngono'));

const [row] = await running.database.query<Readonly<Record<'wallet' | 'id' | 'payoutId', string>>>({
  text: `select a.key as wallet, t.provider_tx_id as id, p.provider_tx_id as "payoutId"
         from transactions t, transactions p, book_accounts a
         where t.id = $1 and p.id = $2 and a.kind = 'wallet' limit 1`,
  values: [deposit, payout],
});
const number = row?.wallet.split(':')[1] ?? '';
const now = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const HEAD = 'Id;Date;Status;From;To;Amount;Fee';
const STATEMENT = [
  HEAD,
  `${row?.id};${now};Successful;670000001;${number};5000;0`,
  `77001;${now};Successful;670000002;${number};700;0`,
  `77002;${now};Successful;670000003;${number};900;0`,
  `${row?.payoutId};${now};Successful;${number};670000001;6000;0`,
  '',
].join('\n');

test('finance sees each wallet and is warned of a low one', async () => {
  const { page } = fanta;
  await show(page, `${running.consoleUrl}/finance`);
  const card = page.locator('section', {
    has: page.getByRole('heading', { name: new RegExp(`${number}$`) }),
  });
  await card.getByText('low', { exact: true }).first().waitFor();
  await page.getByText('No statement has been compared yet.').waitFor();
  await assertAccessible(page, 'finance');
});

test('the report that is asked for is in the address, so that a bookmark asks for it again', async () => {
  const { page } = fanta;
  await show(page, `${running.consoleUrl}/finance`);
  const account = page.getByLabel('Account', { exact: true });
  const other = (await account.locator('option').nth(1).getAttribute('value')) ?? '';
  await account.selectOption(other);
  await page.getByLabel('From', { exact: true }).fill('2026-01-01');
  await page.getByLabel('To', { exact: true }).fill('2026-01-31');
  await page.waitForURL(/from=2026-01-01&to=2026-01-31$/);
  await show(page, page.url());
  assert.equal(await account.inputValue(), other);
  const link = await page.getByRole('link', { name: 'CSV' }).last().getAttribute('href');
  assert.match(link ?? '', /from=2026-01-01&to=2026-01-31&format=csv$/);
});

function owedTo(page: Page): Locator {
  const heading = page.getByRole('heading', { name: 'Owed to platforms', exact: true });
  return page.locator('section', { has: heading });
}

async function choose(text: string): Promise<void> {
  const { page } = fanta;
  await page.getByRole('button', { name: 'Upload a statement' }).click();
  const wallet = dialog(page).getByLabel('Wallet');
  assert.equal(await wallet.inputValue(), '', 'of several wallets none is chosen beforehand');
  await wallet.selectOption(row?.wallet ?? '');
  const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await dialog(page).getByRole('button', { name: 'Show what is in it' }).click();
}

test('a file that is wrong says which line and why, and cannot be imported', async () => {
  const { page } = fanta;
  await choose(`${HEAD}\n77000;never;Successful;670000002;${number};700;0`);
  await dialog(page).getByText('Line 2: Its time cannot be read: never').waitFor();
  assert.equal(await dialog(page).getByRole('button', { name: 'Import' }).count(), 0);
  await assertAccessible(page, 'a refused statement');
  await page.keyboard.press('Escape');
});

test('finance previews a statement, imports it, and sees what differs', async () => {
  const { page } = fanta;
  await choose(STATEMENT);
  await dialog(page).getByText('4 new lines, 1 has no difference').waitFor();
  await dialog(page).getByText('77001').waitFor();
  await assertAccessible(page, 'the preview of a statement');
  await dialog(page).getByRole('button', { name: 'Import' }).click();
  await resultLine(page).getByText('Imported 4 lines, of which 4 are new.').waitFor();
  await page.getByRole('row', { name: /not known to us.*Came in.*77001/s }).waitFor();
  await page.getByRole('row', { name: /march\.csv/ }).waitFor();
});

test('an imported statement is opened line by line, those with a difference alone', async () => {
  const { page } = fanta;
  const difference = page.getByRole('row', { name: /not known to us.*77001/s });
  await difference.getByText(/6.70.00.00.02/).waitFor();
  await page.getByRole('link', { name: 'march.csv' }).click();
  await page.getByRole('heading', { name: 'march.csv' }).waitFor();
  const agreed = page.getByRole('row', {
    name: new RegExp(`${row?.id}.*See the transaction`, 's'),
  });
  await agreed.waitFor();
  await assertAccessible(page, 'a statement');
  await page.getByLabel('Shown').selectOption('differences');
  await agreed.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /77002.*not known to us/s }).waitFor();
  await show(page, page.url());
  await page.getByRole('row', { name: /77002/ }).waitFor();
  assert.equal(await agreed.count(), 0, 'the choice is in the address');
  await show(page, `${running.consoleUrl}/finance`);
});

test('of a payout that took more than is booked, the correction proposes less in the wallet', async () => {
  const { page } = fanta;
  const line = page.getByRole('row', { name: new RegExp(String(row?.payoutId)) });
  await line.getByRole('button', { name: 'Correct' }).click();
  await dialog(page).getByText('Went out').waitFor();
  assert.equal(await dialog(page).getByLabel('Change').inputValue(), '-1000');
  await dialog(page)
    .getByText(/^The books go from .+ to .+\./)
    .waitFor();
  const account = dialog(page).getByLabel('Account');
  const [chosen, ...others] = await account.locator('option').allInnerTexts();
  assert.match(chosen ?? '', /^Wallet \S+ \+?[\d\s]+$/, 'as people call it');
  assert.ok(others.includes('Owed to the platform default'), others.join(', '));
  const existing = await running.database.query({
    text: `select from book_accounts where kind in ('wallet', 'application', 'unmatched',
             'overpayments', 'disputed', 'in_transit')`,
  });
  assert.equal(others.length + 1, existing.length, 'only accounts that exist');
  await assertAccessible(page, 'correcting the books');
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: 'Other actions' }).click();
  await line.getByRole('button', { name: 'Explain' }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The operator corrects it.');
  await dialog(page).getByRole('button', { name: 'Explain' }).click();
  await resultLine(page).getByText('The difference is closed.').waitFor();
});

test('a line is recorded by two people, and a difference is explained by one', async () => {
  const { page } = fanta;
  const line = page.getByRole('row', { name: /77001/ });
  await line.getByRole('button', { name: 'Record' }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('It is on the statement.');
  await assertAccessible(page, 'recording a line');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await resultLine(page).getByText('waiting for a second approval').waitFor();
  await line.getByRole('link', { name: 'Awaiting a second approval' }).waitFor();
  assert.equal(await line.getByRole('button', { name: 'Record' }).count(), 0);

  await show(awa.page, `${running.consoleUrl}/changes`);
  const change = awa.page.locator('section', { hasText: '77001' });
  await change.getByText('a player’s payment').waitFor();
  await change.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(awa.page).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(awa.page).getByText('The change has been made.').waitFor();

  await show(page, `${running.consoleUrl}/finance`);
  const other = page.getByRole('row', { name: /77002/ });
  await other.getByRole('button', { name: 'Other actions' }).click();
  await other.getByRole('button', { name: 'Explain' }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Paid for the rent.');
  await dialog(page).getByRole('button', { name: 'Explain' }).click();
  await page.getByText('Every line of the statements agrees.').waitFor();
  assert.equal(await page.getByRole('row', { name: /77001/ }).count(), 0);
});

test('finance closes the days that are over and takes a report with it', async () => {
  const { page } = fanta;
  await page.getByRole('button', { name: 'Close the days that are over' }).click();
  await resultLine(page)
    .getByText(/^Closed: \d{1,2} [A-Z][a-z]+ \d{4}/)
    .waitFor();
  await page.getByLabel('Account').selectOption(`wallet ${row?.wallet}`);
  await page.getByLabel('From').fill('2026-01-01');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download XLSX' }).click(),
  ]);
  const { rows } = openFile(readFileSync(await download.path()));
  assert.ok(rows.some(({ cells }) => cells.includes(row?.id ?? '')));
});

test('a closed day leads to its report, on the screen, on paper and as a file', async () => {
  const { page } = fanta;
  await show(page, `${running.consoleUrl}/finance`);
  const closed = page.locator('section', {
    has: page.getByRole('heading', { name: 'Closed days' }),
  });
  await closed
    .getByRole('link', { name: /, closed/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /^Report of \d/ }).waitFor();
  await page.getByText(/^Closed by finance|^Closed by Fanta/).waitFor();
  await page.getByRole('cell', { name: row?.payoutId ?? '' }).waitFor();
  await page.getByText(/Fingerprint: [0-9a-f]{64}/).waitFor();
  await assertAccessible(page, 'day');
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'day');
  if (wide !== null) await page.setViewportSize(wide);
  await page.emulateMedia({ media: 'print' });
  assert.equal(
    await page.getByRole('button', { name: 'Print, or save as PDF' }).isVisible(),
    false,
  );
  await page.emulateMedia({ media: 'screen' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download XLSX' }).click(),
  ]);
  const { rows } = openFile(readFileSync(await download.path()));
  assert.ok(rows.some(({ cells }) => cells.includes(row?.payoutId ?? '')));
  await show(page, `${running.consoleUrl}/finance`);
});

test('a transaction shows its entries', async () => {
  const { page } = fanta;
  await show(page, `${running.consoleUrl}/transactions/${deposit}`);
  const entries = page.locator('section', { hasText: 'In the books' });
  await entries.getByText('Owed to the platform').waitFor();
});

test('nothing is offered to settle where nothing is owed, and a line of the only application limits nothing', async () => {
  const { page } = fanta;
  await show(page, `${running.consoleUrl}/finance`);
  await owedTo(page).getByRole('columnheader', { name: 'Promised, not sent' }).waitFor();
  await owedTo(page).getByRole('columnheader', { name: 'Available' }).waitFor();
  assert.equal(await owedTo(page).getByRole('button', { name: 'Settle' }).count(), 0);
  await owedTo(page).getByRole('button', { name: 'Credit line' }).first().click();
  await dialog(page).getByText('The line limits nothing until a second one has money').waitFor();
  assert.equal(await dialog(page).getByText('further ones take two people').count(), 0);
  await assertAccessible(page, 'a credit line');
  await page.keyboard.press('Escape');
});

test('finance settles with a platform, and another person approves it', async () => {
  const { page } = fanta;
  const paid = await running.deposit({ amount_xaf: 2_000 });
  await simulate(running.service, paid, 'succeeded');
  await show(page, `${running.consoleUrl}/finance`);
  const owed = owedTo(page);
  await owed.getByRole('button', { name: 'Settle' }).first().click();
  await dialog(page)
    .getByText(`At most ${money('2 000 FCFA')}`)
    .waitFor();
  await dialog(page).getByLabel('Amount').fill('2001');
  const record = dialog(page).getByRole('button', { name: 'Record the settlement' });
  assert.ok(await record.isDisabled(), 'more than is owed');
  await dialog(page).getByLabel('Amount').fill('1500');
  await dialog(page).getByLabel('Reference').fill('VIR 118');
  await dialog(page).getByLabel('Paid to').fill('bank account of the shop');
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('For November.');
  await assertAccessible(page, 'settling with a platform');
  await dialog(page).getByRole('button', { name: 'Record the settlement' }).click();
  await owed
    .getByText(new RegExp(`Settlement with an application.*${money('1 500 FCFA')}`))
    .waitFor();
  await resultLine(page).getByText('waiting for a second approval').waitFor();
  await owed.getByText('Requested by Fanta Bello').waitFor();
  await owed.getByRole('button', { name: 'Withdraw' }).waitFor();

  await show(awa.page, `${running.consoleUrl}/changes`);
  const change = awa.page.locator('section', { hasText: 'VIR 118' });
  await change.getByText('bank account of the shop').waitFor();
  await change.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(awa.page).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(awa.page).getByText('The change has been made.').waitFor();

  await show(page, `${running.consoleUrl}/finance`);
  await owed.getByText(/1.500/).first().waitFor();
});

test('finance asks for a payout of what a platform is owed, which another person approves', async () => {
  const { page } = fanta;
  const owed = owedTo(page);
  await owed.getByRole('button', { name: 'Settle' }).first().click();
  await dialog(page).getByLabel('How it is paid').selectOption('payout');
  await dialog(page).getByLabel('Amount').fill('300');
  await dialog(page).getByLabel('Reference').fill('MOMO 119');
  await dialog(page).getByLabel('Number').fill('670000077');
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The rest of November.');
  await assertAccessible(page, 'paying a platform');
  await dialog(page).getByRole('button', { name: 'Ask for the withdrawal' }).click();
  await resultLine(page).getByText('The withdrawal waits for approval.').waitFor();
  await owed.getByText(/^300/).first().waitFor();

  const [asked] = await running.database.query<{ readonly id: string }>({
    text: `select id from transactions where reference = 'MOMO 119'`,
  });
  await show(awa.page, `${running.consoleUrl}/transactions/${asked?.id}`);
  await awa.page.getByText('is paid what it is owed: The rest of November.').first().waitFor();
  await awa.page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
});

test('the screen speaks French and fits a phone', async () => {
  const { page } = fanta;
  await show(page, `${running.consoleUrl}/finance`);
  await page.getByRole('button', { name: 'Français' }).click();
  for (const name of ['Finances', 'Relevés', 'Jours clôturés', 'Rapports']) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'finance');
  await assertAccessible(page, 'finance in French');
  assert.deepEqual([...fanta.complaints, ...awa.complaints], []);
});

test('all that this has stored holds', () => assertAllHolds(running, { isStopped: true }));
