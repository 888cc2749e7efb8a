import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { money, resultLine, rowWith, show } from './support/screen.ts';

const running = await startConsole();
const { page, complaints } = await running.open(await running.hire('agent', 'Ada Mbarga'));
// Nothing listens there, so that every attempt fails.
const callback_url = 'http://127.0.0.1:9/webhooks';

/** A settled deposit whose webhook was given up. */
async function undelivered(reference: string, amount_xaf: number): Promise<string> {
  const id = await running.deposit({ reference, amount_xaf, callback_url });
  await running.service.call('POST', `/api/v1/sandbox/transactions/${id}/simulate`, {
    json: { outcome: 'succeeded' },
  });
  await giveUp(id);
  return id;
}

async function giveUp(id: string): Promise<void> {
  await running.database.query({
    text: `update open_webhooks set state = 'undelivered', due_at = null, claim = null
           where transaction_id = $1 and state = 'pending'`,
    values: [id],
  });
}

test('a webhook that was given up is sent again from its row, which names reference and amount', async () => {
  await undelivered('order-501', 5_010);
  await show(page, `${running.consoleUrl}/webhooks?state=undelivered`);
  const chosen = page.getByRole('group', { name: 'State' }).getByRole('link', {
    name: 'Undelivered',
  });
  const [here, other] = await Promise.all([
    chosen.evaluate((link) => getComputedStyle(link).backgroundColor),
    page
      .getByRole('link', { name: 'Delivered', exact: true })
      .evaluate((link) => getComputedStyle(link).backgroundColor),
  ]);
  assert.notEqual(here, other, 'the chosen filter is marked');
  const row = rowWith(page, 'order-501');
  await row.getByText(money('5 010 FCFA')).waitFor();
  await assertAccessible(page, 'the webhooks');
  await row.getByRole('button', { name: 'Resend the webhook' }).click();
  await resultLine(page).getByText('The webhook is queued').waitFor();
  await show(page, `${running.consoleUrl}/webhooks?state=replayed`);
  await rowWith(page, 'order-501').getByText('Replaced by a new one').waitFor();
});

test('while a replay is under way the button is out of reach, and says why', async () => {
  const id = await undelivered('order-502', 5_020);
  await show(page, `${running.consoleUrl}/transactions/${id}`);
  const button = page.getByRole('button', { name: 'Resend the webhook' });
  await button.dblclick();
  await page.getByText('It is on its way again already.').waitFor();
  assert.ok(await button.isDisabled());
  const [row] = await running.database.query<{ readonly count: number }>({
    text: 'select count(*) as count from webhooks where transaction_id = $1 and is_replay',
    values: [id],
  });
  assert.equal(row?.count, 1);
});

test('without an answer nobody says that a webhook was not sent', async () => {
  const id = await undelivered('order-503', 5_030);
  await show(page, `${running.consoleUrl}/transactions/${id}`);
  await page.route('**/replay-webhook', (route) => route.abort());
  await page.getByRole('button', { name: 'Resend the webhook' }).click();
  await resultLine(page).getByText('nothing was sent twice').waitFor();
  await page.unroute('**/replay-webhook');
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
