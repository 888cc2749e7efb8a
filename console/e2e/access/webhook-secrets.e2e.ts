import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../../service/src/flows/access/actor.ts';
import { issueKey } from '../../../service/src/flows/access/administer-keys.ts';
import { createVault } from '../../../service/src/signing/sealed-text.ts';
import { assertAccessibleInBoth } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine, show } from '../support/screen.ts';

const running = await startConsole({ changesSecondPerson: true });
const { database } = running;
const deps = { database, environment: 'sandbox', vault: createVault(null) } as const;
const { webhookSecret: first } = await issueKey(deps, COMMAND_LINE, 'Shop of Douala');
const rose = await running.open(await running.hire('admin', 'Rose Ekambi'));
const paul = await running.open(await running.hire('admin', 'Paul Atangana'));

test('two administrators replace a webhook secret; the second sees it once, and both sign for a day', async () => {
  const { page } = rose;
  await show(page, `${running.consoleUrl}/applications`);
  const card = page.locator('section', {
    has: page.getByRole('heading', { name: 'Shop of Douala' }),
  });
  await card.getByRole('button', { name: 'New webhook secret' }).click();
  await dialog(page).getByLabel('The current secret still signs').selectOption('for 24 hours');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('A developer has left.');
  await assertAccessibleInBoth(page, 'the question about a new webhook secret');
  await dialog(page).getByRole('button', { name: 'New webhook secret' }).click();
  await resultLine(page).getByText('waiting for a second approval').waitFor();
  await card.getByText('Requested by Rose Ekambi').waitFor();
  await card.getByRole('button', { name: 'Withdraw' }).waitFor();
  assert.equal(await card.getByRole('button', { name: 'New webhook secret' }).count(), 0);

  const second = paul.page;
  await show(second, `${running.consoleUrl}/changes`);
  await second.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(second).getByText('for 24 hours').waitFor();
  await dialog(second).getByRole('button', { name: 'Approve the change' }).click();
  const secret = await dialog(second).locator('.secret-value').innerText();
  assert.match(secret, /^whsec_/);
  await dialog(second).getByRole('button', { name: 'I have copied it' }).click();
  const [row] = await database.query<{ readonly now: string; readonly before: string }>({
    text: `select webhook_secret as now, old_secret as before from applications
           where name = 'Shop of Douala'`,
  });
  assert.deepEqual(row, { now: secret, before: first });

  await show(page, `${running.consoleUrl}/applications`);
  await card.getByText('The former webhook secret signs as well until').waitFor();
  await card.getByRole('button', { name: 'New webhook secret' }).click();
  await dialog(page).getByText('A new secret now ends it at once.').waitFor();
  await assertAccessibleInBoth(page, 'a new webhook secret while two sign');
  await page.keyboard.press('Escape');
  assert.deepEqual([...rose.complaints, ...paul.complaints], []);
});
