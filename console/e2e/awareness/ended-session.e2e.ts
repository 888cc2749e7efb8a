import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../../service/test/support/access/staff.ts';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine } from '../support/screen.ts';

const running = await startConsole();
const REASON = 'The player asked for another number.';

test('a session that ends during a decision loses neither the reason nor the question', async () => {
  const ada = await running.hire('agent', 'Ada Mbarga');
  const { page, complaints } = await running.open(ada);
  const id = await running.withdrawal({ amount_xaf: 41_500 });
  await writeReason(page, id);
  await endSessions(ada.id);
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Your session has ended. Sign in again').waitFor();
  assert.equal(await dialog(page).count(), 0, 'the dialog is gone without a session');
  assert.equal((await read(running.service, id))['state'], 'pending_approval');

  await fillSignIn(page, ada.email);
  await dialog(page).getByText('Your session had ended, so nothing was decided.').waitFor();
  const reason = dialog(page).getByRole('textbox', { name: 'reason' });
  assert.equal(await reason.inputValue(), REASON);
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await resultLine(page).getByText('Rejected').waitFor();
  assert.equal((await read(running.service, id))['state'], 'failed');
  assert.deepEqual(complaints, []);
});

test('another person who signs in there finds nothing of the person before', async () => {
  const bo = await running.hire('agent', 'Bo Essomba');
  const viewer = await running.hire('viewer', 'Chantal Fouda');
  const { page } = await running.open(bo);
  const id = await running.withdrawal({ amount_xaf: 41_600 });
  await writeReason(page, id);
  await endSessions(bo.id);
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Your session has ended. Sign in again').waitFor();
  await fillSignIn(page, viewer.email);
  await page.getByText('Your role only reads.').waitFor();
  assert.equal(await dialog(page).count(), 0);
});

async function writeReason(page: Page, id: string): Promise<void> {
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill(REASON);
}

async function endSessions(staffId: string): Promise<void> {
  await running.database.query({
    text: 'update staff_sessions set revoked_at = app_now() where staff_id = $1',
    values: [staffId],
  });
}

async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
