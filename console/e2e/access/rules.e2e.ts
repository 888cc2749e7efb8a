import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine, show } from '../support/screen.ts';

const running = await startConsole();
const { page, complaints } = await running.open(await running.hire('admin', 'Awa Ngono'));
const open = async (rule: string) => {
  await show(page, `${running.consoleUrl}/rules`);
  await page.getByRole('button', { name: `Change: ${rule}` }).click();
};

test('a rule of yes or no is chosen, and only a rule that may be off says so', async () => {
  await open('New webhook addresses may be http');
  const value = dialog(page).getByLabel('Value');
  assert.deepEqual(await value.locator('option').allInnerTexts(), ['Yes', 'No']);
  assert.doesNotMatch(await dialog(page).innerText(), /“off”/);
  await assertAccessible(page, 'a rule of yes or no');
  await open('Withdrawals to a number in 24 hours');
  await dialog(page).getByText('a whole number above 0, or “off” for no limit').waitFor();
  await open('Largest amount of a transaction');
  await dialog(page).getByText('(in FCFA)').waitFor();
  await open('An approval is valid for (hours)');
  await dialog(page).getByText('a whole number from 1 to 8760').waitFor();
  assert.doesNotMatch(await dialog(page).innerText(), /“off”/);
});

test('a refused value is answered with what the rule takes', async () => {
  await open('An approval is valid for (hours)');
  await dialog(page).getByLabel('Value').fill('off');
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('We never wait.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await resultLine(page).getByText('It takes: a whole number from 1 to 8760').waitFor();
  assert.deepEqual(complaints, []);
});
