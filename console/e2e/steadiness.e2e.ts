import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../service/test/support/service-process.ts';
import { startConsole } from './support/running-console.ts';
import { money, show } from './support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');

test('new rows that would push others down wait behind a bar', async () => {
  const { page } = await running.open(ada);
  await running.deposit({ amount_xaf: 1_111 });
  await show(page, `${running.consoleUrl}/transactions`);
  const rows = page.getByRole('list', { name: 'Transactions' }).locator('li');
  await rows.first().waitFor();
  await page.getByText('Up to date', { exact: true }).waitFor();
  const before = await rows.first().boundingBox();
  await running.deposit({ amount_xaf: 2_222 });
  await page.getByRole('button', { name: '1 new: show' }).waitFor();
  assert.equal(await rows.count(), 1);
  assert.deepEqual(await rows.first().boundingBox(), before);
  const bar = await page.getByRole('button', { name: '1 new: show' }).boundingBox();
  assert.ok(
    bar !== null && before !== null && bar.y + bar.height <= before.y + 6,
    'the row is in sight',
  );
  await page.getByRole('button', { name: '1 new: show' }).click();
  await rows.filter({ hasText: money('2 222 FCFA') }).waitFor();
  assert.equal(await rows.count(), 2);
});

test('a row that leaves stays where it is while the pointer is over the list', async () => {
  const { page } = await running.open(ada);
  const first = await running.withdrawal({ amount_xaf: 3_300 });
  await running.withdrawal({ amount_xaf: 4_400 });
  await show(page, `${running.consoleUrl}/approvals`);
  const rows = page.getByRole('list', { name: 'Approvals' }).locator('li');
  await page.getByText('Up to date', { exact: true }).waitFor();
  const second = rows.filter({ hasText: money('4 400 FCFA') });
  await second.hover();
  const before = await second.boundingBox();
  await running.service.call('POST', `/api/v1/sandbox/transactions/${first}/simulate`, {
    json: { outcome: 'failed' },
  });
  await page.locator('li[data-leaving]').waitFor();
  assert.deepEqual(await second.boundingBox(), before);
  await page.mouse.move(2, 2);
  await eventually('the row has gone', async () => (await rows.count()) === 1);
});

test('the screen says while it is not live, and when it is again', async () => {
  const { page } = await running.open(ada);
  await page.getByText('Up to date', { exact: true }).waitFor();
  await page.route('**/internal/v1/events', (route) => route.abort());
  await page.reload();
  await page.getByText(/^No connection since/).waitFor({ timeout: 30_000 });
  await page.unroute('**/internal/v1/events');
  await page.getByText('Up to date', { exact: true }).waitFor();
});
