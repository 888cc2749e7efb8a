import { test } from 'node:test';
import { create, DEPOSITS } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessible, assertAccessibleInBoth } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';

const running = await startConsole();

const PATHS = ['/', '/guide', '/guide?q=webhook', '/guide/interface', '/guide/errors'];

/** The phone of a number that is asked for money, and whose deposit of another operator has a code. */
async function openPhone(): Promise<string> {
  const msisdn = '+237640000001';
  for (const operator of ['mtn', 'orange']) {
    await create(running.service, DEPOSITS, { operator, msisdn });
  }
  const answer = await running.service.call('POST', '/api/v1/sandbox/phones', { json: { msisdn } });
  return new URL((answer.json as { readonly url: string }).url).pathname;
}

test('the explorer sends what its form says, and shows the answer', async () => {
  const { page } = await running.browser.open(`${running.service.url}/docs`);
  const deposits = page.getByRole('region', { name: 'POST /api/v1/deposits' });
  await deposits.getByRole('button', { name: 'Send' }).click();
  await deposits.getByText(/^200 after/).waitFor();
  const shown = await deposits.getByRole('status').textContent();
  const [, id = ''] = /"service_tx_id": "([^"]+)"/.exec(shown ?? '') ?? [];
  const read = page.getByRole('region', { name: 'GET /api/v1/transactions/{service_tx_id}' });
  await read.getByLabel('service_tx_id', { exact: true }).fill(id);
  await read.getByRole('button', { name: 'Send' }).click();
  await read.getByText(/"state": "pending"/).waitFor();
  await assertAccessible(page, 'the explorer with answers');
});

for (const width of [1280, 360]) {
  test(`axe finds nothing on the pages for developers, light and dark, ${width} px`, async () => {
    const { page } = await running.browser.open(running.service.url, {
      viewport: { width, height: 800 },
    });
    // The explorer is long: one width is enough for it.
    const explorer = width === 360 ? ['/docs'] : [];
    for (const path of [...PATHS, ...explorer, await openPhone()]) {
      await page.goto(`${running.service.url}${path}`);
      await assertAccessibleInBoth(page, path);
    }
  });
}
