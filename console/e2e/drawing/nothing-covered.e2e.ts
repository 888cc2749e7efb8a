import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { findLayoutFaults } from '../support/layout.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine, show } from '../support/screen.ts';

const running = await startConsole();
const { page } = await running.open(await running.hire('agent', 'Ada Mbarga'));
for (let index = 0; index < 14; index += 1) await running.withdrawal({ amount_xaf: 1_000 + index });

for (const width of [360, 768, 1024, 1440]) {
  test(`the button of new rows lies over nothing, at ${width} px`, async () => {
    await page.setViewportSize({ width, height: 800 });
    await show(page, `${running.consoleUrl}/transactions`);
    const rows = page.locator('[data-rows] > li');
    await rows.first().hover();
    await running.deposit();
    const button = page.locator('.fresh');
    await button.waitFor();
    for (const near of ['.totals', '.list-head', '[data-rows] > li:first-child']) {
      assert.ok(await areApart(button, page.locator(near)), near);
    }
  });
}

test('the last row of a list can be scrolled out from under a message', async () => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await show(page, `${running.consoleUrl}/approvals`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await resultLine(page).waitFor();
  await page.locator('.split-list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  const last = page.locator('[data-rows] > li').last();
  assert.ok(await areApart(resultLine(page), last));
  assert.ok(await areApart(resultLine(page), page.locator('.act-bar')), 'the buttons beside it');
});

for (const width of [360, 1440]) {
  test(`many payouts are approved under their sum, each with its name, at ${width} px`, async () => {
    await page.setViewportSize({ width, height: 800 });
    await show(page, `${running.consoleUrl}/approvals`);
    await page.locator('[data-rows] .line-name').first().getByText('SANDBOX PAYEE').waitFor();
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await page.locator('.bulk .mantine-Button-root').click();
    const total = dialog(page).locator('.bulk-total').last();
    await total.waitFor();
    await dialog(page).getByText('What is sent cannot be undone.').waitFor();
    assert.deepEqual(await findLayoutFaults(page), []);
    const [sum, buttons] = [
      await total.boundingBox(),
      await page.locator('.dialog-buttons').boundingBox(),
    ];
    assert.ok(sum !== null && buttons !== null);
    assert.ok(sum.y + sum.height <= buttons.y + 1, 'the sum is below the edge');
    const above = dialog(page).locator('.bulk-total').first();
    assert.ok(await areApart(above, page.locator('.dialog-body')), 'the sum covers rows');
    await page.keyboard.press('Escape');
  });
}

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  assert.ok(a !== null && b !== null);
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return isBeside || a.y + a.height <= b.y || b.y + b.height <= a.y;
}
