import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { show } from '../support/screen.ts';
import { seed } from '../support/seed.ts';

const running = await startConsole();
const LINES = '**/internal/v1/lines';
const FIGURES = '**/internal/v1/figures*';

test('with nothing to do, Home says that everything is all right', async () => {
  const viewer = await running.hire('viewer', 'Chantal Fouda');
  const { page } = await running.open(viewer);
  await page.locator('.verdict-good').getByText('Everything is all right').waitFor();
});

test('Home does not judge before all of it has been read', async () => {
  const { page } = await running.open(await running.hire('viewer', 'Didier Talla'));
  const released = Promise.withResolvers<void>();
  await page.route(FIGURES, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(running.consoleUrl);
  await page.locator('.verdict-open').waitFor();
  await page.locator('.queue-card').first().waitFor();
  assert.equal(await page.locator('.verdict').count(), 1);
  released.resolve();
  await page.locator('.verdict-good').waitFor();
});

test('Home says which part could not be read, and not that everything is all right', async () => {
  const { page, complaints } = await running.open(await running.hire('viewer', 'Edith Ngo'));
  await page.locator('.verdict-good').waitFor();
  // It has been read before, and cannot be read any more.
  await page.route(LINES, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByText('Could not be read: SIM lines.').waitFor({ timeout: 30_000 });
  assert.equal(await page.locator('.verdict-good').count(), 0);
  // Neither of the two can be read from the start.
  await page.route(FIGURES, (route) => route.abort());
  await page.goto(running.consoleUrl);
  await page.getByText('Could not be read: SIM lines, float.').waitFor();
  await page.locator('.queue-card').first().waitFor();
  assert.equal(await page.locator('.verdict').count(), 1);
  await assertAccessible(page, 'home that could not be read');
  await page.getByRole('button', { name: 'Français' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'lignes SIM, fonds disponibles' });
  await note.getByText('On ne peut donc pas dire si tout va bien.').waitFor();
  await page.unroute(LINES);
  await page.unroute(FIGURES);
  await note.getByRole('button', { name: 'Réessayer' }).click();
  await page.locator('.verdict-good').getByText('Tout va bien').waitFor();
  assert.equal(await note.count(), 0);
  assert.deepEqual(complaints, []);
});

test('Home compares today with the same weekday, and counts success by one rule everywhere', async () => {
  await seed(running);
  const ada = await running.hire('agent', 'Ada Mbarga');
  const { page, complaints } = await running.open(ada);
  await show(page, running.consoleUrl);
  const tile = page.locator('.tile').filter({ hasText: 'Success rate' });
  await tile.waitFor();
  assert.match(
    (await tile.getAttribute('title')) ?? '',
    /failed or expired, without what staff rejected/,
  );
  // 5 of 7 that have ended: 4 deposits and 1 withdrawal succeeded, 1 failed, 1 expired.
  await tile.getByText(/71%/).waitFor({ timeout: 30_000 });
  assert.match(await tile.innerText(), /a week ago at this time/);
  // The days before today had no payments, which is a gap and not a rate of 0.
  const drawn = await tile.locator('.sparkline polyline').getAttribute('points');
  assert.match(drawn ?? '', /^120\.0,\S+ 120\.0,\S+$/);
  await page.locator('.tile').filter({ hasText: 'Time to confirm' }).getByText('95%').waitFor();
  await page.getByRole('img', { name: 'Success rate', exact: true }).waitFor();
  assert.equal(await page.locator('.chart [data-unfinished]').count(), 4);
  await page.getByText('Show the figures').click();
  await page.getByText('(not over yet)').waitFor();
  await page.getByRole('button', { name: '30 days' }).click();
  await page.waitForFunction(
    () => document.querySelectorAll('details .table tbody tr').length === 30,
  );
  await assertAccessible(page, 'home');
  assert.deepEqual(complaints, []);
});
