import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { furnish } from '../support/furnish.ts';
import { startConsole } from '../support/running-console.ts';
import { show } from '../support/screen.ts';

const running = await startConsole();

test('with nothing to do, Home says that everything is all right', async () => {
  const viewer = await running.hire('viewer', 'Chantal Fouda');
  const { page } = await running.open(viewer);
  await page.getByText('Everything is all right').waitFor();
});

test('Home compares today with the same weekday, and counts success by one rule everywhere', async () => {
  await furnish(running);
  const ada = await running.hire('agent', 'Ada Mbarga');
  const { page, complaints } = await running.open(ada);
  await show(page, running.consoleUrl);
  const tile = page.locator('.tile').filter({ hasText: 'Success rate' });
  await tile.waitFor();
  assert.match((await tile.getAttribute('title')) ?? '', /failed or expired/);
  // 5 of 7 that have ended: 4 deposits and 1 withdrawal succeeded, 1 failed, 1 expired.
  await tile.getByText(/71.%/).waitFor({ timeout: 30_000 });
  assert.match(await tile.innerText(), /a week ago at this time/);
  await page.locator('.tile').filter({ hasText: 'Time to confirm' }).getByText('95 %').waitFor();
  await page.getByRole('img', { name: 'Success rate' }).waitFor();
  assert.equal(await page.locator('.chart [data-unfinished]').count(), 4);
  await page.getByText('Show the figures').click();
  await page.getByText('(not over yet)').waitFor();
  await page.getByRole('button', { name: '30 days' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.figures tbody tr').length === 30);
  await assertAccessible(page, 'home');
  assert.deepEqual(complaints, []);
});
