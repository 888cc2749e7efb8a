import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { bindReceipts } from '../../service/src/db/receipts/receipts.ts';
import { writeMessage } from '../../service/src/domain/messages/message.ts';
import { insertReceipt } from '../../service/test/support/receipts/receipts.ts';
import { read } from '../../service/test/support/transactions/payments.ts';
import { assertAccessible } from './support/axe.ts';
import { takeBack } from './support/booked-payment.ts';
import { SECOND_PERSON_XAF, startConsole } from './support/running-console.ts';
import { dialog, money, resultLine } from './support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada);

test('a held deposit is confirmed with a reason, beside its evidence', async () => {
  const id = await running.deposit({ amount_xaf: 20_000 });
  await running.hold(id);
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const asked = await dialog(page).innerText();
  assert.ok(asked.includes(money('20 000 FCFA')), asked);
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('Seen in the operator’s portal.');
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click();
  await resultLine(page).getByText('Marked as paid').waitFor();
  assert.equal((await read(running.service, id))['state'], 'succeeded');
});

test('a person who confirms sees unused payments that may be the same money', async () => {
  const payer = '+237691112255';
  const amount = { amountXaf: 20_500 };
  const id = await running.deposit({ amount_xaf: 20_500, operator: 'orange', msisdn: payer });
  const receipts = [
    await insertReceipt(running.database, { payer, ...amount }),
    await insertReceipt(running.database, { payer, ...amount }),
  ];
  await running.hold(id);
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('Seen in the operator’s portal.');
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click();
  await resultLine(page).getByText('2 unused payments may be its own').waitFor();
  await running.database.query({
    text: `update receipts set state = 'dismissed' where id = any($1::uuid[])`,
    values: [receipts],
  });
});

test('a person who rejects a paid deposit says what becomes of the money', async () => {
  const payer = '+237691112266';
  const id = await running.deposit({ amount_xaf: 20_700, operator: 'orange', msisdn: payer });
  const receipt = await insertReceipt(running.database, { payer, amountXaf: 20_700 });
  const reason = { code: 'late_for_deposit', params: { deposit: id } } as const;
  await bindReceipts(running.database, { ids: [receipt], transactionId: id, reason });
  await running.hold(id);
  const ask = async () => {
    await page.goto(`${running.consoleUrl}/held?id=${id}`);
    await page.getByRole('button', { name: 'Mark as not paid' }).click();
    await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Another account paid it.');
  };
  await ask();
  await page.getByText('a payment that was received is used for it').waitFor();
  const confirm = dialog(page).getByRole('button', { name: 'Mark as not paid' });
  assert.ok(await confirm.isDisabled(), 'nothing is chosen beforehand');
  const choice = dialog(page).getByLabel('What becomes of the money?');
  await dialog(page).getByText('It cannot be sent back. Nothing proves yet that it came').waitFor();
  await dialog(page).getByText('It cannot count as returned. No believed text').waitFor();
  assert.deepEqual(await choice.locator('option:disabled').count(), 2);
  await assertAccessible(page, 'the question about money that goes nowhere yet');
  await takeBack(running.database, receipt);
  await ask();
  assert.equal(await dialog(page).getByText('It cannot count as returned').count(), 0);
  await choice.selectOption('returned');
  assert.ok(await confirm.isDisabled(), 'how is not said');
  await dialog(page).getByLabel('How was it returned?').fill('Sent back by the portal.');
  await dialog(page).getByText('Two people have to say that a payment went back').waitFor();
  assert.ok(await confirm.isEnabled());
  await assertAccessible(page, 'the question about the money');
  await choice.selectOption('free');
  await confirm.click();
  await resultLine(page).getByText('Marked as not paid').waitFor();
  assert.equal((await read(running.service, id))['state'], 'failed');
  await page.goto(`${running.consoleUrl}/receipts?id=${receipt}`);
  await page.getByText('the payment can pay another one').first().waitFor();
  await running.database.query({
    text: `update receipts set state = 'dismissed' where id = $1`,
    values: [receipt],
  });
});

