import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBoth } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { show } from '../support/screen.ts';

const running = await startConsole();

test('alerts say what is open and what has ended, and lead to where it is dealt with', async () => {
  const id = await running.withdrawal();
  await running.database.query({
    text: `update open_transactions set since = since - interval '1 hour' where transaction_id = $1`,
    values: [id],
  });
  await running.database.query({
    text: `insert into alerts (id, kind, subject, raised_at, cleared_at) values
             (gen_random_uuid(), 'payouts_wait', 'pending_approval', app_now(), null),
             (gen_random_uuid(), 'line_silent', '+237699000044', app_now(), app_now())
           on conflict do nothing`,
  });
  const { page, complaints } = await running.open(await running.hire('agent', 'Chantal Fouda'));
  await show(page, `${running.consoleUrl}/alerts`);
  const open = page.getByRole('table', { name: 'Open now' });
  await open.getByText('Withdrawals have waited for 30 minutes').waitFor();
  assert.equal(await open.getByText('Awaiting approval').count(), 1);
  const past = page.getByRole('table', { name: 'Ended' });
  await past.getByText('Payments to a SIM line cannot be confirmed').waitFor();
  await assertAccessibleInBoth(page, 'alerts');
  await past.getByRole('link', { name: '+237 6 99 00 00 44' }).click();
  await page.getByRole('heading', { name: 'SIM lines' }).waitFor();
  assert.deepEqual(complaints, []);
});
