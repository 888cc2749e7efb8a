import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  addGateway,
  createOrangeLine,
  nextOrangeId,
  orangeText,
  tell,
} from '../../service/test/support/receipts/sms.ts';
import { read } from '../../service/test/support/transactions/payments.ts';
import { assertAccessible } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { assertFits, dialog, money, resultLine, show } from './support/screen.ts';

const LINE = '+237699000001';
const OTHER_LINE = '+237699000002';
const running = await startConsole();
const { service, database } = running;
await addGateway(database, {
  sims: {
    'sim-1': { operator: 'orange', line: LINE },
    'sim-2': { operator: 'orange', line: OTHER_LINE },
  },
});
const line = createOrangeLine(LINE);
const otherLine = createOrangeLine(OTHER_LINE);
const ada = await running.hire('agent', 'Ada Mbarga');
const vera = await running.hire('viewer', 'Vera Essomba');
const { page, complaints } = await running.open(ada);

/** A deposit that the player was told to pay on a line of ours. */
async function depositOn(payee: string, payer: string, amountXaf: number): Promise<string> {
  const id = await running.deposit({ operator: 'orange', msisdn: payer, amount_xaf: amountXaf });
  await database.query({
    text: 'update transactions set line = $2 where id = $1',
    values: [id, payee],
  });
  return id;
}

async function receiptIdOf(payer: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1',
    values: [payer],
  });
  assert.ok(row);
  return row.id;
}

/** As wide as a small phone, in the dark, then as before. */
async function assertGoodOnPhone(at: Page, what: string): Promise<void> {
  await at.setViewportSize({ width: 360, height: 740 });
  await at.emulateMedia({ colorScheme: 'dark' });
  await assertFits(at, what);
  await assertAccessible(at, what);
  await at.emulateMedia({ colorScheme: 'light' });
  await at.setViewportSize({ width: 1280, height: 800 });
}

test('a payment told with an old signature is held, and says why before anything else', async () => {
  const payer = '+237690000011';
  const text = line.pay({ payer, amount: 7_000 });
  const answer = await tell(service, { text }, { at: Date.now() - 86_400_000 });
  assert.equal(answer.status, 200, answer.text);
  await show(page, `${running.consoleUrl}/receipts?id=${await receiptIdOf(payer)}`);
  const why = page.locator('.approvals-note');
  await why.getByRole('heading', { name: 'Why it is held' }).waitFor();
  await why.getByText('The signature of the gateway is too old').waitFor();
  const facts = await page.locator('.facts').first().innerText();
  assert.match(facts, /ABEGA SOLANGE/);
  assert.match(facts, /\d+ of 100/);
  await page.getByText('The text as it came').click();
  await page.locator('pre').getByText(text, { exact: true }).waitFor();
  await assertAccessible(page, 'a held payment');
  await assertGoodOnPhone(page, 'a held payment on a phone');
});

