import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine, rowWith, show } from '../support/screen.ts';

// Who is an administrator is changed by two people, and the screen says so before the click.

const running = await startConsole({ changesSecondPerson: true });
const awa = await running.hire('admin', 'Awa Ngono');
const carine = await running.hire('admin', 'Carine Fotso');
const asksSecond = 'This asks for a second person';

test('to lock another administrator out, the question asks for a second person, who does it', async () => {
  const { page, complaints } = await running.open(awa);
  await show(page, `${running.consoleUrl}/staff`);
  await rowWith(page, 'Carine Fotso')
    .getByLabel(/^Other/)
    .click();
  await page.getByRole('button', { name: 'Change Carine Fotso' }).click();
  await dialog(page).getByLabel('Role').waitFor();
  assert.equal(await dialog(page).getByText(asksSecond).count(), 0);
  await dialog(page).getByRole('switch').click();
  await dialog(page).getByText(asksSecond).waitFor();
  await assertAccessible(page, 'the question about an administrator');
  await dialog(page).getByLabel('Reason').fill('Carine has left.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await resultLine(page).getByText('Nothing has changed yet').waitFor();
  await rowWith(page, 'Carine Fotso').getByText('Awaiting a second approval').waitFor();

  const { page: hers } = await running.open(carine);
  await hers.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  const { page: second } = await running.open(await running.hire('admin', 'Boris Talla'));
  await show(second, `${running.consoleUrl}/changes`);
  await second.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(second).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(second).getByText('The change has been made.').waitFor();
  await hers.reload();
  await hers.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a new administrator is announced as a viewer before the click', async () => {
  const { page } = await running.open(awa);
  await show(page, `${running.consoleUrl}/staff`);
  await page.getByRole('button', { name: 'Add a person' }).click();
  const starts = dialog(page).getByText('An administrator starts as a viewer');
  assert.equal(await starts.count(), 0);
  await dialog(page).getByLabel('Role').selectOption('admin');
  await starts.waitFor();
});
