import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../service/test/support/payments.ts';
import { insertReceipt } from '../../service/test/support/receipts.ts';
import { openDesk } from './support/desk.ts';
import { dialog, money, resultLine } from './support/screen.ts';

const desk = await openDesk();
const ada = await desk.hire('agent', 'Ada Mbarga');
const { page, complaints } = await desk.open(ada);

test('a held deposit is confirmed with a reason, beside its evidence', async () => {
  const id = await desk.deposit({ amount_xaf: 20_000 });
  await desk.hold(id);
  await page.goto(`${desk.consoleUrl}/held?id=${id}`);
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await page.getByRole('button', { name: 'Confirm the payment' }).click();
  const asked = await dialog(page).innerText();
  assert.ok(asked.includes(money('20 000 FCFA')), asked);
  await dialog(page).getByLabel('Reason').fill('Seen in the operator’s portal.');
  await dialog(page).getByRole('button', { name: 'Confirm the payment' }).click();
  await resultLine(page).getByText('Confirmed').waitFor();
  assert.equal((await read(desk.service, id))['state'], 'succeeded');
});

test('a held withdrawal is asked about in words of a withdrawal', async () => {
  const id = await desk.withdrawal({ amount_xaf: 21_000 });
  await desk.hold(id);
  await page.goto(`${desk.consoleUrl}/held?id=${id}`);
  await page.getByRole('button', { name: 'It was not paid' }).click();
  await dialog(page).getByLabel('Reason').fill('The operator has no such transfer.');
  await dialog(page).getByRole('button', { name: 'It was not paid' }).click();
  await resultLine(page).getByText('Rejected').waitFor();
  assert.equal((await read(desk.service, id))['state'], 'failed');
});

test('two payments that are too small alone complete a deposit together', async () => {
  const payer = '+237691112233';
  const id = await desk.deposit({ amount_xaf: 10_000, operator: 'orange', msisdn: payer });
  const first = await insertReceipt(desk.database, { payer, amountXaf: 6_000 });
  await insertReceipt(desk.database, { payer, amountXaf: 4_500 });
  await page.goto(`${desk.consoleUrl}/receipts?id=${first}`);
  await page.getByRole('link', { name: 'Pay this deposit' }).click();
  await page.getByText(`${money('4 000 FCFA')} missing`).waitFor();
  const complete = page.getByRole('button', { name: 'Complete the deposit' });
  assert.ok(await complete.isDisabled());
  await page.getByRole('checkbox', { name: /4 500 FCFA/ }).check();
  await page.getByText(`${money('500 FCFA')} more than the deposit`).waitFor();
  await complete.click();
  await dialog(page).getByLabel('Reason').fill('Paid in two parts.');
  await dialog(page).getByRole('button', { name: 'Complete the deposit' }).click();
  await resultLine(page).getByText('Completed').waitFor();
  assert.equal((await read(desk.service, id))['state'], 'succeeded');
  await page.goto(`${desk.consoleUrl}/receipts`);
  await page.getByText('Every payment has found its deposit.').waitFor();
});

test('in the sandbox a transaction is created and simulated from the screen', async () => {
  await page.goto(`${desk.consoleUrl}/sandbox`);
  await page.getByText('no money moves').waitFor();
  await page.getByLabel('Direction').selectOption('deposit');
  await page.getByLabel('Amount').fill('7700');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Open it' }).click();
  await page.getByRole('button', { name: 'Succeed' }).click();
  await resultLine(page).getByText('Simulated').waitFor();
  await page.locator('.head').getByText('Succeeded', { exact: true }).waitFor();
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
