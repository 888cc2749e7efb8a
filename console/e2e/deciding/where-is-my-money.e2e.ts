import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../support/running-console.ts';
import { rowWith } from '../support/screen.ts';

const running = await startConsole();

test('“where is my money?” takes one search and one click to a sentence in both languages', async () => {
  const ada = await running.hire('agent', 'Ada Mbarga');
  const { page, complaints } = await running.open(ada);
  const id = await running.deposit({ amount_xaf: 71_000, msisdn: '+237670007711' });
  await running.service.call('POST', `/api/v1/sandbox/transactions/${id}/simulate`, {
    json: { outcome: 'expired' },
  });
  // As the player reads the number out.
  await page.keyboard.press('/');
  await page.keyboard.type('6 70 00 77 11');
  await page.keyboard.press('Enter');
  await rowWith(page, '71').getByRole('link').first().click();
  const sentence = page.locator('.head-reason');
  await sentence.waitFor();
  const english = await sentence.innerText();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByText('Expiré', { exact: true }).first().waitFor();
  const french = await sentence.innerText();
  for (const said of [english, french]) assert.match(said, /^\p{Lu}.{15,}\.$/u);
  assert.notEqual(french, english);
  assert.deepEqual(complaints, []);
});
