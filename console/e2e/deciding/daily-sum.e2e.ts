import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine } from '../support/screen.ts';

const running = await startConsole({ approvalSumPerDayXaf: 20_000 });
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada);

async function ask(id: string): Promise<string> {
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  return dialog(page).innerText();
}

test('above the sum of a day the question says that a second person approves, and why', async () => {
  const [first, second] = [
    await running.withdrawal({ amount_xaf: 15_000 }),
    await running.withdrawal({ amount_xaf: 5_001 }),
  ];
  assert.match(await ask(first), /sent at once/);
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await resultLine(page).getByText('Approved').waitFor();
  const asked = await ask(second);
  assert.doesNotMatch(asked, /sent at once/);
  assert.match(asked, /a second person approves after you/);
  assert.ok(asked.includes(`you approve and complete more than ${money('20 000 FCFA')}`), asked);
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await resultLine(page).getByText('A second approval is needed').waitFor();
  assert.equal((await read(running.service, second))['state'], 'pending_approval');
  assert.deepEqual(complaints, []);
});
