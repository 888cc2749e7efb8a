import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertEvidence } from '../../service/src/db/provider-requests/evidence.ts';
import { recordContradiction } from '../../service/src/db/transactions/contradictions.ts';
import { forceState } from '../../service/test/support/transactions/payments.ts';
import { assertAccessible } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { assertFits, dialog, money, resultLine, rowWith, show } from './support/screen.ts';

const running = await startConsole();
const admin = await running.hire('admin', 'Awa Ngono');
const { page, complaints } = await running.open(admin);

const LONG_ANSWER = JSON.stringify({ status: 'SUCCESSFUL', token: 'x'.repeat(600) });

test('the payee is named before the approval, and the payout is not called paid by it', async () => {
  const id = await running.withdrawal({ amount_xaf: 31_000 });
  await page.goto(`${running.consoleUrl}/transactions/${id}`);
  await page.locator('.facts').getByText('SANDBOX PAYEE').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  assert.match(await dialog(page).innerText(), /Name at the operator: SANDBOX PAYEE/);
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await resultLine(page).getByText('It stays under way until the operator confirms it').waitFor();
  await page.locator('.head').getByText('Succeeded', { exact: true }).waitFor();
});

test('a number without an account and an account without money are shown before the approval', async () => {
  const id = await running.withdrawal({ amount_xaf: 34_000 });
  await page.route(`**/internal/v1/transactions/${id}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly transaction: object };
    const changes = {
      payee_name: null,
      payee_lookup: 'no_account',
      provider_balance_xaf: 1_000,
      signs: [
        { sign: 'no_account', tone: 'danger' },
        { sign: 'float_short', tone: 'danger' },
      ],
    };
    const json = { ...answer, transaction: { ...answer.transaction, ...changes } };
    // A page that has gone on to another screen meanwhile does not want its answer any more.
    await route.fulfill({ response, json }).catch(() => {});
  });
  await show(page, `${running.consoleUrl}/approvals?id=${id}`);
  const warnings = page.locator('.signs');
  await warnings.getByText('MTN has no account under this number.').waitFor();
  await warnings.getByText(`only ${money('1 000 FCFA')} left`).waitFor();
  await page.locator('.facts .no-account').waitFor();
  await assertAccessible(page, 'a payout that will fail');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page).getByText('MTN has no account under this number.').waitFor();
  await dialog(page)
    .getByText(`only ${money('1 000 FCFA')} left`)
    .waitFor();
  await assertAccessible(page, 'the question about a payout that will fail');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByText('MTN n’a aucun compte à ce numéro.').first().waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.unroute(`**/internal/v1/transactions/${id}`);
});

test('what was sent and what the provider said can be opened, and fits 360 px', async () => {
  const id = await running.withdrawal({ amount_xaf: 32_000 });
  await page.goto(`${running.consoleUrl}/transactions/${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'With the provider' }).waitFor();
  await page.locator('.head').getByText('Succeeded', { exact: true }).waitFor();
  // The sandbox has no wire, so that what a real provider says is put there by hand.
  const from = {
    transactionId: id,
    providerId: 'mtn-momo',
    kind: 'exchange',
    latencyMs: 5,
  } as const;
  await insertEvidence(running.database, [
    { ...from, request: 'POST /v1_0/transfer', status: null, answer: null, error: 'ECONNRESET' },
    { ...from, request: `GET /v1_0/transfer/${id}`, status: 200, answer: LONG_ANSWER, error: null },
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await show(page, `${running.consoleUrl}/transactions/${id}`);
  const sent = page.locator('.fact').filter({ hasText: /^Sent/ });
  assert.doesNotMatch(await sent.innerText(), /not sent/);
  const [broken, answered] = await page.locator('.evidence details').all();
  assert.ok(broken !== undefined && answered !== undefined);
  assert.match(await broken.innerText(), /no answer/);
  await broken.locator('summary').click();
  await broken.getByText('ECONNRESET').waitFor();
  await answered.locator('summary').click();
  await answered.locator('pre').getByText('SUCCESSFUL').waitFor();
  await assertFits(page, 'the evidence');
  await assertAccessible(page, 'the evidence');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a held payout says first what is wrong', async () => {
  const id = await running.withdrawal({ amount_xaf: 33_000 });
  const problem = 'The provider does not know the request.';
  await running.database.query({
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference, handle,
                                    callback_secret, sent_at, asked, problem, created_at)
           values ($1, 'mtn-momo', 'mtn-momo-sandbox', $2::text::uuid, $2::text, 'secret',
                   app_now(), 4, $3, app_now())`,
    values: [id, randomUUID(), problem],
  });
  await running.hold(id);
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  await page.locator('.problem-note').getByText(problem).waitFor();
  await page.locator('.fact').filter({ hasText: 'Status requests' }).getByText('4').waitFor();
  await assertAccessible(page, 'a held payout');
});

/** A held payout whose provider has said this of it. */
async function heldAfter(said: string, amount_xaf: number): Promise<string> {
  const id = await running.withdrawal({ amount_xaf });
  await running.database.query({
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference, handle,
                                    callback_secret, sent_at, asked, asked_at, said, said_at,
                                    created_at)
           values ($1, 'mtn-momo', 'mtn-momo-sandbox', $2::text::uuid, $2::text, 'secret',
                   app_now(), 4, app_now(), $3, app_now(), app_now())`,
    values: [id, randomUUID(), said],
  });
  await running.hold(id);
  return id;
}

test('a person who decides against the provider sees its status, and a second person has to agree', async () => {
  const id = await heldAfter('succeeded', 36_000);
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  // To ask comes first: it decides nothing.
  await page.getByRole('button', { name: 'Ask the provider now' }).waitFor();
  const [first] = await page.locator('.act-bar .decision-buttons button').allTextContents();
  assert.equal(first, 'Ask the provider now');
  await page.getByRole('button', { name: 'Mark as not paid' }).click();
  await dialog(page).getByText('The provider says:').waitFor();
  await dialog(page).getByText('succeeded', { exact: true }).waitFor();
  await dialog(page).getByText('You decide against what the provider says').waitFor();
  await assertAccessible(page, 'a decision against the provider');
  await dialog(page).getByRole('button', { name: 'Ask the provider now' }).click();
  await dialog(page).getByText('Still open: ').waitFor();
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Nothing in the statement.');
  await dialog(page).getByRole('button', { name: 'Mark as not paid' }).click();
  await resultLine(page).getByText('A second person must decide the same').waitFor();
  // The next one is open by now.
  await page.goto(`${running.consoleUrl}/held?id=${id}`);
  await page.getByText('Marked as not paid by').waitFor();
  await page.getByText('Nothing in the statement.').waitFor();

  const bo = await running.open(await running.hire('agent', 'Bo Essomba'));
  await bo.page.goto(`${running.consoleUrl}/held?id=${id}`);
  await bo.page.getByRole('button', { name: 'Mark as not paid' }).click();
  await dialog(bo.page).getByText('Yours is the second decision.').waitFor();
  await dialog(bo.page).getByRole('textbox', { name: 'reason' }).fill('I do not see it either.');
  await dialog(bo.page).getByRole('button', { name: 'Mark as not paid' }).click();
  await resultLine(bo.page).getByText('Marked as not paid').waitFor();
  assert.deepEqual(bo.complaints, []);
  await bo.page.close();
});

test('an approved payout that no provider has taken is cancelled', async () => {
  const id = await running.withdrawal({ amount_xaf: 37_000 });
  await forceState(running.database, id, 'approved');
  await page.goto(`${running.consoleUrl}/transactions/${id}`);
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await dialog(page).getByText('It has not been sent, and will not be.').waitFor();
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('The player has changed their mind.');
  await dialog(page).getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await resultLine(page).getByText('Cancelled before it was sent').waitFor();
  await page.locator('.head').getByText('Rejected', { exact: true }).waitFor();
  await page.locator('.timeline').getByText('Rejected', { exact: true }).waitFor();
});

test('a contradiction is in its list until a person closes it with a reason', async () => {
  const id = await running.withdrawal({ amount_xaf: 38_000 });
  await recordContradiction(running.database, {
    remark: { code: 'settled_failed_but_paid' },
    transactionId: id,
    receiptId: null,
    smsId: null,
    evidence: 'provider:mtn-momo:succeeded',
  });
  await page.goto(`${running.consoleUrl}/transactions/${id}`);
  await page.locator('.problem-note').getByText('the provider says that it was paid').waitFor();
  await page.getByRole('link', { name: 'See contradictions' }).click();
  const row = rowWith(page, money('38 000 FCFA'));
  await row.getByRole('link', { name: 'See the transaction' }).waitFor();
  await assertAccessible(page, 'the contradictions');
  const close = { name: 'Close the contradiction', exact: true } as const;
  await row.getByRole('button', close).click();
  await dialog(page)
    .getByRole('textbox', { name: 'reason' })
    .fill('Claimed back; the platform knows.');
  await dialog(page).getByRole('button', close).click();
  await resultLine(page).getByText('The contradiction is closed.').waitFor();
  await row.waitFor({ state: 'detached' });
  await page.goto(`${running.consoleUrl}/contradictions?state=any`);
  await row.getByText('Claimed back; the platform knows.').waitFor();
});

test('what is wrong with a provider is shown, and limits are changed', async () => {
  await running.database.query({
    text: `insert into provider_health (provider_id, is_up, problem, balance_xaf, checked_at)
           values ('mtn-momo', false, 'The account is locked.', 0, app_now())
           on conflict (provider_id) do update
             set is_up = false, problem = excluded.problem, balance_xaf = 0,
                 checked_at = excluded.checked_at`,
  });
  await show(page, `${running.consoleUrl}/providers`);
  const card = page.locator('section.card').filter({ has: page.locator('.problem-note') });
  await card.getByText('The account is locked.').waitFor();
  await card.getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByLabel('Smallest amount').fill('900');
  await dialog(page).getByLabel('Largest amount').fill('800');
  await dialog(page).getByText('The smallest amount is above the largest.').waitFor();
  await dialog(page).getByLabel('Largest amount').fill('500 000');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('MTN allows no more at once.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText(`from ${money('900 FCFA')} up to ${money('500 000 FCFA')}`).waitFor();
  await assertAccessible(page, 'the providers');
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
