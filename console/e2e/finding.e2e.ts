import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeMessage } from '../../service/src/domain/messages/message.ts';
import { insertReceipt } from '../../service/test/support/receipts/receipts.ts';
import { addGateway, createOrangeLine, tell } from '../../service/test/support/receipts/sms.ts';
import { forceState } from '../../service/test/support/transactions/payments.ts';
import { assertAccessible } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { assertFits, dialog, money, resultLine, rowWith, show } from './support/screen.ts';

const LINE = '+237699000001';
const running = await startConsole();
const { database, service } = running;
const { page, complaints } = await running.open(await running.hire('agent', 'Ada Mbarga'));

test('held money is found by the payer’s number and by the operator’s id', async () => {
  const id = await insertReceipt(database, { payer: '+237690000071', amountXaf: 6_100 });
  for (const text of ['690 00 00 71', `PP-${id}`]) {
    await show(page, running.consoleUrl);
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    const found = page.getByRole('list', { name: 'Payments received' });
    await found.getByText(money('6 100 FCFA')).waitFor();
    await assertAccessible(page, 'a found payment');
    await found.getByRole('link').click();
    await page.getByRole('heading', { name: 'Why it is not matched' }).waitFor();
  }
});

test('a payment that is settled shows what became of it, instead of nothing', async () => {
  const id = await insertReceipt(database, { payer: '+237690000072', amountXaf: 6_200 });
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByLabel('What was it?').selectOption('unknown');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Support has returned it.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await resultLine(page).getByText('Dismissed').waitFor();
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  const panel = page.getByRole('region', { name: 'Payments received' });
  await panel.getByText('dismissed', { exact: true }).waitFor();
  await panel.getByText('Unknown', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Say what it was' }).waitFor();
  await panel.getByRole('link', { name: 'Who dismissed it, and why' }).click();
  await page.getByText('Support has returned it.').waitFor();
});

test('a text to review is counted at home and leaves the list with a reason', async () => {
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
  const line = createOrangeLine(LINE);
  const payer = '+237690000073';
  await tell(service, { text: line.pay({ payer, amount: 700 }), sender: '+237670000009' });
  await show(page, running.consoleUrl);
  const card = rowWith(page, 'SMS to review');
  await card.getByText('1', { exact: true }).waitFor();
  await card.getByRole('link').click();
  await page.getByRole('heading', { name: 'SMS of the operators' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'SMS 1' }).waitFor();
  await page.locator('summary').first().click();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await assertAccessible(page, 'the question about a text');
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('A trick: the operator has no such payment.');
  await dialog(page).getByRole('button', { name: 'Mark as reviewed' }).click();
  await resultLine(page).getByText('The text has left the list.').waitFor();
  // A list under the pointer keeps its rows.
  await page.mouse.move(0, 0);
  await page.getByText('No text waits for review.').waitFor();

  await tell(service, { text: line.pay({ payer, amount: 800 }) });
  await show(page, `${running.consoleUrl}/sms?state=receipt`);
  await page.locator('summary').first().click();
  await page.getByRole('link', { name: 'The payment that it became' }).click();
  await page.getByRole('region').getByText(money('800 FCFA')).first().waitFor();
});

test('a silent line is seen at home, in the navigation and on its card', async () => {
  await database.query({
    text: `update gateways set last_seen_at = app_now() - interval '2 days'`,
  });
  await show(page, running.consoleUrl);
  await page
    .locator('.verdict-bad')
    .getByRole('link', { name: 'cannot confirm payments' })
    .waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'SIM lines 1' }).waitFor();
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByText('Last heard of:').waitFor();
  assert.equal(await page.getByText('adds up', { exact: true }).count(), 0);
  await assertAccessible(page, 'a silent line');
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'a silent line on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('in French the service’s own sentences are French: why money is held, and refusals', async () => {
  const payer = '+237690000074';
  const id = await insertReceipt(database, { payer, amountXaf: 6_400 });
  await database.query({
    text: `update receipts set reason = $2 where id = $1`,
    values: [id, writeMessage({ code: 'no_deposit_waits' })],
  });
  const deposit = await running.deposit({ amount_xaf: 9_000, operator: 'orange', msisdn: payer });
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Français' }).click();
  const why = page.locator('.approvals-note');
  await why.getByText('À son arrivée, aucun dépôt de ce numéro n’attendait de paiement.').waitFor();
  await show(page, `${running.consoleUrl}/transactions/${deposit}`);
  await page.locator('.timeline').getByText('On attend que le joueur paie avec le code.').waitFor();
  await page.locator('.timeline').getByText('la plateforme').waitFor();
  await page.getByRole('button', { name: 'English' }).click();

  const stranger = await running.browser.open(running.consoleUrl, { locale: 'fr-CM' });
  await stranger.page.getByLabel('E-mail').fill('nobody@example.com');
  await stranger.page.getByLabel('Mot de passe').first().fill('not the password');
  await stranger.page.getByRole('button', { name: 'Se connecter' }).click();
  await stranger.page.getByRole('alert').getByText('E-mail ou mot de passe incorrect').waitFor();
});

test('a person who was not faster reads so in French, even when the history does not load', async () => {
  const id = await running.withdrawal({ amount_xaf: 4_400 });
  await show(page, `${running.consoleUrl}/transactions/${id}`);
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('button', { name: 'Approuver', exact: true }).click();
  await page.route('**/internal/v1/events', (route) => route.abort());
  await page.route(`**/internal/v1/transactions/${id}`, (route) => route.abort());
  await forceState(database, id, 'failed');
  await dialog(page).getByRole('button', { name: 'Approuver' }).click();
  await resultLine(page).getByText('Rien n’a été fait. Déjà décidé').waitFor();
  assert.match(await resultLine(page).innerText(), /l’état est «\u00a0échoué\u00a0»/);
  await page.unroute(`**/internal/v1/transactions/${id}`);
  await page.unroute('**/internal/v1/events');
  await page.getByRole('button', { name: 'English' }).click();
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
