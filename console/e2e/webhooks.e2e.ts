import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { createCheckout, settleAll } from '../../service/test/support/checkouts/checkouts.ts';
import { eventually } from '../../service/test/support/service-process.ts';
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
  // One is given up after it was tried.
  await eventually('it was tried', async () => {
    const tried = await running.database.query({
      text: `select from webhook_attempts a join webhooks w on w.id = a.webhook_id
             where w.transaction_id = $1`,
      values: [id],
    });
    return tried.length > 0;
  });
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

test('the end of a checkout names the checkout, and leads to no transaction that is none', async () => {
  const reference = 'cart-521';
  const { id } = await createCheckout(running.service, { reference, callback_url });
  await running.database.query({
    text: `update checkouts set expires_at = created_at + interval '1 ms' where id = $1`,
    values: [id],
  });
  await settleAll(running);
  await show(page, `${running.consoleUrl}/webhooks`);
  const row = rowWith(page, reference);
  await row.getByText('checkout.expired').waitFor();
  await row.getByRole('button').first().click();
  await row.getByText(`Checkout ${reference}`).waitFor();
  assert.equal(await row.getByRole('link').count(), 0);
});

test('without an answer the screen does not say that a webhook was not sent', async () => {
  const id = await undelivered('order-503', 5_030);
  await show(page, `${running.consoleUrl}/transactions/${id}`);
  await page.route('**/replay-webhook', (route) => route.abort());
  await page.getByRole('button', { name: 'Resend the webhook' }).click();
  await resultLine(page).getByText('nothing was done twice').waitFor();
  await page.unroute('**/replay-webhook');
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that keeps what it gets. */
async function startReceiver(): Promise<{ url: string; received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end('thank you');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, received };
}

test('all that was given up is resent with progress, and shows its exact body and headers', async () => {
  const { url, received } = await startReceiver();
  for (const reference of ['order-511', 'order-512']) {
    const id = await undelivered(reference, 5_110);
    await running.database.query({
      text: 'update transactions set callback_url = $2 where id = $1',
      values: [id, url],
    });
  }
  await show(page, `${running.consoleUrl}/webhooks`);
  // Another test's webhooks to an address without a listener go out again as well.
  await page.getByRole('button', { name: /^Resend (all \d+|the) undelivered/ }).click();
  await assertAccessible(page, 'the question about all webhooks');
  await page.getByRole('dialog').getByRole('button', { name: 'Resend them' }).click();
  const progress = page.getByRole('status', { name: 'Progress of resending' });
  await progress.getByText(/2 delivered/).waitFor();
  const one = received.find(({ body }) => body.includes('order-511'));
  assert.ok(one !== undefined && received.length === 2, 'each once');
  await assertAccessible(page, 'the progress');

  await show(page, `${running.consoleUrl}/webhooks?state=delivered`);
  const row = rowWith(page, 'order-511');
  await row.getByRole('button', { name: 'Delivered' }).click();
  const sent = row.getByRole('region', { name: 'Sent, to the letter' });
  await sent.getByText(`POST ${url}`).waitFor();
  await sent.getByText(one.body, { exact: true }).waitFor();
  const headers = sent.getByText('x-service-signature').first();
  assert.equal(await headers.isVisible(), false, 'folded');
  await sent.getByText('Headers of attempt 1').click();
  await headers.waitFor();
  assert.ok((await headers.innerText()).includes(String(one.headers['x-service-signature'])));
  await assertAccessible(page, 'what was sent');
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByText('En-têtes de la tentative 1').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
