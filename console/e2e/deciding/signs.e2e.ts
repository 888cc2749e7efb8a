import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { recordContradiction } from '../../../service/src/db/transactions/contradictions.ts';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine, rowWith } from '../support/screen.ts';

const running = await startConsole({ payoutDuplicateMinutes: 30 });
const ada = await running.hire('agent', 'Ada Mbarga');
const bo = await running.hire('agent', 'Bo Essomba');
const SMALL = { viewport: { width: 1280, height: 650 } };
const { page, complaints } = await running.open(ada, SMALL);

test('what speaks against a payout is a sign at the decision, and the calm choice comes first', async () => {
  const msisdn = '+237670004411';
  await running.withdrawal({ amount_xaf: 61_000, msisdn });
  const id = await running.withdrawal({ amount_xaf: 61_000, msisdn });
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  const signs = page.getByRole('list', { name: 'Check before you approve' });
  await signs.getByText('to this number was requested shortly before').waitFor();
  await signs.getByText('This player has never deposited.').waitFor();
  await signs.getByText('First withdrawal to this number.').waitFor();
  const variantOf = (name: string) =>
    page
      .locator('.act-bar')
      .getByRole('button', { name, exact: true })
      .getAttribute('data-variant');
  assert.deepEqual([await variantOf('Reject'), await variantOf('Approve')], ['filled', 'outline']);

  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Approve' });
  assert.ok(await confirm.isDisabled(), 'under a warning the amount is typed');
  await page.waitForTimeout(700);
  await page.keyboard.press('Control+Enter');
  assert.equal(await dialog(page).count(), 1);
  const amount = dialog(page).getByLabel('type the amount');
  await amount.fill('16 000');
  assert.ok(await confirm.isDisabled());
  await assertAccessible(page, 'the question with an amount to type');
  await amount.fill('61 000');
  await confirm.click();
  await resultLine(page).getByText('Approved').waitFor();
  assert.notEqual((await read(running.service, id))['state'], 'pending_approval');
});

test('several together leave out what has a red sign, say why, and open it next', async () => {
  const msisdn = '+237670004433';
  const ids = [
    await running.withdrawal({ amount_xaf: 67_000, msisdn }),
    await running.withdrawal({ amount_xaf: 68_000 }),
    await running.withdrawal({ amount_xaf: 167_000 }),
  ];
  const duplicate = await running.withdrawal({ amount_xaf: 67_000, msisdn });
  await page.goto(`${running.consoleUrl}/approvals`);
  const boxes = page.getByRole('checkbox', { name: /6[78] 000 FCFA/ });
  for (const nth of [0, 1, 2, 3]) await boxes.nth(nth).check();
  await page.getByRole('button', { name: 'Approve 4 withdrawals' }).click();
  await dialog(page).getByText('Approve 3 of 4 withdrawals?').waitFor();
  const sent = dialog(page).getByRole('region', { name: 'Will be sent now: 2 withdrawals' });
  await dialog(page).getByText('1 is set apart: see below.').waitFor();
  const sum = dialog(page).locator('.bulk-total').first();
  await sum.getByText(money('135 000 FCFA')).waitFor();
  await sent.getByText('First withdrawal to this number.').first().waitFor();
  const leftOut = dialog(page).getByRole('region', {
    name: 'To be approved one by one: 1 withdrawal',
  });
  await leftOut.getByText(money('67 000 FCFA')).waitFor();
  await leftOut.getByText('Probably a duplicate').waitFor();
  await assertAccessible(page, 'several with one that is left out');
  await page.setViewportSize({ width: 360, height: 640 });
  const box = await dialog(page).boundingBox();
  const confirm = dialog(page).getByRole('button', { name: 'Approve all 3' });
  await assertInSight(confirm, (box?.y ?? 0) + (box?.height ?? 0));
  await page.setViewportSize(SMALL.viewport);
  const [request] = await Promise.all([
    page.waitForRequest('**/internal/v1/withdrawals/approve'),
    confirm.click(),
  ]);
  assert.deepEqual(new Set(request.postDataJSON().ids), new Set(ids));
  await resultLine(page).getByText('2 of 3 approved.').waitFor();
  const left = `To be approved one by one: ${money('67 000 FCFA')}`;
  await resultLine(page).getByText(left).waitFor();
  await page.waitForURL(`**/approvals?id=${duplicate}`);
  // Those that were approved are on the list until it is read again.
  await page.getByRole('checkbox', { name: /^\S+ 68 000 FCFA/ }).waitFor({ state: 'detached' });
  assert.equal((await read(running.service, duplicate))['state'], 'pending_approval');

  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('checkbox', { name: /^\S+ 67 000 FCFA/ }).check();
  await page.setViewportSize({ width: 1440, height: 900 });
  const tools = await page.locator('.bulk').boundingBox();
  const firstRow = await page.locator('.split-list .row-link').first().boundingBox();
  assert.ok(tools && firstRow && tools.y + tools.height <= firstRow.y, 'the tools cover a row');
  await page.setViewportSize(SMALL.viewport);
  await page.getByRole('button', { name: 'Approuver 1 retrait' }).click();
  await dialog(page).getByText('À approuver un par un : 1 retrait').waitFor();
  await dialog(page).getByText('Doublon probable').waitFor();
  await dialog(page).getByText('Aucun de ces retraits ne peut être approuvé').waitFor();
  assert.ok(await dialog(page).getByRole('button', { name: 'Approuver' }).isDisabled());
  await page.waitForTimeout(700);
  await page.keyboard.press('Control+Enter');
  await dialog(page).getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  assert.equal((await read(running.service, duplicate))['state'], 'pending_approval');
});