test('a payment that was returned is dismissed with a reason, and leaves the list', async () => {
  const payer = '+237690000011';
  const id = await receiptIdOf(payer);
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByText('Nothing is sent back by this').waitFor();
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByText('A reason of at least 3 characters').waitFor();
  await assertAccessible(page, 'the question');
  await dialog(page).getByLabel('Reason').fill('Support has returned it.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await resultLine(page)
    .getByText(`Dismissed: ${money('7 000 FCFA')}`)
    .waitFor();
  await page.getByText('Every payment has found its deposit.').waitFor();
  await show(page, `${running.consoleUrl}/audit`);
  await page.getByText('receipt.dismiss').waitFor();
});

test('whoever is asked about a payment that somebody else dismisses is told so', async () => {
  const payer = '+237690000012';
  await tell(service, { text: otherLine.pay({ payer, amount: 1_200 }), sim: 'sim-2' });
  const id = await receiptIdOf(payer);
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByLabel('Reason').fill('Support has returned it.');
  await database.query({
    text: `update receipts set state = 'dismissed' where id = $1`,
    values: [id],
  });
  await dialog(page).getByText('Somebody has used or dismissed this payment').waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
});

test('a line in doubt is seen at home, explained, and its payments go on once it is accepted', async () => {
  const payer = '+237690000013';
  await tell(service, { text: line.pay({ payer: '+237690000014', amount: 500 }) });
  const deposit = await depositOn(LINE, payer, 3_000);
  line.takeSilently(20_000);
  await tell(service, { text: line.pay({ payer, amount: 3_000 }) });
  assert.equal((await read(service, deposit))['state'], 'pending');

  await show(page, running.consoleUrl);
  await page.getByText('1 SIM line is in doubt').waitFor();
  await show(page, `${running.consoleUrl}/receipts?id=${await receiptIdOf(payer)}`);
  await page.getByText('It waits only for its line').waitFor();
  await page.getByRole('link', { name: 'Look at the line' }).click();

  const card = page.locator('section.card').filter({ hasText: 'in doubt' });
  await card.getByText(`${money('20 000 FCFA')} less than its texts say`).waitFor();
  const told = await card.locator('.receipt-line').innerText();
  assert.ok(told.includes(money('60 500.25 FCFA')), told);
  assert.ok(told.includes(money('40 500.25 FCFA')), told);
  await assertAccessible(page, 'the lines');
  await assertGoodOnPhone(page, 'the lines on a phone');
  await card.getByRole('button', { name: 'Accept the texts' }).click();
  await dialog(page).getByText('deposits that fit are credited').waitFor();
  const choice = dialog(page).getByLabel('Balance at the operator');
  assert.equal(await choice.inputValue(), '', 'nobody accepts a balance without choosing it');
  assert.ok(await dialog(page).getByRole('button', { name: 'Accept the texts' }).isDisabled());
  await choice.selectOption('4050025');
  await dialog(page)
    .getByText(`now holds ${money('40 500.25 FCFA')}`)
    .waitFor();
  const credits = dialog(page).locator('.receipt-line').filter({ hasText: 'Paid by' });
  const [credit = ''] = await credits.allInnerTexts();
  assert.ok(credit.includes(money('3 000 FCFA')), credit);
  assert.ok(credit.includes(money('+237 6 90 00 00 13')), credit);
  assert.match(credit, /Reference: /);
  await assertAccessible(page, 'the question about the line');
  await dialog(page).getByLabel('Reason').fill('The owner took 20 000 to the bank.');
  await dialog(page).getByRole('button', { name: 'Accept the texts' }).click();
  await resultLine(page).getByText('Credited: 1 payment. Still held: 0.').waitFor();
  await page.locator('section.card').filter({ hasText: 'in doubt' }).waitFor({ state: 'detached' });
  assert.equal((await read(service, deposit))['state'], 'succeeded');
});

test('whoever is asked about a line is told when another text has come, and accepts nothing', async () => {
  const payer = '+237690000019';
  otherLine.takeSilently(700);
  await tell(service, { text: otherLine.pay({ payer, amount: 400 }), sim: 'sim-2' });
  await show(page, `${running.consoleUrl}/lines`);
  const card = page.locator('section.card').filter({ hasText: 'in doubt' });
  await card.getByRole('button', { name: 'Accept the texts' }).click();
  await dialog(page).getByText('No payment would be credited').waitFor();
  await tell(service, { text: otherLine.pay({ payer, amount: 450 }), sim: 'sim-2' });
  await dialog(page).getByText('Texts in doubt have come').waitFor({ timeout: 15_000 });
  assert.equal(await dialog(page).getByRole('button', { name: 'Accept the texts' }).count(), 0);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await database.query({
    text: 'update chain_breaks set closed_at = app_now(), closed_by = $1 where closed_at is null',
    values: ['test'],
  });
});

test('a line that a forged text stopped goes on once its payment is dismissed', async () => {
  const [forger, payer] = ['+237690000017', '+237690000018'];
  const text = orangeText({
    payer: forger.slice(4),
    payee: LINE.slice(4),
    amount: 900,
    balance: '1234.00',
    id: nextOrangeId(),
  });
  await tell(service, { text });
  const deposit = await depositOn(LINE, payer, 3_000);
  await tell(service, { text: line.pay({ payer, amount: 3_000 }) });
  assert.equal((await read(service, deposit))['state'], 'pending');
  await show(page, `${running.consoleUrl}/lines`);
  const card = page.locator('section.card').filter({ hasText: 'in doubt' });
  await card.getByText('The text as it came').click();
  await card.locator('pre').getByText(text).waitFor();
  await assertGoodOnPhone(page, 'a forged text on a phone');
  await card.getByRole('link', { name: 'Look at the payment' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByLabel('Reason').fill('The operator knows no such payment.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await resultLine(page).getByText('Dismissed: ').waitFor();
  assert.equal((await read(service, deposit))['state'], 'succeeded');
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByRole('heading', { name: 'SIM lines' }).waitFor();
  assert.equal(await page.getByText('in doubt', { exact: true }).count(), 0);
});

test('texts to be looked at come first, with their reason as a sentence in both languages', async () => {
  const text = orangeText({
    payer: '690000015',
    payee: '699000001',
    amount: 900,
    balance: '1.00',
    id: nextOrangeId(),
  });
  await tell(service, { text, sender: '+237670000009' });
  await tell(service, { text: 'Your bundle ends tomorrow.' });
  await show(page, `${running.consoleUrl}/sms`);
  const rows = page.getByRole('list', { name: 'SMS of the operators' }).getByRole('listitem');
  await rows.getByText('It reads like an operator’s text, but another sender wrote it.').waitFor();
  assert.equal(await rows.count(), 1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await rows.locator('pre').getByText(text, { exact: true }).waitFor();
  await assertAccessible(page, 'the texts');
  await assertGoodOnPhone(page, 'the texts on a phone');
  await page.getByLabel('State').selectOption({ label: 'Not about us' });
  await rows.getByText('Your bundle ends tomorrow.').first().waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'SMS des opérateurs' }).waitFor();
  await page.getByLabel('État').selectOption({ label: 'À examiner' });
  await page.getByText('mais l’expéditeur est un autre').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
});

test('more texts than a page come page by page', async () => {
  await database.query({
    text: `insert into sms_messages (id, gateway_id, sender, body, at, trust, digest, state)
           select gen_random_uuid(), 'till-phone', 'OrangeMoney', 'Balance ' || n, app_now(),
                  'trusted', decode(md5(n::text), 'hex'), 'balance'
           from generate_series(1, 60) n`,
  });
  await show(page, `${running.consoleUrl}/sms?state=balance`);
  const rows = page.getByRole('list', { name: 'SMS of the operators' }).locator('li.row');
  await rows.first().waitFor();
  assert.equal(await rows.count(), 50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelectorAll('li.row').length === 60);
});

test('a viewer reads it all and is offered nothing to do', async () => {
  const payer = '+237690000016';
  otherLine.takeSilently(1_000);
  await tell(service, { text: otherLine.pay({ payer, amount: 600 }), sim: 'sim-2' });
  const viewer = await running.open(vera);
  await show(viewer.page, `${running.consoleUrl}/lines`);
  await viewer.page.getByText('Texts whose balance does not follow').waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: 'Accept the texts' }).count(), 0);
  await show(viewer.page, `${running.consoleUrl}/receipts?id=${await receiptIdOf(payer)}`);
  await viewer.page.getByRole('heading', { name: 'Why it is held' }).waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: 'Dismiss' }).count(), 0);
  assert.deepEqual(viewer.complaints, []);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
