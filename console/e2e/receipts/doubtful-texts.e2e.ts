import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addGateway,
  createOrangeLine,
  receiptsOf,
  tell,
} from '../../../service/test/support/receipts/sms.ts';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessible } from '../support/axe.ts';
import { depositOn } from '../support/deposit-on-line.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine, show } from '../support/screen.ts';

// Texts that say something about money and cannot be taken at their word.

const LINE = '+237699000001';
const running = await startConsole();
const { service, database } = running;
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);
const ada = await running.hire('agent', 'Ada Mbarga');
const boss = await running.hire('admin', 'Bella Onana');
const { page, complaints } = await running.open(ada);

test('a payment whose number cannot be read is filled in by two people', async () => {
  const payer = '+237690000021';
  const deposit = await depositOn(running, LINE, payer, 3_000);
  const text = line.pay({ payer, amount: 3_000 });
  await tell(service, { text: text.replace(payer.slice(4), payer.slice(4, -1)) });
  await show(page, `${running.consoleUrl}/receipts`);
  await page.getByText('not readable').first().click();
  await page.getByRole('button', { name: 'Fill in' }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Fill in' });
  assert.ok(await confirm.isDisabled(), 'nothing is typed yet');
  await dialog(page).getByLabel('Number that paid').fill(payer);
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Read in the portal.');
  await assertAccessible(page, 'filling in');
  await confirm.click();
  await resultLine(page).getByText('waiting for a second approval').waitFor();
  assert.equal((await read(service, deposit))['state'], 'pending');

  const second = await running.open(boss);
  await show(second.page, `${running.consoleUrl}/changes`);
  await second.page.getByText('Payment filled in').first().waitFor();
  await second.page.getByRole('button', { name: 'Approve the change' }).first().click();
  await dialog(second.page).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(second.page).getByText('The change has been made.').waitFor();
  assert.equal((await read(service, deposit))['state'], 'succeeded');
});

test('a reversal that no balance proves is closed by saying whether it is one', async () => {
  const payer = '+237690000022';
  const text = line.pay({ payer, amount: 900 });
  await tell(service, { text });
  const [paid] = /PP[0-9.A-Z]+/.exec(text) ?? assert.fail(text);
  await tell(service, { text: `Annulation du transfert ${paid.replace(/\.$/, '')} effectuee.` });
  await show(page, `${running.consoleUrl}/contradictions`);
  await page.getByRole('button', { name: 'It is not a reversal' }).click();
  await dialog(page).getByText('The payment is free again').waitFor();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('It is in the portal.');
  await assertAccessible(page, 'the ruling');
  await dialog(page).getByRole('button', { name: 'It is not a reversal' }).click();
  await resultLine(page).getByText('The contradiction is closed.').waitFor();
  assert.partialDeepStrictEqual(await receiptsOf(database, payer), [
    { state: 'unmatched', is_trusted: true },
  ]);
  assert.deepEqual(complaints, []);
});
