import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { shortestMs } from '../../service/test/support/slowness.ts';
import { historyOf, read } from '../../service/test/support/transactions/payments.ts';
import { startConsole } from './support/running-console.ts';
import { dialog, money, resultLine, rowWith } from './support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const bo = await running.hire('agent', 'Bo Essomba');
const { page: adasPage, complaints: adasComplaints } = await running.open(ada);
const { page: bosPage, complaints: bosComplaints } = await running.open(bo);

test('the question before an approval repeats amount and number, and Enter alone approves nothing', async () => {
  const id = await running.withdrawal({ amount_xaf: 12_500 });
  await adasPage.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await adasPage.getByRole('button', { name: 'Approve', exact: true }).click();
  const asked = await dialog(adasPage).innerText();
  assert.ok(asked.includes(money('12 500 FCFA')), asked);
  assert.ok(asked.includes(money('+237 6 70 00 00 01')), asked);
  assert.equal(await focusedText(adasPage), 'Cancel');
  await adasPage.keyboard.press('Enter');
  await dialog(adasPage).waitFor({ state: 'detached' });
  assert.equal((await read(running.service, id))['state'], 'pending_approval');
});

test('an approval takes effect and its row leaves every open screen within a second', async (t) => {
  const tookMs = await shortestMs(1_000, async () => {
    const id = await running.withdrawal({ amount_xaf: 13_100 });
    await bosPage.goto(`${running.consoleUrl}/approvals`);
    await rowWith(bosPage, money('13 100 FCFA')).waitFor();
    await bosPage.getByText('Up to date', { exact: true }).waitFor();
    await adasPage.goto(`${running.consoleUrl}/approvals?id=${id}`);
    await rowWith(adasPage, money('13 100 FCFA')).first().waitFor();
    await approve(adasPage);
    const clickedAt = performance.now();
    await Promise.all([adasPage, bosPage].map((page) => hasLeft(page, money('13 100 FCFA'))));
    const ms = performance.now() - clickedAt;
    t.diagnostic(`${Math.round(ms)} ms`);
    await paid(adasPage, id);
    return ms;
  });
  assert.ok(tookMs < 1_000, `it took ${Math.round(tookMs)} ms`);
});

test('a rejection asks for a reason and keeps it inside unless the platform may read it', async () => {
  const id = await running.withdrawal({ amount_xaf: 14_200 });
  await adasPage.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await adasPage.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog(adasPage).getByRole('button', { name: 'Reject' }).click();
  await dialog(adasPage).getByText('A reason of at least 3 characters').waitFor();
  await dialog(adasPage)
    .getByRole('textbox', { name: 'reason' })
    .fill('The number is not the player’s.');
  await dialog(adasPage).getByRole('button', { name: 'Reject' }).click();
  await resultLine(adasPage).getByText('Rejected').waitFor();
  const { state, state_reason } = await read(running.service, id);
  assert.deepEqual([state, state_reason], ['failed', 'Staff rejected the withdrawal.']);

  const shared = await running.withdrawal({ amount_xaf: 14_300 });
  await adasPage.goto(`${running.consoleUrl}/approvals?id=${shared}`);
  await adasPage.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog(adasPage).getByRole('textbox', { name: 'reason' }).fill('Not their number.');
  await dialog(adasPage).getByLabel('Send this reason to the platform').check();
  await dialog(adasPage).getByRole('button', { name: 'Reject' }).click();
  await resultLine(adasPage).getByText('Rejected').waitFor();
  assert.equal((await read(running.service, shared))['state_reason'], 'Not their number.');
});

test('a person with the dialog still open sees who was faster, and can no longer decide', async () => {
  const id = await running.withdrawal({ amount_xaf: 15_300 });
  await askBoth(id);
  await dialog(adasPage).getByRole('button', { name: 'Approve' }).click();
  await resultLine(adasPage).getByText('Approved').waitFor();
  await dialog(bosPage).getByText('Already decided').waitFor();
  assert.match(await dialog(bosPage).innerText(), /Ada Mbarga/);
  assert.equal(await dialog(bosPage).getByRole('button', { name: 'Approve' }).count(), 0);
  await dialog(bosPage).getByRole('button', { name: 'Close' }).last().click();
  assert.equal(await timesApproved(id), 1);
});

