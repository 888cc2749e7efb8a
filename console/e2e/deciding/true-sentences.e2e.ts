import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addGateway, createOrangeLine, tell } from '../../../service/test/support/receipts/sms.ts';
import { forceState, simulate } from '../../../service/test/support/transactions/payments.ts';
import { assertAccessibleInBoth } from '../support/axe.ts';
import { depositOn } from '../support/deposit-on-line.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine, show } from '../support/screen.ts';

// Screens say of money only what is known.

const LINE = '+237699000001';
const running = await startConsole();
const { service, database } = running;
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);
const ada = await running.open(await running.hire('agent', 'Ada Mbarga'));
const awa = await running.open(await running.hire('admin', 'Awa Ngono'));

/** The sandbox has no float, so its answers get what a live service says of it. */
async function withFloat(page: Page, float: object): Promise<void> {
  await page.route('**/internal/v1/transactions/*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly transaction: object };
    const json = { ...answer, transaction: { ...answer.transaction, ...float } };
    // A page that has gone on to another screen meanwhile does not want its answer any more.
    await route.fulfill({ response, json }).catch(() => {});
  });
}

test('a float that nobody has reported is unknown at an approval, and no figure is in its place', async () => {
  const { page } = ada;
  const id = await running.withdrawal({ amount_xaf: 51_000 });
  await withFloat(page, {
    signs: [{ sign: 'float_unknown', tone: 'caution' }],
    pays: { provider: 'Orange', reported_at: null },
    provider_balance_xaf: null,
    float_after_xaf: null,
  });
  await show(page, `${running.consoleUrl}/approvals?id=${id}`);
  const signs = page.getByRole('list', { name: 'Check before you approve' });
  await signs.getByText('Float unknown: the operator has reported no balance').waitFor();
  assert.equal(await page.getByText('Float after this withdrawal').count(), 0);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page).getByText('Float unknown').waitFor();
  assert.equal(await dialog(page).getByText('Float after').count(), 0);
  await assertAccessibleInBoth(page, 'the question with an unknown float');
  await page.keyboard.press('Escape');
  await page.unroute('**/internal/v1/transactions/*');
});

test('several together name the account whose float is too low for all of them', async () => {
  const { page } = ada;
  for (const amount_xaf of [52_000, 53_000]) await running.withdrawal({ amount_xaf });
  const of = { provider: 'Orange 2', reported_at: new Date().toISOString() };
  const enoughForOne = {
    signs: [],
    pays: of,
    provider_balance_xaf: 60_000,
    float_after_xaf: 8_000,
  };
  await withFloat(page, enoughForOne);
  await show(page, `${running.consoleUrl}/approvals`);
  for (const amount of ['52 000', '53 000']) {
    await page.getByRole('checkbox', { name: new RegExp(`${amount} FCFA`) }).check();
  }
  await page.getByRole('button', { name: 'Approve 2 withdrawals' }).click();
  const short = `Orange 2 has only ${money('60 000 FCFA')} left, so not all of these will arrive.`;
  await dialog(page).getByText(short).waitFor();
  await assertAccessibleInBoth(page, 'several with too little float');
  await page.keyboard.press('Escape');
  await page.unroute('**/internal/v1/transactions/*');
});

test('a balance that leads to a late payment says that its deposit waits, not that it is credited', async () => {
  const { page } = ada;
  const payer = '+237690000041';
  const deposit = await depositOn(running, LINE, payer, 3_000);
  await forceState(database, deposit, 'failed');
  line.takeSilently(20_000);
  await tell(service, { text: line.pay({ payer, amount: 3_000 }) });
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByRole('button', { name: 'Enter the balance' }).click();
  await dialog(page).getByLabel('Balance at the operator').fill('33000.25');
  await dialog(page).getByText('These deposits would wait for a decision').waitFor();
  assert.equal(await dialog(page).getByText('These payments would be credited').count(), 0);
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('The till was emptied.');
  await dialog(page).getByRole('button', { name: 'Trust this balance' }).click();
  const said = resultLine(page).getByText(
    '0 payments credited, 1 left to decide. Awaiting a decision: 1 deposit.',
  );
  await said.waitFor();
});

test('Home says of a line whether its float is enough, and to nobody what it is', async () => {
  const { page } = awa;
  await show(page, running.consoleUrl);
  const tile = page.locator('.tile').filter({ hasText: 'Float Orange' });
  await tile.getByText('Enough', { exact: true }).waitFor();
  assert.doesNotMatch(await tile.innerText(), /33.?000/);
});

test('a wallet whose balance nobody has reported shows no balance, no difference and no agreement', async () => {
  const { page } = awa;
  await simulate(service, await running.deposit({ amount_xaf: 4_000 }), 'succeeded');
  await show(page, `${running.consoleUrl}/finance`);
  const wallet = page.locator('section.card', { has: page.getByRole('heading', { name: 'MTN' }) });
  await wallet.getByText('Not reported').waitFor();
  await wallet.getByText('unknown', { exact: true }).first().waitFor();
  for (const false_ of ['agrees', 'Difference']) {
    assert.equal(await wallet.getByText(false_, { exact: true }).count(), 0);
  }
  await page.getByText('No statement has been compared yet.').waitFor();
});

test('a day that is open says so, and of what was not compared that nothing is open', async () => {
  const { page } = awa;
  const today = new Date().toISOString().slice(0, 10);
  await show(page, `${running.consoleUrl}/finance/${today}`);
  await page.getByText('This day is not closed yet: its figures may still change.').waitFor();
  assert.equal(await page.getByText('every franc').count(), 0);
  await assertAccessibleInBoth(page, 'a day that is open');
});

test('a gateway keeps its secret until the new one is made, and its question says so', async () => {
  const { page } = awa;
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByRole('button', { name: 'New secret' }).first().click();
  const means = 'The secret that it has works until the new one is made';
  await dialog(page).getByText(means).waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual([...ada.complaints, ...awa.complaints], []);
});