test('the red signs of a payout are in the list too, in one colour', async () => {
  const player = randomUUID();
  const paid = await running.deposit({ player_id: player, amount_xaf: 1_500 });
  await recordContradiction(running.database, {
    remark: { code: 'reversed_by_operator' },
    transactionId: paid,
    receiptId: null,
    smsId: null,
    evidence: 'provider:mtn-momo:failed',
  });
  await running.withdrawal({ amount_xaf: 71_500, player_id: player, msisdn: '+237670004466' });
  await page.goto(`${running.consoleUrl}/approvals`);
  const row = rowWith(page, money('71 500 FCFA'));
  await row.locator('.mark-red').getByText('contradiction').waitFor();
});

test('a refund of a disputed deposit is red in the list too', async () => {
  const player = { player_id: randomUUID(), msisdn: '+237670004477' };
  const paid = await running.deposit({ ...player, amount_xaf: 72_500 });
  await running.service.call('POST', `/api/v1/sandbox/transactions/${paid}/simulate`, {
    json: { outcome: 'succeeded' },
  });
  const json = { reference: randomUUID(), callback_url: 'http://127.0.0.1:9/webhooks' };
  await running.service.call('POST', `/api/v1/deposits/${paid}/refunds`, { json });
  await recordContradiction(running.database, {
    remark: { code: 'reversed_by_operator' },
    transactionId: paid,
    receiptId: null,
    smsId: null,
    evidence: 'provider:mtn-momo:failed',
  });
  await page.goto(`${running.consoleUrl}/approvals`);
  const row = rowWith(page, money('72 500 FCFA'));
  await row.locator('.mark-red').getByText('disputed deposit').waitFor();
});

