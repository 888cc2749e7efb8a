import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGateway, createOrangeLine, tell } from '../../../service/test/support/receipts/sms.ts';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine } from '../support/screen.ts';

const LINE = '+237699000001';
const PAYER = '+237690000071';
const running = await startConsole();
const { service, database } = running;
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);
const boss = await running.hire('admin', 'Rose Ekambi');
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(boss);
const reason = () => dialog(page).getByRole('textbox', { name: 'reason' });

test('an unknown sender is accepted with a reason, and its payment is credited', async () => {
  const id = await running.deposit({ operator: 'orange', msisdn: PAYER, amount_xaf: 2_400 });
  await database.query({
    text: 'update transactions set line = $2 where id = $1',
    values: [id, LINE],
  });
  await tell(service, { text: line.pay({ payer: PAYER, amount: 2_400 }), sender: 'OM-Cash' });
  await page.goto(`${running.consoleUrl}/sms`);
  const unknown = page.locator('section').filter({ hasText: 'Unknown senders' });
  await unknown.getByText('OM-Cash', { exact: true }).waitFor();
  await assertAccessible(page, 'unknown senders');
  await unknown.getByRole('button', { name: 'Accept this sender' }).click();
  await dialog(page).getByText('Is “om-cash” really the operator?').waitFor();
  await reason().fill('The operator wrote to us about its new name.');
  await assertAccessible(page, 'the question about a sender');
  await dialog(page).getByRole('button', { name: 'Accept this sender' }).click();
  await resultLine(page).getByText('1 text was read again: 1 payment').waitFor();
  assert.equal((await read(service, id))['state'], 'succeeded');
  const accepted = page.locator('section').filter({ hasText: 'Senders that we accepted' });
  await accepted.getByRole('button', { name: 'Stop accepting it' }).click();
  await reason().fill('It was a mistake.');
  await dialog(page).getByRole('button', { name: 'Stop accepting it' }).click();
  await resultLine(page).getByText('unknown again').waitFor();
});

test('the number of a phone is shown with why it cannot be accepted', async () => {
  const text = line.pay({ payer: PAYER, amount: 2_500 });
  await tell(service, { text, sender: '+237691234567' });
  await page.reload();
  const unknown = page.locator('section').filter({ hasText: 'Unknown senders' });
  await unknown.getByText('anyone can write from one').waitFor();
  assert.equal(await unknown.getByRole('button').count(), 0);
});

test('the page of phone numbers compares the settings with what was paid', async () => {
  await page.goto(`${running.consoleUrl}/providers`);
  await page.getByRole('link', { name: 'Phone numbers' }).click();
  const row = page.getByRole('row').filter({ hasText: '6 90' });
  await row.getByText('Right').waitFor();
  await row.getByText('1 transaction').waitFor();
  await assertAccessible(page, 'phone numbers');
  await page.goto(`${running.consoleUrl}/sms`);
});

test('an agent sees the senders and is offered nothing', async () => {
  await tell(service, { text: line.pay({ payer: PAYER, amount: 2_600 }), sender: 'OM-Plus' });
  const { page: other } = await running.open(ada);
  await other.goto(`${running.consoleUrl}/sms`);
  await other.getByText('OM-Plus', { exact: true }).first().waitFor();
  assert.equal(await other.getByRole('button', { name: 'Accept this sender' }).count(), 0);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
