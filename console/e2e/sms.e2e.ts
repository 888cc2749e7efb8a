import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  addGateway,
  createOrangeLine,
  nextOrangeId,
  openLine,
  orangeText,
  tell,
} from '../../service/test/support/receipts/sms.ts';
import { read } from '../../service/test/support/transactions/payments.ts';
import { assertAccessible } from './support/axe.ts';
import { depositOn } from './support/deposit-on-line.ts';
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

test('a payment whose text names no balance is held, and says why before anything else', async () => {
  const payer = '+237690000011';
  const whole = line.pay({ payer, amount: 7_000 });
  const text = whole.replace(/, Nouveau Solde: [0-9.]+ FCFA/, '');
  const answer = await tell(service, { text });
  assert.equal(answer.status, 200, answer.text);
  await show(page, `${running.consoleUrl}/receipts?id=${await receiptIdOf(payer)}`);
  const why = page.locator('.approvals-note');
  await why.getByRole('heading', { name: 'Why it is not matched' }).waitFor();
  await why.getByText('The text names no balance, while those of its line do').waitFor();
  const facts = await page.locator('.facts').first().innerText();
  assert.match(facts, /ABEGA SOLANGE/);
  assert.match(facts, /\d+\/100/);
  await page.getByText('The text as it came').click();
  const withoutBalance = text.replace('57000.25', '•••');
  await page.locator('pre').getByText(withoutBalance, { exact: true }).waitFor();
  await assertAccessible(page, 'a held payment');
  await assertGoodOnPhone(page, 'a held payment on a phone');
});

test('a person who dismisses a payment says what it was and why, and it leaves the list', async () => {
  const payer = '+237690000011';
  const id = await receiptIdOf(payer);
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Dismiss' });
  assert.ok(await confirm.isDisabled(), 'nothing is chosen beforehand');
  const choice = dialog(page).getByLabel('What was it?');
  await choice.selectOption('deposit');
  assert.ok(await confirm.isDisabled(), 'the deposit is not named');
  await choice.selectOption('returned');
  await dialog(page).getByText('Nothing is sent back by this').waitFor();
  await choice.selectOption('forged');
  await dialog(page).getByText('there is nothing to return').waitFor();
  await choice.selectOption('unknown');
  await confirm.click();
  await dialog(page).getByText('A reason of at least 3 characters').waitFor();
  await assertAccessible(page, 'the question');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Support has returned it.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await resultLine(page)
    .getByText(`Dismissed: ${money('7 000 FCFA')}`)
    .waitFor();
  await page.getByText('Every payment is matched.').waitFor();
  await show(page, `${running.consoleUrl}/audit`);
  await page.getByText('dismissed the payment').first().waitFor();
});

test('a person with a payment open sees when another person dismisses it', async () => {
  const payer = '+237690000012';
  await tell(service, { text: otherLine.pay({ payer, amount: 1_200 }), sim: 'sim-2' });
  const id = await receiptIdOf(payer);
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Support has returned it.');
  await database.query({
    text: `update receipts set state = 'dismissed' where id = $1`,
    values: [id],
  });
  await dialog(page).getByText('This payment was used or dismissed meanwhile').waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
});

