import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderSVG } from 'uqr';
import { assertAccessibleInBoth } from '../support/axe.ts';
import { findLayoutFaults } from '../support/layout.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine, rowWith, show } from '../support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada);
const links = `${running.consoleUrl}/links`;

async function make(amount: string, description: string): Promise<string> {
  await dialog(page).getByLabel('Amount').fill(amount);
  await dialog(page).getByLabel('What is paid for').fill(description);
  await dialog(page).getByRole('button', { name: 'Make a link' }).click();
  await dialog(page).getByText('Payment link of').waitFor();
  return dialog(page).locator('.code').innerText();
}

test('the list without a link says what one is, and makes the first one', async () => {
  await show(page, links);
  await page.getByText('A link is a page on which a buyer pays').waitFor();
  const makes = page.locator('main').getByRole('button', { name: 'Make a link' });
  assert.equal(await makes.count(), 1);
  await makes.click();
  await dialog(page).getByLabel('Amount').waitFor();
});

test('nobody is offered a link while no application may have one', async () => {
  const { page: other } = await running.open(ada);
  await other.route('**/internal/v1/links*', async (route) => {
    const json = { items: [], next_cursor: null, applications: [] };
    await route.fulfill({ json });
  });
  await show(other, links);
  await other.getByText('No application can have payment pages yet.').waitFor();
  assert.equal(await other.getByRole('button', { name: 'Make a link' }).count(), 0);
});

test('an agent makes a link from the search, and hands out its QR code, address and texts', async () => {
  await show(page, running.consoleUrl);
  await page.getByRole('combobox').fill('payment link');
  await page.getByRole('option', { name: 'Make a payment link…' }).click();
  await page.waitForURL('**/links');
  await assertAccessibleInBoth(page, 'the question about a new link');
  const url = await make('5000', 'Two shirts');
  assert.match(url, /^http:\/\/localhost:\d+\/pay\/[\w-]{22}$/);
  const picture = dialog(page).getByRole('img', { name: 'QR code of the page' });
  const drawn = `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`;
  assert.equal(await picture.getAttribute('src'), drawn);
  const texts = await dialog(page).locator('pre').allInnerTexts();
  assert.match(texts[0] ?? '', /^Hello, to pay 5\u00a0000\u00a0FCFA \(Two shirts\)/);
  assert.match(texts[1] ?? '', /^Bonjour, pour payer 5\u00a0000\u00a0FCFA \(Two shirts\)/);
  assert.ok(texts.every((text) => text.includes(url)));
  const whatsapp = dialog(page).getByRole('link', { name: 'Open in WhatsApp' }).first();
  const href = new URL((await whatsapp.getAttribute('href')) ?? '');
  assert.equal(href.origin, 'https://wa.me');
  assert.equal(href.searchParams.get('text'), texts[0]);
  await assertAccessibleInBoth(page, 'a link that is handed out');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await rowWith(page, 'Two shirts').getByText('Open', { exact: true }).waitFor();
});

test('the list says what was paid, and leads to its deposit', async () => {
  await show(page, links);
  await page.getByRole('button', { name: 'Make a link' }).click();
  const url = await make('7500', 'A cake');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  const { service, browser } = running;
  const buyer = await browser.open(url.replace('localhost', new URL(service.url).hostname));
  await buyer.page
    .getByLabel('Numéro Mobile Money')
    .or(buyer.page.getByLabel('Mobile Money number'))
    .fill('670001201');
  await buyer.page.getByRole('button', { name: /^(Payer|Pay)$/ }).click();
  await buyer.page.waitForURL('**attempt=*');
  const id = new URL(buyer.page.url()).searchParams.get('attempt') ?? '';
  const outcome = { json: { outcome: 'succeeded' } };
  await service.call('POST', `/api/v1/sandbox/transactions/${id}/simulate`, outcome);
  const row = rowWith(page, 'A cake');
  await row.getByText('Paid', { exact: true }).waitFor();
  assert.equal(await row.getByRole('button', { name: 'Cancel' }).count(), 0);
  await row.locator('[data-row]').click();
  await row.getByText('paid the link').waitFor();
  await assertAccessibleInBoth(page, 'a paid link');
  await row.getByRole('link', { name: money('7 500 FCFA') }).click();
  await page.waitForURL(`**/transactions/${id}`);
});

test('a link is cancelled with a reason, and its page takes no payment any more', async () => {
  await show(page, links);
  const row = rowWith(page, 'Two shirts');
  await row.getByRole('button', { name: 'Hand out' }).click();
  const url = await dialog(page).locator('.code').innerText();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Sold out');
  await dialog(page).getByRole('button', { name: 'Cancel the link' }).click();
  await resultLine(page).getByText('The payment link is cancelled.').waitFor();
  await row.getByText('Cancelled', { exact: true }).waitFor();
  const answer = await running.service.call('GET', new URL(url).pathname);
  assert.match(answer.text, /vendeur|seller/);
  assert.doesNotMatch(answer.text, /name="msisdn"/);
});

test('a viewer reads the links, and neither makes nor hands out one', async () => {
  const viewer = await running.open(await running.hire('viewer', 'Vera Ndi'));
  await show(viewer.page, links);
  const row = rowWith(viewer.page, 'A cake');
  await row.waitFor();
  assert.equal(
    await viewer.page
      .locator('main')
      .getByRole('button', { name: /^(Make a link|Hand out|Cancel)$/ })
      .count(),
    0,
  );
});

test('the screen and its questions hold at 360 px, in both languages', async () => {
  const { page: small } = await running.open(ada, { viewport: { width: 360, height: 740 } });
  const faults: string[] = [];
  for (const [language, makes, shares] of [
    ['Français', 'Créer un lien', 'Envoyer'],
    ['English', 'Make a link', 'Hand out'],
  ] as const) {
    await small.setViewportSize({ width: 1440, height: 740 });
    await small.getByRole('button', { name: language }).click();
    await small.setViewportSize({ width: 360, height: 740 });
    await show(small, links);
    await rowWith(small, 'A cake').locator('[data-row]').click();
    for (const width of [768, 360]) {
      await small.setViewportSize({ width, height: 740 });
      faults.push(...(await findLayoutFaults(small)));
    }
    await small.getByRole('button', { name: makes }).click();
    await dialog(small).waitFor();
    faults.push(...(await findLayoutFaults(small)));
    await dialog(small).locator('[name="amount"]').fill('12500');
    await dialog(small).getByRole('button', { name: makes }).click();
    await dialog(small).locator('pre').first().waitFor();
    faults.push(...(await findLayoutFaults(small)));
    await small.keyboard.press('Escape');
    await small.getByRole('button', { name: shares }).first().waitFor();
    faults.push(...(await findLayoutFaults(small)));
  }
  assert.deepEqual(faults, []);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
