import assert from 'node:assert/strict';
import { test } from 'node:test';
import { create, DEPOSITS } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessible, assertAccessibleInBoth } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';

const running = await startConsole();

const PATHS = [
  ...['/', '/guide', '/guide?q=webhook'],
  ...['/guide/take-a-payment', '/guide/interface', '/guide/errors'],
];

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
  const deposits = page.getByRole('region', { name: 'POST /api/v1/deposits', exact: true });
  await deposits.getByRole('button', { name: 'Send' }).click();
  await deposits.getByText(/^200 after/).waitFor();
  const shown = await deposits.getByRole('status').textContent();
  const [, id = ''] = /"service_tx_id": "([^"]+)"/.exec(shown ?? '') ?? [];
  const read = page.getByRole('region', { name: 'GET /api/v1/transactions/{service_tx_id}' });
  // The id of the answer is filled in wherever it is asked for.
  assert.equal(await read.getByLabel('service_tx_id', { exact: true }).inputValue(), id);
  await read.getByRole('button', { name: 'Send' }).click();
  await read.getByText(/"state": "pending"/).waitFor();
  await assertAccessible(page, 'the explorer with answers');
});

test('the commands of the explorer follow what is typed, and never show the key', async () => {
  const { page } = await running.browser.open(`${running.service.url}/docs`);
  await page.getByLabel('API key').fill('svc_test_typed-by-me');
  const deposits = page.getByRole('region', { name: 'POST /api/v1/deposits', exact: true });
  await deposits.getByLabel('Body').fill('{"reference": "it\u2019s \'mine\'"}');
  await deposits.getByText('As a command').click();
  const command = (await deposits.locator('pre[data-address]').textContent()) ?? '';
  assert.ok(command.includes(`-d '{"reference": "it\u2019s '\\''mine'\\''"}'`), command);
  assert.ok(command.includes('X-API-Key: $API_KEY'), command);
  const read = page.getByRole('region', { name: 'GET /api/v1/transactions/{service_tx_id}' });
  await read.getByLabel('service_tx_id', { exact: true }).fill('a b');
  await read.getByText('As a command').click();
  const reading = (await read.locator('pre[data-address]').textContent()) ?? '';
  assert.ok(reading.includes(`'${running.service.url}/api/v1/transactions/a%20b'`), reading);
  assert.doesNotMatch(await page.content(), /typed-by-me/);
  await page.reload();
  assert.equal(await page.getByLabel('API key').inputValue(), '', 'the key ends with the page');
});

test('samples are tabs that one choice switches, by mouse and by keyboard, and can be copied', async () => {
  const { page } = await running.browser.open(`${running.service.url}/guide/take-a-payment`);
  const tab = (name: string) => page.getByRole('tab', { name }).first();
  await tab('curl').waitFor();
  assert.equal(await tab('curl').getAttribute('aria-selected'), 'true');
  await tab('PHP').click();
  assert.equal(await page.getByRole('tab', { name: 'PHP', selected: false }).count(), 0);
  assert.match((await page.getByRole('tabpanel').first().textContent()) ?? '', /createDeposit/);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await tab('TypeScript').getAttribute('aria-selected'), 'true');
  await page.reload();
  assert.equal(await tab('TypeScript').getAttribute('aria-selected'), 'true', 'it is remembered');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: /Copied|Selected/ }).waitFor();
});

test('without scripts all samples are there', async () => {
  const { page } = await running.browser.open(running.service.url, { javaScriptEnabled: false });
  await page.goto(`${running.service.url}/guide/take-a-payment`);
  for (const name of ['curl', 'TypeScript', 'PHP', 'Python']) {
    assert.ok(await page.locator('.language', { hasText: name }).first().isVisible(), name);
  }
  assert.equal(await page.getByRole('tab').count(), 0);
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
