import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../support/running-console.ts';
import { show } from '../support/screen.ts';

const running = await startConsole();

test('the sum and button of chosen withdrawals stay in sight and cover no row', async () => {
  for (let index = 0; index < 16; index += 1) await running.withdrawal({ amount_xaf: 1_000 });
  const { page } = await running.open(await running.hire('agent', 'Ada Mbarga'));
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 600 });
    await show(page, `${running.consoleUrl}/approvals`);
    const boxes = page.locator('.row-check input');
    await boxes.first().check();
    const last = boxes.last();
    await last.scrollIntoViewIfNeeded();
    await last.check();
    const button = page.locator('.bulk .mantine-Button-root');
    const [shown, row] = [await button.boundingBox(), await last.boundingBox()];
    assert.ok(shown !== null && row !== null);
    const isInSight = shown.y >= 0 && shown.y + shown.height <= 600;
    const isApart = row.y >= shown.y + shown.height || row.y + row.height <= shown.y;
    assert.deepEqual({ width, isInSight, isApart }, { width, isInSight: true, isApart: true });
  }
});