test('of two clicks at the same moment one approves, the other is refused calmly', async () => {
  const id = await running.withdrawal({ amount_xaf: 16_400 });
  // Without live updates, as if both had clicked before the news arrived.
  for (const page of [adasPage, bosPage]) await page.route('**/internal/v1/events', cutOff);
  await askBoth(id);
  await Promise.all(
    [adasPage, bosPage].map((page) =>
      dialog(page).getByRole('button', { name: 'Approve' }).click({ noWaitAfter: true }),
    ),
  );
  const texts = await Promise.all([adasPage, bosPage].map((page) => resultLine(page).innerText()));
  assert.equal(texts.filter((text) => text.startsWith('Approved')).length, 1, texts.join());
  assert.equal(texts.filter((text) => text.includes('Already decided')).length, 1, texts.join());
  assert.equal(await timesApproved(id), 1);
  for (const page of [adasPage, bosPage]) await page.unroute('**/internal/v1/events');
});

test('a large withdrawal needs two different people', async () => {
  const id = await running.withdrawal({ amount_xaf: 250_000 });
  await adasPage.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await approve(adasPage);
  await resultLine(adasPage).getByText('A second approval is needed').waitFor();
  await adasPage.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await adasPage.getByText('You have approved it.').waitFor();
  assert.equal((await read(running.service, id))['state'], 'pending_approval');
  await bosPage.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await bosPage.locator('.approvals-note').getByText('Ada Mbarga').waitFor();
  await approve(bosPage);
  await resultLine(bosPage).getByText('Approved').waitFor();
  await paid(bosPage, id);
});

test('a person about to give the first of two approvals sees when it has become the second', async () => {
  const id = await running.withdrawal({ amount_xaf: 251_000 });
  await askBoth(id);
  await dialog(bosPage).getByText('Yours is the first of two approvals').waitFor();
  await dialog(adasPage).getByRole('button', { name: 'Approve' }).click();
  await resultLine(adasPage).getByText('A second approval is needed').waitFor();
  await dialog(bosPage).getByText('Ada Mbarga has approved it meanwhile').waitFor();
  assert.equal(await dialog(bosPage).getByRole('button', { name: 'Approve' }).count(), 0);
  await dialog(bosPage).getByRole('button', { name: 'Close' }).last().click();
  assert.equal((await read(running.service, id))['state'], 'pending_approval');
  await bosPage.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(bosPage).getByText('Yours is the second approval').waitFor();
  await dialog(bosPage).getByRole('button', { name: 'Cancel' }).click();
});

test('a first approval that has become the second sends nothing, even before the news arrives', async () => {
  const id = await running.withdrawal({ amount_xaf: 252_000 });
  await askBoth(id);
  // Bo's page gets no news any more, as if he had clicked before the news arrived.
  await bosPage.route('**/internal/v1/events', cutOff);
  await bosPage.route(`**/internal/v1/transactions/${id}`, cutOff);
  await dialog(adasPage).getByRole('button', { name: 'Approve' }).click();
  await resultLine(adasPage).getByText('A second approval is needed').waitFor();
  await dialog(bosPage).getByRole('button', { name: 'Approve' }).click();
  await resultLine(bosPage).getByText('Nothing was done.').waitFor();
  assert.equal((await read(running.service, id))['state'], 'pending_approval');
  await bosPage.unroute(`**/internal/v1/transactions/${id}`);
  await bosPage.unroute('**/internal/v1/events');
});