test('who asked for a refund is not offered its approval, and a disputed deposit none', async () => {
  const paid = await running.deposit({ msisdn: '+237670004488', amount_xaf: 73_500 });
  await running.service.call('POST', `/api/v1/sandbox/transactions/${paid}/simulate`, {
    json: { outcome: 'succeeded' },
  });
  await page.goto(`${running.consoleUrl}/transactions/${paid}`);
  const refund = page.getByRole('button', { name: 'Refund' });
  await refund.click();
  await dialog(page).getByLabel('Amount').fill('700');
  await dialog(page).getByLabel('Reason').fill('Paid twice.');
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await resultLine(page).getByText('waits for approval').waitFor();
  await recordContradiction(running.database, {
    remark: { code: 'reversed_by_operator' },
    transactionId: paid,
    receiptId: null,
    smsId: null,
    evidence: 'provider:mtn-momo:failed',
  });
  await page.goto(`${running.consoleUrl}/transactions/${paid}`);
  await page.getByText('close the contradiction before anything is given back').waitFor();
  assert.ok(await refund.isDisabled());
  await page.locator('.timeline-line .mark-red').getByText('contradiction').waitFor();

  await page.goto(`${running.consoleUrl}/approvals`);
  const row = rowWith(page, money('700 FCFA'));
  await row.getByText('created by you').waitFor();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Approve 1 withdrawal' }).click();
  await dialog(page).getByText('For another person to approve: 1 withdrawal').waitFor();
  await dialog(page).getByText('You created this withdrawal').waitFor();
  assert.equal(await dialog(page).getByText('Sent now').count(), 0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('link').click();
  assert.ok(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled());
  assert.ok(await page.getByRole('button', { name: 'Reject', exact: true }).isEnabled());
});

test('nothing speaks against a player who has paid in and was paid there before', async () => {
  const player = { player_id: randomUUID(), msisdn: '+237670004422' };
  const simulate = (one: string) =>
    running.service.call('POST', `/api/v1/sandbox/transactions/${one}/simulate`, {
      json: { outcome: 'succeeded' },
    });
  await simulate(await running.deposit({ ...player, amount_xaf: 5_000 }));
  await simulate(await running.withdrawal({ ...player, amount_xaf: 2_000 }));
  const id = await running.withdrawal({ ...player, amount_xaf: 62_000 });
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await page.locator('.head-amount').getByText(money('62 000 FCFA')).waitFor();
  assert.equal(await page.locator('.sign-danger').count(), 0);
  assert.equal(await page.getByText('never deposited').count(), 0);
  assert.equal(await page.getByText('First withdrawal').count(), 0);
});

test('a colleague who has the same payout open is named at the decision', async () => {
  const id = await running.withdrawal({ amount_xaf: 63_000 });
  const { page: bosPage } = await running.open(bo);
  await bosPage.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await bosPage.locator('.head-amount').getByText(money('63 000 FCFA')).waitFor();
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await page.getByText('Bo Essomba is looking at this right now.').waitFor();
  await bosPage.getByText('Ada Mbarga is looking at this right now.').waitFor();
  await bosPage.close();
});

test('questions fit a small screen with their buttons in sight, on a phone too', async () => {
  const id = await running.withdrawal({ amount_xaf: 64_000 });
  for (const viewport of [
    { width: 1280, height: 650 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    for (const name of ['Approve', 'Reject']) {
      await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
      const opener = page.locator('.act-bar').getByRole('button', { name, exact: true });
      await opener.waitFor();
      await assertInSight(opener, viewport.height);
      await opener.click();
      await assertInSight(dialog(page).getByRole('button', { name }), viewport.height);
      await assertInSight(dialog(page).getByRole('button', { name: 'Cancel' }), viewport.height);
    }
  }
  await page.setViewportSize(SMALL.viewport);
});

test('a held payout is marked as paid or not, beside the danger of paying twice', async () => {
  const id = await running.withdrawal({ amount_xaf: 65_000 });
  await running.hold(id);
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  await page.getByRole('button', { name: 'Mark as not paid' }).click();
  await dialog(page).getByText('Mark this withdrawal as not paid?').waitFor();
  await dialog(page).getByText('Danger of paying twice').waitFor();
  await dialog(page).getByText('colleagues and auditors').waitFor();
  await dialog(page).getByLabel('Send this reason to the platform').check();
  await dialog(page).getByRole('textbox', { name: 'Reason sent to the platform' }).waitFor();
  await dialog(page).getByText('The platform reads it').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await dialog(page).getByText('If it was not paid').waitFor();
  await page.keyboard.press('Escape');
});

test('a held deposit says which decision fits; with a fitting receipt it is three clicks and a reason', async () => {
  const payer = '+237691112277';
  const id = await running.deposit({ amount_xaf: 66_000, operator: 'orange', msisdn: payer });
  await running.hold(id);
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  await page.getByText('Check the operator’s portal before you mark it as paid.').waitFor();
  await insertReceipt(running.database, { payer, amountXaf: 66_000 });
  await page.goto(`${running.consoleUrl}/held`);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(rowWith(page, money('66 000 FCFA')).getByRole('link'));
  await page.getByText('Complete it from payments').waitFor();
  await click(page.getByRole('button', { name: 'Complete from payments' }));
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Seen at the operator.');
  await click(dialog(page).getByRole('button', { name: 'Complete from payments' }));
  await resultLine(page).getByText('Completed').waitFor();
  assert.ok(clicks <= 3, `${clicks} clicks`);
  assert.equal((await read(running.service, id))['state'], 'succeeded');
  assert.deepEqual(complaints, []);
});

async function assertInSight(target: Locator, height: number): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  assert.ok(box, 'it is not drawn');
  assert.ok(box.y >= 0 && box.y + box.height <= height, `from ${box.y} to ${box.y + box.height}`);
}