test('a line in a gap is seen at home, and its payments go on once its balance is typed', async () => {
  const [payer, forger] = ['+237690000013', '+237690000017'];
  // The text with the old signature proved nothing about the 7 000 that are there.
  await openLine(database, LINE, 57_000.25);
  await tell(service, { text: line.pay({ payer: '+237690000014', amount: 500 }) });
  const deposit = await depositOn(running, LINE, payer, 3_000);
  line.takeSilently(20_000);
  await tell(service, { text: line.pay({ payer, amount: 3_000 }) });
  const forged = { payer: forger.slice(4), payee: LINE.slice(4), amount: 900 };
  const forgedText = orangeText({ ...forged, balance: '1234.00', id: nextOrangeId() });
  await tell(service, { text: forgedText });
  assert.equal((await read(service, deposit))['state'], 'pending');

  await show(page, running.consoleUrl);
  await page
    .getByText(/SIM line .* is in a balance gap/)
    .first()
    .waitFor();
  await show(page, `${running.consoleUrl}/receipts?id=${await receiptIdOf(payer)}`);
  await page.getByText('Waiting for the SIM line').waitFor();
  await page.getByRole('link', { name: 'See the line' }).click();

  const card = page.locator('section.card').filter({ hasText: 'balance gap' });
  await card.getByText('assumed another balance than the line had').first().waitFor();
  assert.ok(!(await card.innerText()).includes('500.25'), 'what a line has is hidden');
  await card.getByRole('button', { name: 'Show the balance' }).click();
  await card
    .getByText(/This text assumes a balance of .+; the line had .+/)
    .first()
    .waitFor();
  const shown = await card.locator('.receipt-line').first().innerText();
  assert.ok(shown.includes(money('37 500.25 FCFA')), shown);
  assert.ok(shown.includes(money('40 500.25 FCFA')), shown);
  await assertAccessible(page, 'the lines');
  await assertGoodOnPhone(page, 'the lines on a phone');
  await card.getByRole('button', { name: 'Enter the balance' }).click();
  await dialog(page).getByText('never in a text').waitFor();
  const confirm = dialog(page).getByRole('button', { name: 'Trust this balance' });
  const typed = dialog(page).getByLabel('Balance at the operator');
  assert.equal(await typed.inputValue(), '', 'a balance is not trusted without typing it');
  assert.ok(await confirm.isDisabled());
  await typed.fill('7,943');
  await dialog(page).getByText('Type francs').waitFor();
  assert.ok(await confirm.isDisabled());

  await typed.fill('40 500,25');
  await dialog(page).getByLabel('When did you read it?').selectOption('1 minute ago');
  const credits = dialog(page).locator('.receipt-line');
  await credits.first().waitFor();
  const [credit = '', ...more] = await credits.allInnerTexts();
  assert.deepEqual(more, []);
  assert.ok(credit.includes(money('3 000 FCFA')), credit);
  assert.ok(credit.includes(money('+237 6 90 00 00 13')), credit);
  assert.match(credit, /Reference: /);
  await dialog(page).getByText('1 payment does not lead to this balance').waitFor();
  await assertAccessible(page, 'the question about the line');
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('The owner took 20 000 to the bank.');
  await confirm.click();
  await resultLine(page).getByText('1 payment credited, 1 left to decide.').waitFor();
  const result = await resultLine(page).innerText();
  assert.ok(result.includes(`goes on from ${money('40 500.25 FCFA')}`), result);
  assert.ok(result.includes(`${money('20 000 FCFA')} probably left the line`), result);
  const [trusted] = await database.query<{ readonly minutes: number }>({
    text: `select round(extract(epoch from at - read_at) / 60)::int as minutes
           from trusted_balances where balance_cents = 4050025`,
  });
  assert.equal(trusted?.minutes, 1);
  assert.equal((await read(service, deposit))['state'], 'succeeded');

  // The forged text is left, and stops nothing.
  const left = page.locator('section.card').filter({ hasText: 'The line goes on without them' });
  await left.getByText('The text as it came').click();
  await left.locator('pre').getByText(forgedText).waitFor();
  await assertGoodOnPhone(page, 'a forged text on a phone');
  const next = await depositOn(running, LINE, payer, 3_000);
  await tell(service, { text: line.pay({ payer, amount: 3_000 }) });
  assert.equal((await read(service, next))['state'], 'succeeded');
  await left.getByRole('link', { name: 'Details of the payment' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByLabel('What was it?').selectOption('forged');
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('The operator knows no such payment.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await resultLine(page).getByText('Dismissed: ').waitFor();
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByRole('heading', { name: 'SIM lines' }).waitFor();
  assert.equal(await page.getByText('do not follow').count(), 0);
});

test('an administrator declares a line without balances, and reads what that risks', async () => {
  const number = '+237699000003';
  await addGateway(database, {
    id: 'new',
    sims: { s: { operator: 'orange', line: number } },
    opensWithXaf: null,
  });
  const admin = await running.open(await running.hire('admin', 'Berthe Ngo'));
  await show(admin.page, `${running.consoleUrl}/lines`);
  const card = admin.page.locator('section.card').filter({ hasText: 'Not opened yet' });
  await card.getByText('The line was not opened').waitFor();
  await card.getByRole('button', { name: 'Accept texts without balances' }).click();
  await dialog(admin.page).getByText('can have a deposit credited').waitFor();
  await assertAccessible(admin.page, 'the question about a line without balances');
  await dialog(admin.page)
    .getByRole('textbox', { name: 'reason' })
    .fill('The operator names none on this till.');
  await dialog(admin.page).getByRole('button', { name: 'Accept without balances' }).click();
  await resultLine(admin.page).getByText('accepted without balances from now on').waitFor();
  await admin.page.getByText('balances not checked').waitFor();
  assert.deepEqual(admin.complaints, []);
});

test('texts to review come first, with their reason as a sentence in both languages', async () => {
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
  // The last row: the sender's own text is above the list.
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await rows.locator('pre').getByText(text, { exact: true }).waitFor();
  await assertAccessible(page, 'the texts');
  await assertGoodOnPhone(page, 'the texts on a phone');
  await page.getByLabel('State').selectOption({ label: 'Not about us' });
  await rows.getByText('Your bundle ends tomorrow.').first().waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'SMS des opérateurs' }).waitFor();
  await page.getByLabel('État').selectOption({ label: 'À vérifier' });
  await page.getByText('mais l’expéditeur est un autre').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
});

test('two texts with one operator id are shown side by side', async () => {
  const [first, second, id] = ['+237690000021', '+237690000022', nextOrangeId()];
  const [one, two] = [first, second].map((payer, index) =>
    orangeText({
      payer: payer.slice(4),
      payee: OTHER_LINE.slice(4),
      amount: 900 + index,
      balance: `${7_000 + index}.00`,
      id,
    }),
  );
  for (const text of [one ?? '', two ?? '']) await tell(service, { text, sim: 'sim-2' });
  await show(page, `${running.consoleUrl}/receipts?id=${await receiptIdOf(first)}`);
  await page.getByText('one of them is forged').first().waitFor();
  const rivals = page.getByRole('region', { name: 'Texts with the same operator id' });
  const shown = await rivals.getByRole('listitem').allInnerTexts();
  assert.equal(shown.length, 2);
  for (const [index, payer] of ['+237 6 90 00 00 21', '+237 6 90 00 00 22'].entries()) {
    const text = shown[index] ?? '';
    assert.ok(text.includes(money(payer)), text);
    assert.ok(text.includes(money(`${900 + index} FCFA`)), text);
  }
  await assertAccessible(page, 'two texts side by side');
  await assertGoodOnPhone(page, 'two texts on a phone');
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
  await viewer.page.getByText('Texts that do not follow').waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: 'Enter the balance' }).count(), 0);
  await show(viewer.page, `${running.consoleUrl}/receipts?id=${await receiptIdOf(payer)}`);
  await viewer.page.getByRole('heading', { name: 'Why it is not matched' }).waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: 'Dismiss' }).count(), 0);
  assert.deepEqual(viewer.complaints, []);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
