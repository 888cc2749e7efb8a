import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createCheckout,
  readCheckout,
  settleAll,
} from '../../../service/test/support/checkouts/checkouts.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';

const running = await startConsole();
const { service, browser } = running;
const SMALL = { viewport: { width: 360, height: 640 } };

async function pagePath(changes: object = {}): Promise<{ readonly id: string; path: string }> {
  const { id, url } = await createCheckout(service, { lang: 'en', ...changes });
  return { id, path: new URL(url).pathname };
}

/** What the buyer does on the sandbox's phone. */
async function confirmOnPhone(msisdn: string, options: object): Promise<void> {
  const answer = await service.call('POST', '/api/v1/sandbox/phones', { json: { msisdn } });
  const { url } = answer.json as { readonly url: string };
  const { page } = await browser.open(service.url, options);
  await page.goto(`${service.url}${new URL(url).pathname}`);
  const dial = page.getByRole('button', { name: /^Dial \*/ });
  if ((await dial.count()) > 0) await dial.first().click();
  await page.getByLabel(/^PIN/).fill('1234');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('You have paid').waitFor();
  await settleAll(running);
}

test('a buyer pays on the page by a request on the phone, which the page notices by itself', async () => {
  const returnUrl = 'https://shop.example/thanks?order=7';
  const { id, path } = await pagePath({ description: 'Two shirts', return_url: returnUrl });
  const { page } = await browser.open(`${service.url}${path}`, SMALL);
  await page.getByText('Two shirts').waitFor();
  await page.getByLabel('Mobile Money number').fill('6 70 00 12 34');
  assert.equal(await page.getByLabel('Operator').inputValue(), 'mtn', 'found while typing');
  await assertAccessible(page, 'the form');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('Look at your phone').waitFor();
  await assertAccessible(page, 'waiting');
  await confirmOnPhone('+237670001234', {});
  await page.getByText('Paid. Thank you!').waitFor();
  const back = page.getByRole('link', { name: 'Back to the shop' });
  assert.equal(await back.getAttribute('href'), `${returnUrl}&checkout_id=${id}`);
  await assertAccessible(page, 'the receipt');
  assert.equal((await readCheckout(service, id)).state, 'paid');
});

test('without scripts a buyer dials the code, and the page looks again by itself', async () => {
  const { id, path } = await pagePath();
  const plain = { ...SMALL, javaScriptEnabled: false };
  const { page } = await browser.open(service.url, plain);
  await page.goto(`${service.url}${path}`);
  await page.getByLabel('Mobile Money number').fill('690001234');
  await page.getByRole('button', { name: 'Pay' }).click();
  const code = page.getByRole('link', { name: /^\*/ });
  assert.match((await code.getAttribute('href')) ?? '', /^tel:\*.*%23$/);
  await page.getByText('SANDBOX MERCHANT').first().waitFor();
  assert.equal(await page.locator('noscript').count(), 1);
  await confirmOnPhone('+237690001234', {});
  await page.getByText('Paid. Thank you!').waitFor({ timeout: 20_000 });
  assert.equal((await readCheckout(service, id)).state, 'paid');
});

test('the page is whole and small: no request but its own, at most 30 KB, no sideways scrolling', async () => {
  const { path } = await pagePath();
  const { page } = await browser.open(service.url, SMALL);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const answer = await page.goto(`${service.url}${path}`);
  const bytes = (await answer?.body())?.length ?? 0;
  assert.ok(bytes > 1_000 && bytes < 30_000, String(bytes));
  assert.deepEqual(
    asked.filter((url) => !/icon/.test(url)),
    [`${service.url}${path}`],
  );
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, String(width));
});
