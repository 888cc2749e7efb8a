import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine, rowWith } from '../support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada, { viewport: { width: 1280, height: 650 } });

/** A person needs a moment to read; so does the console before it takes a key. */
const READ_MS = 700;

async function stateOf(id: string): Promise<unknown> {
  return (await read(running.service, id))['state'];
}

async function openList(): Promise<void> {
  await page.goto(`${running.consoleUrl}/approvals`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
}

test('from the list a payout is approved with two clicks, and the next one opens', async () => {
  const first = await running.withdrawal({ amount_xaf: 51_100 });
  const second = await running.withdrawal({ amount_xaf: 51_200 });
  await openList();
  let clicks = 0;
  const click = async (name: string, area = page.locator('body')) => {
    clicks += 1;
    await area.getByRole('button', { name, exact: true }).click();
  };
  await click('Approve');
  await click('Approve', dialog(page));
  await resultLine(page).getByText('Approved').waitFor();
  assert.equal(clicks, 2);
  assert.notEqual(await stateOf(first), 'pending_approval');
  await page.locator('.head-amount').getByText(money('51 200 FCFA')).waitFor();
  assert.equal(await stateOf(second), 'pending_approval');
});

test('the keyboard alone moves, opens, approves and rejects', async () => {
  const [kept, wanted] = [
    await running.withdrawal({ amount_xaf: 52_100 }),
    await running.withdrawal({ amount_xaf: 52_200 }),
  ];
  await openList();
  await rowWith(page, money('52 200 FCFA')).getByRole('link').focus();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('.head-amount').getByText(money('52 200 FCFA')).waitFor();
  await page.waitForTimeout(READ_MS);
  await page.keyboard.press('a');
  await dialog(page).waitFor();
  await page.waitForTimeout(READ_MS);
  await page.keyboard.press('Control+Enter');
  await resultLine(page).getByText('Approved').waitFor();
  assert.notEqual(await stateOf(wanted), 'pending_approval');
  assert.equal(await stateOf(kept), 'pending_approval');

  await page.goto(`${running.consoleUrl}/approvals?id=${kept}`);
  await page.locator('.head-amount').getByText(money('52 100 FCFA')).waitFor();
  await page.waitForTimeout(READ_MS);
  await page.keyboard.press('r');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Wrong number.');
  await page.waitForTimeout(READ_MS);
  await page.keyboard.press('Control+Enter');
  await resultLine(page).getByText('Rejected').waitFor();
  assert.equal(await stateOf(kept), 'failed');
});

test('a key decides about the row that is marked', async () => {
  await running.withdrawal({ amount_xaf: 52_300 });
  await running.withdrawal({ amount_xaf: 52_400 });
  await openList();
  const opened = page.locator('.head-amount');
  await rowWith(page, money('52 300 FCFA')).getByRole('link').click();
  await opened.getByText(money('52 300 FCFA')).waitFor();
  await page.keyboard.press('j');
  await opened.getByText(money('52 400 FCFA')).waitFor();
  await page.keyboard.press('k');
  await opened.getByText(money('52 300 FCFA')).waitFor();
  await rowWith(page, money('52 400 FCFA')).getByRole('link').focus();
  await page.waitForTimeout(READ_MS);
  await page.keyboard.press('a');
  assert.equal(await dialog(page).count(), 0);
  await page.keyboard.press('Enter');
  await opened.getByText(money('52 400 FCFA')).waitFor();
  await page.waitForTimeout(READ_MS);
  await page.keyboard.press('a');
  await dialog(page).getByText(money('52 400 FCFA')).first().waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
});

test('a held key, a repeated one and one pressed too early decide nothing', async () => {
  const ids = [
    await running.withdrawal({ amount_xaf: 53_100 }),
    await running.withdrawal({ amount_xaf: 53_200 }),
  ];
  // The page's clock stands still between two keys, however long a busy machine takes for them.
  const { page: timed, complaints: ofTimed } = await running.open(ada);
  let approvals = 0;
  timed.on('request', (request) => {
    if (request.url().includes('/approve')) approvals += 1;
  });
  await timed.clock.install();
  await timed.goto(`${running.consoleUrl}/approvals?id=${ids[0]}`);
  await timed.locator('.head-amount').getByText(money('53 100 FCFA')).waitFor();
  await timed.clock.pauseAt(Date.now() + 60_000);
  await timed.keyboard.press('a');
  await dialog(timed).waitFor();
  // At once, as a person who holds Ctrl+Enter down from the payout before.
  await timed.keyboard.press('Control+Enter');
  assert.equal(await dialog(timed).count(), 1);
  assert.equal(approvals, 0);
  await timed.clock.runFor(READ_MS);
  await timed.keyboard.down('Control');
  await timed.keyboard.down('Enter');
  for (let times = 0; times < 5; times += 1) await timed.keyboard.down('Enter');
  await timed.clock.resume();
  await resultLine(timed).getByText('Approved').waitFor();
  for (let times = 0; times < 5; times += 1) await timed.keyboard.down('Enter');
  await timed.keyboard.up('Enter');
  await timed.keyboard.up('Control');
  await timed.keyboard.down('a');
  await timed.keyboard.down('a');
  assert.equal(await stateOf(ids[1] ?? ''), 'pending_approval');
  await timed.keyboard.up('a');
  assert.equal(approvals, 1);
  assert.deepEqual([...complaints, ...ofTimed], []);
});

test('each checkbox has a name of its own, with the whole number of its row', async () => {
  const msisdn = '+237670006655';
  for (let nth = 0; nth < 2; nth += 1) await running.withdrawal({ amount_xaf: 55_100, msisdn });
  await page.goto(`${running.consoleUrl}/approvals`);
  const name = /^Select 55 100 FCFA · .* · \+237 6 70 00 66 55 · .*\d\d:\d\d/;
  await page.getByRole('checkbox', { name }).nth(1).waitFor();
});

test('several together show who exactly is paid now, and what waits, apart', async () => {
  await running.withdrawal({ amount_xaf: 54_100 });
  await running.withdrawal({ amount_xaf: 254_000 });
  await page.goto(`${running.consoleUrl}/approvals`);
  for (const amount of ['54 100', '254 000']) {
    await page.getByRole('checkbox', { name: new RegExp(`^Select ${amount} FCFA`) }).check();
  }
  await page.getByRole('button', { name: 'Approve 2 withdrawals' }).click();
  const now = dialog(page).getByRole('region', { name: 'Will be sent now: 1 withdrawal' });
  const later = dialog(page).getByRole('region', {
    name: 'Waiting for a second approval: 1 withdrawal',
  });
  assert.match(await now.innerText(), /54.100/);
  assert.match(await later.innerText(), /254.000/);
  const sums = dialog(page).locator('.bulk-total');
  assert.match((await sums.allInnerTexts()).join(), /sent now.*54.100.*second.*254.000/s);
  await page.setViewportSize({ width: 360, height: 500 });
  const [rows, sum] = [
    await dialog(page).locator('.dialog-body').boundingBox(),
    await sums.first().boundingBox(),
  ];
  assert.ok(rows !== null && sum !== null && rows.y + rows.height <= sum.y, 'covered by a sum');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
});