test('a held withdrawal is asked about in words of a withdrawal', async () => {
  const id = await running.withdrawal({ amount_xaf: 21_000 });
  await running.hold(id);
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  await page.getByRole('button', { name: 'Mark as not paid' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('The operator has no such transfer.');
  await dialog(page).getByRole('button', { name: 'Mark as not paid' }).click();
  await resultLine(page).getByText('Marked as not paid').waitFor();
  assert.equal((await read(running.service, id))['state'], 'failed');
});

test('two payments that are too small alone complete a deposit together', async () => {
  const payer = '+237691112233';
  const id = await running.deposit({ amount_xaf: 10_000, operator: 'orange', msisdn: payer });
  const first = await insertReceipt(running.database, { payer, amountXaf: 6_000 });
  await insertReceipt(running.database, { payer, amountXaf: 4_500 });
  await page.goto(`${running.consoleUrl}/receipts?id=${first}`);
  await page.getByRole('link', { name: 'Complete this deposit' }).click();
  await page.getByText(`${money('4 000 FCFA')} missing`).waitFor();
  const complete = page.getByRole('button', { name: 'Complete from payments' });
  assert.ok(await complete.isDisabled());
  await page.getByRole('checkbox', { name: /4 500 FCFA/ }).check();
  await page.getByText(`${money('500 FCFA')} more than the deposit`).waitFor();
  await complete.click();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Paid in two parts.');
  await dialog(page).getByRole('button', { name: 'Complete from payments' }).click();
  await resultLine(page).getByText('Completed').waitFor();
  assert.equal((await read(running.service, id))['state'], 'succeeded');
  await page.goto(`${running.consoleUrl}/receipts`);
  await page.getByText('Every payment is matched.').waitFor();
});

test('deposits of two players with one number and amount can be distinguished', async () => {
  const payer = '+237691112244';
  const players = ['0b57c1de-0000-4000-8000-000000000001', '7e1fa9aa-0000-4000-8000-000000000002'];
  for (const [index, player_id] of players.entries()) {
    await running.deposit({
      player_id,
      reference: `twin-${index + 1}`,
      amount_xaf: 2_000,
      operator: 'orange',
      msisdn: payer,
    });
  }
  const receipt = await insertReceipt(running.database, { payer, amountXaf: 2_000 });
  await page.goto(`${running.consoleUrl}/receipts?id=${receipt}`);
  await running.database.query({
    text: 'update receipts set reason = $2 where id = $1',
    values: [receipt, writeMessage({ code: 'no_deposit_waits' })],
  });
  await page.reload();
  const second = page.locator('.candidates > li').filter({ hasText: 'twin-2' });
  await second.getByText('000002').waitFor();
  await page
    .locator('.candidates > li')
    .filter({ hasText: 'twin-1' })
    .getByText('000001')
    .waitFor();
  await second.getByRole('link', { name: 'Complete this deposit' }).click();
  await page
    .locator('section.card')
    .filter({ hasText: 'Complete from payments of this number' })
    .getByText('twin-2')
    .waitFor();
  const choices = await page.locator('.choices').innerText();
  assert.doesNotMatch(choices, /no deposit of this number waited/);
  await page.getByRole('button', { name: 'Complete from payments' }).click();
  const asked = await dialog(page).innerText();
  assert.ok(asked.includes('Player: …000002'), asked);
  assert.ok(asked.includes('Reference: twin-2'), asked);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
});

test('a payment from a doubtful text is chosen only by hand, with the doubt in sight', async () => {
  const payer = '+237691112255';
  const id = await running.deposit({ amount_xaf: 2_500, operator: 'orange', msisdn: payer });
  const receipt = await insertReceipt(running.database, { payer, amountXaf: 2_500 });
  await running.database.query({
    text: `update receipts set is_trusted = false, score = 60,
                  reason = 'The signature of the gateway was too old.' where id = $1`,
    values: [receipt],
  });
  await page.goto(`${running.consoleUrl}/receipts?id=${receipt}&deposit=${id}`);
  const choice = page.locator('.choices > li');
  await choice.getByText('doubtful text').waitFor();
  await choice.getByText('60/100').waitFor();
  await choice.getByText('The signature of the gateway was too old').waitFor();
  await page.locator('.complete').getByText('Look in the operator’s portal').waitFor();
  assert.equal(await choice.getByRole('checkbox').isChecked(), false);
  await assertAccessible(page, 'a doubtful choice');
  await choice.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Complete from payments' }).click();
  await dialog(page).getByText('Look in the operator’s portal').waitFor();
  await dialog(page).getByText('60/100').waitFor();
  await assertAccessible(page, 'the question about a doubtful text');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await running.database.query({
    text: 'update receipts set waits_for_line = true where id = $1',
    values: [receipt],
  });
  await page.reload();
  await choice.getByText('balance gap').waitFor();
  assert.ok(await choice.getByRole('checkbox').isDisabled());
});

test('a large deposit is completed from a doubtful text by two people, and the second sees the first', async () => {
  const payer = '+237691112277';
  const amountXaf = SECOND_PERSON_XAF + 500;
  const id = await running.deposit({ amount_xaf: amountXaf, operator: 'orange', msisdn: payer });
  const receipt = await insertReceipt(running.database, { payer, amountXaf });
  await running.database.query({
    text: 'update receipts set is_trusted = false, score = 60 where id = $1',
    values: [receipt],
  });
  const bo = await running.open(await running.hire('agent', 'Bo Fotso'));
  const complete = async (one: Page, note: string) => {
    await one.goto(`${running.consoleUrl}/receipts?id=${receipt}&deposit=${id}`);
    await one.locator('.choices > li').getByRole('checkbox').check();
    await one.getByRole('button', { name: 'Complete from payments' }).click();
    await dialog(one).getByText('The amount is above').getByText(note).waitFor();
    await assertAccessible(one, `the question: ${note}`);
    await dialog(one).getByRole('textbox', { name: 'reason' }).fill('Seen in the portal.');
    await dialog(one).getByRole('button', { name: 'Complete from payments' }).click();
  };
  await complete(page, 'Yours is the first of two decisions');
  await resultLine(page).getByText('A second person must decide the same').waitFor();
  await page.getByText('Marked as paid by').getByText('Ada Mbarga').waitFor();
  assert.equal((await read(running.service, id))['state'], 'pending');
  await complete(bo.page, 'Yours is the second decision');
  await resultLine(bo.page).getByText('Completed').waitFor();
  assert.equal((await read(running.service, id))['state'], 'succeeded');
  assert.deepEqual(bo.complaints, []);
});

test('in the sandbox a transaction is created and simulated from the screen', async () => {
  await page.goto(`${running.consoleUrl}/sandbox`);
  await page.getByText('no real money').waitFor();
  await page.getByLabel('Direction').selectOption('deposit');
  await page.getByLabel('Amount').fill('7700');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Open it' }).click();
  await page.getByRole('button', { name: 'Succeed' }).click();
  await resultLine(page).getByText('Simulated').waitFor();
  await page.locator('.head').getByText('Succeeded', { exact: true }).waitFor();
});

test('in the sandbox a player confirms on the phone, and time passes for the others', async () => {
  await page.goto(`${running.consoleUrl}/sandbox`);
  await page.getByLabel('Direction').selectOption('deposit');
  await page.getByLabel('Number').first().fill('+237670004711');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Open it' }).waitFor();
  await page.getByRole('button', { name: 'Open the phone' }).click();
  const [phone] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Phone of +237 6 70 00 47 11' }).click(),
  ]);
  await phone.locator('input[name="pin"]').fill('11111');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await phone.getByText('Paiement de 12500 FCFA effectue').waitFor();
  await page.getByRole('link', { name: 'Open it' }).click();
  await page.locator('.head').getByText('Succeeded', { exact: true }).waitFor();

  const id = await running.deposit();
  await page.goto(`${running.consoleUrl}/sandbox`);
  await page.getByRole('button', { name: 'Let time pass' }).click();
  await page.getByText(/^Time passed for \d+ transactions?\./).waitFor();
  await page.goto(`${running.consoleUrl}/transactions/${id}`);
  await page.locator('.head').getByText('Expired', { exact: true }).waitFor();
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
