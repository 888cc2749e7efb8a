import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../../service/test/support/transactions/payments.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, money, resultLine, rowWith } from '../support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada);

/** The service keeps its connections open and answers nothing, as a frozen machine does. */
async function whileFrozen(act: () => Promise<void>): Promise<void> {
  process.kill(running.service.pid, 'SIGSTOP');
  try {
    await act();
  } finally {
    process.kill(running.service.pid, 'SIGCONT');
  }
}

test('a screen never says that it is up to date while the service is frozen', async () => {
  await page.goto(`${running.consoleUrl}/approvals`);
  await page.getByText('Up to date', { exact: true }).waitFor();
  await whileFrozen(async () => {
    const frozenAt = performance.now();
    await page.getByText(/^No connection since \d\d:\d\d$/).waitFor({ timeout: 20_000 });
    const noticedMs = performance.now() - frozenAt;
    assert.ok(noticedMs < 15_000, `noticed after ${Math.round(noticedMs)} ms`);
  });
  // What happened meanwhile appears by itself.
  await running.withdrawal({ amount_xaf: 31_400 });
  await page.getByText('Up to date', { exact: true }).waitFor({ timeout: 20_000 });
  await page
    .getByRole('button', { name: '1 new: show' })
    .or(rowWith(page, money('31 400 FCFA')))
    .first()
    .waitFor();
});

test('a decision that gets no answer stays open, is named, and nothing is sent twice', async () => {
  const id = await running.withdrawal({ amount_xaf: 31_500 });
  await page.goto(`${running.consoleUrl}/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await whileFrozen(async () => {
    await dialog(page).getByRole('button', { name: 'Approve' }).click({ noWaitAfter: true });
    await resultLine(page)
      .getByText(`No clear answer came: ${money('31 500 FCFA')}`)
      .waitFor({ timeout: 30_000 });
  });
  assert.match(page.url(), new RegExp(id), 'the one in doubt stays open');
  await page.getByText('Up to date', { exact: true }).waitFor({ timeout: 20_000 });
  assert.ok((await read(running.service, id))['state'], 'it can be read again');
  const [{ count } = { count: -1 }] = await running.database.query<{ readonly count: number }>({
    text: `select count(*) from submissions where transaction_id = $1`,
    values: [id],
  });
  assert.ok(count <= 1, `${count} provider requests`);
  assert.deepEqual(complaints, []);
});
