import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine } from '../support/screen.ts';

const running = await startConsole();
// Less than the silence after which a frozen service is noticed.
const ATTENTIVE_MS = 4_000;
const rules = { name: 'Rules' } as const;

test('a screen that cannot be loaded says so inside the console, and loads when tried again', async () => {
  const { page } = await running.open(await running.hire('admin', 'Ruth Manga'));
  // Its code cannot be had ahead either.
  await page.route('**/console/assets/rules-*.js', (route) => route.abort());
  await page.goto(running.consoleUrl);
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', rules).click();
  await page.getByText('This screen could not be loaded').waitFor();
  await page.getByRole('link', { name: 'Approvals' }).first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('This screen could not be loaded').waitFor();
  await page.context().setOffline(false);
  await page.unroute('**/console/assets/rules-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', rules).waitFor();
});

test('a decision without a network is not carried out later', async () => {
  const { page } = await running.open(await running.hire('agent', 'Ada Mbarga'));
  const id = await running.withdrawal({ amount_xaf: 27_500 });
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.context().setOffline(true);
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await resultLine(page)
    .getByText(`No clear answer came: ${money('27 500 FCFA')}`)
    .waitFor({ timeout: 30_000 });
  await page.context().setOffline(false);
  await page.getByText('Up to date', { exact: true }).waitFor({ timeout: 20_000 });
  assert.equal((await read(running.service, id))['state'], 'pending_approval');
});

test('the reason of a decision that got no answer is there when it is asked again', async () => {
  const { page } = await running.open(await running.hire('agent', 'Ines Mballa'));
  const id = await running.withdrawal({ amount_xaf: 31_500 });
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  const reject = page.getByRole('button', { name: 'Reject', exact: true });
  await reject.click();
  const reason = dialog(page).getByRole('textbox');
  await reason.fill('The player asked to stop it.');
  await page.context().setOffline(true);
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await resultLine(page).getByText('No clear answer came').waitFor({ timeout: 30_000 });
  await page.context().setOffline(false);
  await page.getByText('Up to date', { exact: true }).waitFor({ timeout: 20_000 });
  await reject.click();
  assert.equal(await reason.inputValue(), 'The player asked to stop it.');
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  assert.ok(!stored.includes('asked to stop'));
});

test('screens that were fetched ahead open without a network', async () => {
  const { page } = await running.open(await running.hire('admin', 'Didier Talla'));
  const fetched = page.waitForResponse('**/console/assets/sandbox-*.js');
  await page.goto(running.consoleUrl);
  await (await fetched).finished();
  await page.context().setOffline(true);
  await page.getByRole('link', rules).click();
  await page.getByText('The service does not answer.').first().waitFor();
  assert.equal(await page.getByText('This screen could not be loaded').count(), 0);
});

const lost = /^No connection since \d\d:\d\d$/;
const upToDate = { exact: true } as const;

test('a lost network shows before the next beat is missed, and its return at once', async () => {
  const { page } = await running.open(await running.hire('agent', 'Odile Ekane'));
  await page.getByText('Up to date', upToDate).waitFor();
  await page.context().setOffline(true);
  await page.getByText(lost).waitFor({ timeout: ATTENTIVE_MS });
  await page.context().setOffline(false);
  await page.getByText('Up to date', upToDate).waitFor({ timeout: ATTENTIVE_MS });
});

test('a request that reaches nothing shows at once that the screen may be old', async () => {
  const { page } = await running.open(await running.hire('agent', 'Serge Ndam'));
  await page.getByText('Up to date', upToDate).waitFor();
  await page.route(/internal\/v1\/(?!events)/, (route) => route.abort());
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByText(lost).waitFor({ timeout: ATTENTIVE_MS });
  // The stream still beats every three seconds, and proves nothing of requests.
  await page.waitForTimeout(ATTENTIVE_MS);
  assert.equal(await page.getByText(lost).count(), 1);
  await page.unroute(/internal\/v1\/(?!events)/);
  await page.getByText('Up to date', upToDate).waitFor({ timeout: 3 * ATTENTIVE_MS });
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
});

test('one probe at a time looks for a lost service, each after twice the wait', async () => {
  const { page } = await running.open(await running.hire('agent', 'Alain Eto'));
  const tried: number[] = [];
  const fourth = Promise.withResolvers<void>();
  await page.route('**/internal/v1/events', async (route) => {
    if (tried.push(performance.now()) === 4) fourth.resolve();
    await route.abort();
  });
  await page.reload();
  await fourth.promise;
  const waits = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
  const [first = 0, second = 0, third = 0] = waits;
  assert.ok(second > first * 1.3 && third > second * 1.3, `${waits.map(Math.round)} ms`);
});
