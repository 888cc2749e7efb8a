import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../../../service/test/support/receipts/sms.ts';
import { assertAccessible, assertAccessibleInBoth } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine, show } from '../support/screen.ts';

const running = await startConsole({ changesSecondPerson: true });
const rose = await running.open(await running.hire('admin', 'Rose Ekambi'));
const paul = await running.open(await running.hire('admin', 'Paul Atangana'));

test('two administrators set up a gateway and its SIM, and a text through it shows that it works', async () => {
  const { page } = rose;
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByRole('button', { name: 'Add a gateway' }).click();
  await dialog(page).getByLabel('Name').fill('till-phone');
  await dialog(page).getByLabel('How it hands over texts').selectOption('signed');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('The phone of the new till.');
  await assertAccessible(page, 'adding a gateway');
  await dialog(page).getByText('This asks for a second person').waitFor();
  await dialog(page).getByRole('button', { name: 'Add a gateway' }).click();
  await resultLine(page).waitFor();
  const asked = page.locator('.approvals-note').filter({ hasText: 'Requested by Rose' });
  await asked.getByText('till-phone').waitFor();

  const second = paul.page;
  await show(second, `${running.consoleUrl}/changes`);
  await second.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(second).getByText('till-phone').first().waitFor();
  await dialog(second).getByRole('button', { name: 'Approve the change' }).click();
  const secret = await dialog(second).locator('.secret-value').innerText();
  await dialog(second).getByRole('button', { name: 'I have copied it' }).click();

  const card = page.getByRole('region', { name: 'till-phone' });
  await show(page, `${running.consoleUrl}/lines`);
  await card.getByText('never').waitFor();
  await card.getByRole('button', { name: 'Place a SIM' }).click();
  await dialog(page).getByLabel('SIM, as the gateway calls it').fill('sim-1');
  await dialog(page).getByLabel('Number that players pay').fill('+237699000077');
  await dialog(page).getByLabel('Operator').selectOption({ label: 'Orange' });
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('It is in the phone.');
  await dialog(page).getByRole('button', { name: 'Place a SIM' }).click();
  await resultLine(page).waitFor();
  await show(second, `${running.consoleUrl}/changes`);
  await second.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(second).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(second).waitFor();

  const answer = await tell(running.service, { text: 'hello' }, { gateway: 'till-phone', secret });
  assert.equal(answer.status, 200, answer.text);
  await show(page, `${running.consoleUrl}/lines`);
  await card.getByText('sim-1 · +237 6 99 00 00 77').waitFor();
  assert.equal(await card.getByText('never').count(), 0);
  await assertAccessibleInBoth(page, 'gateways');
  await card.getByRole('button', { name: 'End its secret' }).click();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('The phone was stolen.');
  await dialog(page).getByRole('button', { name: 'End its secret' }).click();
  await card.getByText('revoked').waitFor();
  assert.deepEqual([...rose.complaints, ...paul.complaints], []);
});

test('an agent sees the lines without the gateways’ set-up', async () => {
  const { page } = await running.open(await running.hire('agent', 'Ada Mbarga'));
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByRole('heading', { name: 'SIM lines' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add a gateway' }).count(), 0);
});
