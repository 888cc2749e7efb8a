import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';
import { eventually } from '../../../service/test/support/service-process.ts';
import { forceState } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { assertFits, money, rowWith, show } from '../support/screen.ts';

const running = await startConsole();
const { database } = running;
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada);
const PAYER = '+237690004417';
const deposit = await running.deposit({
  reference: 'shop-71',
  amount_xaf: 61_500,
  operator: 'orange',
  msisdn: PAYER,
});
const payout = await running.withdrawal({ reference: 'payout-72', amount_xaf: 12_300 });
const receipt = await insertReceipt(database, { payer: PAYER, amountXaf: 61_500 });
await database.query({
  text: `with named as (update receipts set payer_name = 'NGONO Awa', state = 'used' where id = $1)
         insert into receipt_uses (receipt_id, transaction_id, used_at) values ($1, $2, app_now())`,
  values: [receipt, deposit],
});

async function find(on: Page, text: string): Promise<void> {
  const field = on.getByRole('search').getByRole('combobox');
  await field.fill(text);
  await field.press('Enter');
}

test('an exact id opens the transaction; names, amounts and last digits list it', async () => {
  for (const id of [deposit, `PP-${receipt}`, 'shop-71']) {
    await find(page, id);
    await page.waitForURL(`**/transactions/${deposit}`);
  }
  for (const [text, by] of [
    ['ngono', 'by payer name'],
    ['61 500', 'by amount'],
    ['4417', 'by last digits'],
  ] as const) {
    await find(page, text);
    await rowWith(page, `shop-71 · ${by}`).waitFor();
  }
  await assertAccessible(page, 'a search');
});

test('a searched number is in no address, and stays with a reload, a filter and the export', async () => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await find(page, '690 00 44 17');
  await rowWith(page, 'shop-71').waitFor();
  await page.getByLabel('Direction').selectOption('deposit');
  await page.waitForURL('**/transactions?direction=deposit');
  await page.reload();
  await rowWith(page, 'shop-71').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const csv = readFileSync(await file.path(), 'utf8');
  assert.match(csv, /shop-71/);
  assert.doesNotMatch(csv, /payout-72/);
  addresses.push(page.url(), file.url());
  assert.deepEqual(
    addresses.map((address) => decodeURIComponent(address)).filter((one) => /4417|44.17/.test(one)),
    [],
  );
});

test('an address that is no id leads to no request, and to the screen that says so', async () => {
  for (const address of [
    'transactions/..%2Ftransactions.csv',
    'players/..%2Faudit',
    'finance/..%2Fstaff',
    `transactions/${deposit}%2F..%2F..%2Faudit`,
  ]) {
    const asked: string[] = [];
    const note = (request: { url: () => string }) => asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    await page.goto(`${running.consoleUrl}/${address}`);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    page.off('request', note);
    const paths = asked.filter((path) => path.startsWith('/internal/v1/'));
    assert.deepEqual(
      paths.filter((path) => /csv|audit|staff|%2F|\.\./i.test(path)),
      [],
      address,
    );
  }
  await page.goto(`${running.consoleUrl}/approvals?id=..%2Ftransactions.csv`);
  await rowWith(page, money('12 300 FCFA')).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('id')?.includes('csv') ?? false, false);
});

test('a viewer finds nothing by the last digits of a number', async () => {
  const viewer = await running.open(await running.hire('viewer', 'Bo Essomba'));
  await find(viewer.page, '4417');
  await viewer.page.getByText('No transaction fits these filters.').waitFor();
});

test('columns have headers that sort, totals add up, and a period is one choice', async () => {
  await show(page, `${running.consoleUrl}/transactions`);
  const head = page.getByRole('group', { name: 'Columns' });
  await head.getByText('Reference').waitFor();
  const totals = page.getByRole('status', { name: 'Totals' });
  await totals.getByText(/deposits? succeeded/).waitFor();
  await totals.getByText(/withdrawals? succeeded/).waitFor();
  const first = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').first();
  await first.getByText('payout-72').waitFor();
  await head.getByRole('button', { name: 'Sort by amount' }).click();
  await first.getByText('shop-71').waitFor();
  await head.getByRole('button', { name: 'Sort by amount' }).click();
  await first.getByText('payout-72').waitFor();
  await assertAccessible(page, 'a sorted list');
  await page.getByLabel('Period').selectOption('Yesterday');
  await totals.getByText('0 transactions').waitFor();
  await page.getByLabel('Period').selectOption('Today');
  await totals.getByText('2 transactions').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'the list on a phone');
  await page.setViewportSize({ width: 1280, height: 650 });
});

test('a withdrawal that is sent and not confirmed is in a queue of its own', async () => {
  await forceState(database, payout, 'provider_submitted');
  await database.query({
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference, handle,
                                    callback_secret, sent_at, created_at)
           values ($1, 'mtn-momo', 'mtn-momo-sandbox', $2::text::uuid, $2::text, 'secret',
                   app_now(), app_now())`,
    values: [payout, randomUUID()],
  });
  await show(page, running.consoleUrl);
  await page.getByRole('navigation').getByRole('link', { name: 'Under way' }).click();
  const row = page.getByRole('list', { name: 'Under way' }).getByRole('listitem');
  await row.getByText(money('12 300 FCFA')).waitFor();

  await row.getByText('Sent', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Transaction' }).getByText('payout-72').first().waitFor();
  await page.getByRole('button', { name: 'Ask the provider now' }).waitFor();
  await assertAccessible(page, 'what is under way');
});

test('the audit log says in a sentence who did what, in both languages, and is filtered', async () => {
  const rejected = await running.withdrawal({ reference: 'payout-73', amount_xaf: 7_300 });
  await show(page, `${running.consoleUrl}/transactions/${rejected}`);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'reason' }).fill('Asked twice.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.locator('.result').waitFor();
  await show(page, `${running.consoleUrl}/audit`);
  await page.getByLabel('Person').selectOption('Ada Mbarga');
  await page.getByLabel('About').selectOption('Withdrawals');
  const rows = page.getByRole('main').locator('tbody > tr');
  await rowWith(page, 'rejected the withdrawal payout-73').waitFor();
  await eventually('nothing else is listed', async () => (await rows.count()) === 1);
  assert.equal(await rows.getByText('Ada Mbarga').isVisible(), true);
  await assertAccessible(page, 'the audit log');
  await page.getByRole('button', { name: 'Français' }).click();
  await rowWith(page, 'a refusé le retrait payout-73').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await rows.getByRole('button').click();
  await page.getByRole('link', { name: 'Transaction payout-73' }).click();
  await page.waitForURL(`**/transactions/${rejected}`);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
