import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { insertReceipt } from '../../service/test/support/receipts/receipts.ts';
import { eventually } from '../../service/test/support/service-process.ts';
import { assertAccessible } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { dialog, resultLine, show } from './support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada);

function focused(at: Page): Promise<string> {
  return at.evaluate(() => {
    const { id, className, textContent, tagName } = document.activeElement ?? document.body;
    return tagName === 'BUTTON' ? (textContent ?? '') : id || className || tagName;
  });
}

test('a row that is opened takes the focus to its panel, and j goes on from the row', async () => {
  const first = await running.withdrawal({ amount_xaf: 11_100 });
  const second = await running.withdrawal({ amount_xaf: 11_200 });
  await show(page, `${running.consoleUrl}/approvals`);
  await page.getByRole('list', { name: 'Approvals' }).waitFor();
  // The first row is open by itself.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/approvals?id=${second}`);
  await eventually('the panel has the focus', async () => (await focused(page)) === 'split-panel');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/approvals?id=${first}`);
});

test('a dialog that closes gives the focus back, also by Escape', async () => {
  for (const close of ['Escape', 'Cancel'] as const) {
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog(page).waitFor();
    if (close === 'Escape') await page.keyboard.press('Escape');
    else await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await eventually(close, async () => (await focused(page)) === 'Approve');
  }
});

test('after a decision the focus is on what opened next, or else on the screen', async () => {
  for (const targets of [['split-panel'], ['split-panel', 'main']]) {
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    await resultLine(page).getByText('Approved').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await eventually(targets.join(), async () => targets.includes(await focused(page)));
  }
});

test('a screen on which nothing can be pressed scrolls by the keyboard', async () => {
  const low = await running.open(ada, { viewport: { width: 1280, height: 260 } });
  await show(low.page, `${running.consoleUrl}/numbers`);
  const room = await low.page.locator('#main').evaluate((at) => at.scrollHeight - at.clientHeight);
  assert.ok(room > 0, 'the screen does not scroll');
  await assertAccessible(low.page, 'numbers in a low window');
});

for (const width of [1280, 390]) {
  test(`at ${width} px the deposit that is to be paid comes into sight`, async () => {
    const payer = width === 390 ? '+237691112234' : '+237691112235';
    const phone = await running.open(ada, { viewport: { width, height: 600 } });
    await running.deposit({ amount_xaf: 10_000, operator: 'orange', msisdn: payer });
    const id = await insertReceipt(running.database, { payer, amountXaf: 6_000 });
    await show(phone.page, `${running.consoleUrl}/receipts?id=${id}`);
    await phone.page.getByRole('link', { name: 'Complete this deposit' }).click();
    const form = phone.page.locator('.arrival');
    await form.waitFor();
    await eventually('it has the focus', async () => (await focused(phone.page)) === 'arrival');
    const box = await form.boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y < 300, `it is at ${box?.y}`);
  });
}

test('at 390 px the account is in the menu', async () => {
  const phone = await running.open(ada, { viewport: { width: 390, height: 740 } });
  await phone.page.getByRole('button', { name: 'Menu' }).click();
  await phone.page.getByRole('link', { name: 'Your account' }).click();
  await phone.page.getByRole('heading', { name: 'Your account' }).waitFor();
  assert.match(await phone.page.title(), /Your account · .*\(sandbox\)$/);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