test('several together say which of them wait for a second person, and which was refused', async () => {
  const ids = [
    await running.withdrawal({ amount_xaf: 3_300 }),
    await running.withdrawal({ amount_xaf: 253_000 }),
  ];
  await adasPage.route(`**/internal/v1/transactions/${ids[0]}`, (route) =>
    changeDetail(route, { payee_name: null, payee_lookup: 'no_answer' }),
  );
  await adasPage.goto(`${running.consoleUrl}/approvals`);
  for (const amount of ['3 300', '253 000']) {
    await adasPage.getByRole('checkbox', { name: new RegExp(`^Select ${amount} FCFA`) }).check();
  }
  await adasPage.getByRole('button', { name: 'Approve 2 withdrawals' }).click();
  const lines = dialog(adasPage).getByRole('listitem');
  await lines
    .filter({ hasText: '3 300' })
    .first()
    .getByText('Not provided by the provider')
    .waitFor();
  await dialog(adasPage).getByText('Will be sent now: 1 withdrawal').first().waitFor();
  await dialog(adasPage).getByText('Waiting for a second approval: 1 withdrawal').first().waitFor();
  await adasPage.route('**/internal/v1/withdrawals/approve', async (route) => {
    // Another person rejects the small one in the last moment.
    await running.database.query({
      text: `update transactions set state = 'failed' where id = $1`,
      values: [ids[0]],
    });
    await route.continue();
  });
  await dialog(adasPage).getByRole('button', { name: 'Approve all 2' }).click();
  const result = await resultLine(adasPage).innerText();
  const what = `${money('3 300 FCFA')} · ${money('+237 6 70 00 00 01')}: Already decided by another person`;
  assert.ok(result.includes(`1 not done: ${what}`), result);
  assert.match(result, /1 needs a second approval/);
  await adasPage.unroute('**/internal/v1/withdrawals/approve');
  await adasPage.unroute(`**/internal/v1/transactions/${ids[0]}`);
});

test('several are approved together after every whole number was shown', async () => {
  const ids = [
    await running.withdrawal({ amount_xaf: 1_100 }),
    await running.withdrawal({ amount_xaf: 2_200, msisdn: '+237677889900' }),
  ];
  await adasPage.goto(`${running.consoleUrl}/approvals`);
  for (const amount of ['1 100', '2 200']) {
    await adasPage.getByRole('checkbox', { name: new RegExp(`^Select ${amount} FCFA`) }).check();
  }
  await adasPage.getByRole('button', { name: 'Approve 2 withdrawals' }).click();
  await dialog(adasPage).getByText(money('+237 6 77 88 99 00')).waitFor();
  await dialog(adasPage).getByText(money('3 300 FCFA')).waitFor();
  await dialog(adasPage).getByRole('button', { name: 'Approve all 2' }).click();
  await resultLine(adasPage).getByText('2 of 2 approved.').waitFor();
  for (const id of ids) await paid(adasPage, id);
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual([...adasComplaints, ...bosComplaints], []);
});

const cutOff = (route: Route) => route.abort();

/** What the sandbox cannot do by itself, such as not to know a number. */
async function changeDetail(route: Route, changes: object): Promise<void> {
  const response = await route.fetch();
  const answer = (await response.json()) as { readonly transaction: object };
  const json = { ...answer, transaction: { ...answer.transaction, ...changes } };
  // A page that has gone on to another screen meanwhile does not want its answer any more.
  await route.fulfill({ response, json }).catch(() => {});
}

async function askBoth(id: string): Promise<void> {
  for (const page of [adasPage, bosPage]) {
    await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog(page).waitFor();
  }
}

async function timesApproved(id: string): Promise<number> {
  const history = await historyOf(running.database, id);
  return history.filter(({ trigger }) => trigger === 'approved').length;
}

/** Looks at every frame: a locator would look every half second. */
async function hasLeft(page: Page, amount: string): Promise<void> {
  await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('[aria-label="Approvals"] li')].every(
        ({ textContent }) => !textContent.includes(text),
      ),
    amount,
  );
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
}

/** An approved payout is sent by a worker a moment later, and its page follows. */
async function paid(page: Page, id: string): Promise<void> {
  await page.goto(`${running.consoleUrl}/transactions/${id}`);
  await page.locator('.head').getByText('Succeeded', { exact: true }).waitFor();
}

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}
