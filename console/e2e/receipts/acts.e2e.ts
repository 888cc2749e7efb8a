import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';
import { assertAccessibleInBoth } from '../support/axe.ts';
import { insertBooked } from '../support/booked-payment.ts';
import { startConsole } from '../support/running-console.ts';
import { assertFits, dialog, money, show } from '../support/screen.ts';

const running = await startConsole();
const { database } = running;
const { page, complaints } = await running.open(await running.hire('agent', 'Ada Mbarga'));
const acts = page.locator('.act-bar').getByRole('button');
const openOtherActs = () => page.getByRole('button', { name: 'Other actions' }).click();

test('the first unmatched payment is open, with the job before “Dismiss”', async () => {
  const payer = '+237691112255';
  const deposit = await running.deposit({ amount_xaf: 9_000, operator: 'orange', msisdn: payer });
  await insertReceipt(database, { payer, amountXaf: 9_000 });
  await show(page, `${running.consoleUrl}/receipts`);
  await page.getByRole('heading', { name: 'Why it is not matched' }).waitFor();
  assert.deepEqual(await acts.allInnerTexts(), ['Complete a deposit', 'Dismiss', '']);
  await openOtherActs();
  assert.deepEqual((await acts.allInnerTexts()).slice(3), [
    'Mark as returned',
    'Say which deposit it paid',
  ]);
  await page.keyboard.press('Escape');
  await assertAccessibleInBoth(page, 'an unmatched payment');
  await page.getByRole('button', { name: 'Complete a deposit' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**deposit=${deposit}`);
  await page.getByRole('button', { name: 'Complete from payments' }).waitFor();
  assert.equal((await acts.allInnerTexts()).includes('Complete a deposit'), false);
});

test('“Mark as returned” asks about that, and nothing is left to choose', async () => {
  await show(page, `${running.consoleUrl}/receipts`);
  await openOtherActs();
  await page.getByRole('button', { name: 'Mark as returned' }).click();
  await dialog(page).getByText('Mark this payment as returned?').waitFor();
  assert.equal(await dialog(page).getByLabel('What was it?').inputValue(), 'returned');
  await assertAccessibleInBoth(page, 'the question about a returned payment');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
});

test('a deposit that cannot be completed from payments says so, and no link leads to it', async () => {
  const msisdn = '+237670007755';
  const prompt = await running.deposit({ amount_xaf: 3_300, operator: 'mtn', msisdn });
  const id = await insertReceipt(database, { payer: msisdn, amountXaf: 3_300, operator: 'mtn' });
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByText('1 deposit nearby that cannot be completed').click();
  const near = page.locator('.candidates > li').filter({ hasText: money('3 300 FCFA') });
  await near.getByText('The player confirms this deposit on the phone').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Complete this deposit' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Complete a deposit' }).count(), 0);
  assert.equal(await page.getByText('on the phone').count(), 1, 'said twice');
  await near.getByRole('link', { name: 'See the transaction' }).click();
  await page.waitForURL(`**/transactions/${prompt}`);
});

test('what waits for a second person is shown at the payment, and its author takes it back there', async () => {
  const id = await insertBooked(database, { payer: '+237691112299', amountXaf: 4_400 });
  await show(page, `${running.consoleUrl}/receipts?id=${id}`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dialog(page).getByLabel('What was it?').selectOption('forged');
  await dialog(page)
    .getByRole('textbox', { name: 'Reason' })
    .fill('The operator does not know it.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  const waiting = page.locator('.approvals-note').filter({ hasText: 'Payment to dismiss' });
  await waiting.getByText('Requested by Ada Mbarga').waitFor();
  await waiting.getByText(money('4 400 FCFA')).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Other actions' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Dismiss' }).count(), 0);

  const other = await running.open(await running.hire('agent', 'Eda Ngo'));
  await show(other.page, `${running.consoleUrl}/receipts?id=${id}`);
  await other.page.getByText('Requested by Ada Mbarga').waitFor();
  assert.equal(await other.page.getByRole('button', { name: 'Withdraw' }).count(), 0);
  await other.page.context().close();

  await assertAccessibleInBoth(page, 'a payment with a request that waits');
  await waiting.getByRole('button', { name: 'Withdraw' }).click();
  const about = dialog(page).locator('strong').first();
  assert.doesNotMatch(await about.innerText(), new RegExp(id));
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('It was another payment.');
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Other actions' }).waitFor();
  assert.equal(await waiting.count(), 0);
});

test('on a phone and in French the acts are in reach of a thumb', async () => {
  const { page: phone } = await running.open(await running.hire('agent', 'Dora Biya'), {
    viewport: { width: 360, height: 740 },
  });
  await phone.evaluate(() => localStorage.setItem('momo-language', 'fr'));
  await show(phone, `${running.consoleUrl}/receipts`);
  await phone.locator('.row-link').first().click();
  const first = phone.getByRole('button', { name: 'Compléter un dépôt' });
  await first.waitFor();
  const box = await first.boundingBox();
  assert.ok(box !== null && box.y + box.height <= 740, 'the act bar is out of sight');
  await assertFits(phone, 'an unmatched payment on a phone');
  await assertAccessibleInBoth(phone, 'an unmatched payment on a phone');
  await phone.context().close();
});

for (const [width, mostPx] of [
  [1_440, 64],
  [360, 110],
] as const) {
  test(`at ${width} px the bar has one line of acts, in both languages`, async () => {
    const { page: screen } = await running.open(await running.hire('agent', 'Lea Moto'), {
      viewport: { width, height: 740 },
    });
    for (const language of ['en', 'fr']) {
      await screen.evaluate((value) => localStorage.setItem('momo-language', value), language);
      await show(screen, `${running.consoleUrl}/receipts`);
      const rows = await screen.locator('.row-link').all();
      const paths = await Promise.all(rows.map((row) => row.getAttribute('href')));
      for (const path of paths) {
        await show(screen, `${running.service.url}${path}`);
        const bar = screen.locator('.act-bar');
        await bar.waitFor();
        const box = await bar.boundingBox();
        assert.ok(box !== null && box.height <= mostPx, `${language}: ${box?.height} px`);
      }
    }
    await screen.context().close();
  });
}

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
