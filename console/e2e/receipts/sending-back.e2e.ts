import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindReceipts } from '../../../service/src/db/receipts/receipts.ts';
import { bindPayments } from '../../../service/src/flows/receipts/booking/bind-payments.ts';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';
import { simulate } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessibleInBoth } from '../support/axe.ts';
import { insertBooked } from '../support/booked-payment.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine, show } from '../support/screen.ts';

const running = await startConsole();
const { database } = running;
const { page, complaints } = await running.open(await running.hire('agent', 'Ada Mbarga'));

const paid = (payer: string, amountXaf: number) => insertBooked(database, { payer, amountXaf });

/** A deposit with a payment, and a second one of which all is the payer's. */
async function overpaid(msisdn: string, { askedXaf, paidXaf }: Overpaid): Promise<string> {
  const id = await running.deposit({ amount_xaf: askedXaf, operator: 'orange', msisdn });
  await simulate(running.service, id, 'succeeded');
  const reason = { code: 'late_for_deposit', params: { deposit: id } } as const;
  const ids = [await paid(msisdn, paidXaf)];
  const use = { ids, transactionId: id, amountXaf: askedXaf, reason };
  await database.atomically((connection) => bindPayments(connection, use));
  return id;
}

interface Overpaid {
  readonly askedXaf: number;
  readonly paidXaf: number;
}

test('a payment that nothing proves has no act to send it back, and says why', async () => {
  const id = await insertReceipt(database, { payer: '+237691112244', amountXaf: 8_000 });
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.locator('.act-bar').getByText('Nothing proves yet that it came').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send it back' }).count(), 0);
});

test('an unmatched payment is sent back, and shows where its return stands', async () => {
  const id = await paid('+237691112255', 9_000);
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Send it back' }).click();
  await dialog(page).getByText('Send this payment back to its payer?').waitFor();
  await assertAccessibleInBoth(page, 'the question about sending a payment back');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Nobody asked for it.');
  await dialog(page).getByRole('button', { name: 'Send it back' }).click();
  await resultLine(page).getByText('waits for approval').waitFor();
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  const fact = page.locator('.facts').filter({ hasText: 'Return' });
  await fact.getByText('Awaiting approval').waitFor();
  await page.locator('.head-kind').getByText('being sent back').waitFor();
  await assertAccessibleInBoth(page, 'a payment that is sent back');
  await fact.getByRole('link', { name: money('9 000 FCFA') }).click();
  await page.waitForURL('**/transactions/**');
  const back = page.locator('.facts').filter({ hasText: 'Sends back the payment' }).first();
  await back.getByRole('link', { name: money('9 000 FCFA') }).click();
  await page.waitForURL(`**/receipts?id=${id}`);
});

test('a held deposit is refused and its payment sent back in one act', async () => {
  const payer = '+237691112266';
  const deposit = await running.deposit({ amount_xaf: 7_700, operator: 'orange', msisdn: payer });
  const id = await paid(payer, 7_700);
  const reason = { code: 'late_for_deposit', params: { deposit } } as const;
  await bindReceipts(database, { ids: [id], transactionId: deposit, reason });
  await running.hold(deposit);
  await show(page, `${running.consoleUrl}/held?id=${deposit}`);
  await page.getByRole('button', { name: 'Mark as not paid' }).click();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Another account paid it.');
  await dialog(page).getByLabel('What becomes of the money?').selectOption('sent_back');
  await dialog(page).getByRole('button', { name: 'Mark as not paid' }).click();
  await resultLine(page).getByText('Marked as not paid').waitFor();
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.locator('.facts').filter({ hasText: 'Return' }).waitFor();
});

test('a deposit that succeeded is refunded, and what was paid too much sent back, with one click each', async () => {
  const payer = '+237691112277';
  const id = await overpaid(payer, { askedXaf: 5_000, paidXaf: 6_200 });
  await show(page, `${running.consoleUrl}/transactions/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(page).getByLabel('Amount').fill('5001');
  const confirm = dialog(page).getByRole('button', { name: 'Refund' });
  assert.ok(await confirm.isDisabled(), 'more than came');
  await dialog(page).getByLabel('Amount').fill('2000');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Two tickets of five.');
  await assertAccessibleInBoth(page, 'the question about a refund');
  await confirm.click();
  await resultLine(page).getByText('waits for approval').waitFor();
  await page.getByRole('button', { name: 'Send back what was paid too much' }).click();
  await dialog(page).getByText(money('6 200 FCFA')).waitFor();
  await assertAccessibleInBoth(page, 'the question about what was paid too much');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('The ticket was cheaper.');
  await dialog(page).getByRole('button', { name: 'Send back what was paid too much' }).click();
  await page.getByText('It has gone back, or is on its way.').waitFor();
  const facts = page.locator('.facts');
  await facts.getByRole('link', { name: money('2 000 FCFA') }).waitFor();
  await facts.getByRole('link', { name: money('6 200 FCFA') }).waitFor();
});

test('what is owed to a payer who paid too much is listed, with the act or why not', async () => {
  await overpaid('+237691112288', { askedXaf: 3_000, paidXaf: 400 });
  const small = await overpaid('+237691112299', { askedXaf: 3_000, paidXaf: 60 });
  await show(page, `${running.consoleUrl}/receipts`);
  await page.getByLabel('Show', { exact: true }).selectOption('Paid too much');
  const list = page.getByRole('table', { name: 'Paid too much: owed to payers' });
  const row = (end: number) => list.getByRole('row').filter({ hasText: new RegExp(`22\\s${end}`) });
  await row(99)
    .getByText(/^Less than 100\D/)
    .waitFor();
  await assertAccessibleInBoth(page, 'what is owed to payers');
  await row(88).getByRole('button', { name: 'Send it back' }).click();
  await dialog(page).getByText(money('400 FCFA')).waitFor();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('A rounded amount.');
  await dialog(page).getByRole('button', { name: 'Send back what was paid too much' }).click();
  await row(88).getByText('It has gone back, or is on its way.').waitFor();
  await row(99).getByRole('link').click();
  await page.waitForURL(`**/transactions/${small}`);
});

test('finance sees what is owed to payers beside what is owed to platforms', async () => {
  const finance = await running.open(await running.hire('finance', 'Fanta Njoya'));
  await show(finance.page, `${running.consoleUrl}/finance`);
  const list = finance.page.getByRole('table', { name: 'Paid too much: owed to payers' });
  await list.getByText(money('400 FCFA')).waitFor();
  assert.equal(await list.getByRole('button').count(), 0);
  assert.deepEqual(finance.complaints, []);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
