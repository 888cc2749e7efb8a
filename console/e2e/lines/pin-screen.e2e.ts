import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAgent, SIM } from '../../../service/test/support/lines/played-agent.ts';
import { addGateway } from '../../../service/test/support/receipts/sms.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { dialog, resultLine, show } from '../support/screen.ts';

const LINE = '+237670000099';
const running = await startConsole();
const { service, database } = running;
await addGateway(database, { sims: { [SIM]: { operator: 'mtn', line: LINE } } });
const agent = playAgent(service);
const IN_DOUBT = { trouble: 'pin_unproven', screen: 'Solde: 232 275 FCFA. Merci', since: '1731' };
const rose = await running.open(await running.hire('admin', 'Rose Ekambi'));
const ada = await running.open(await running.hire('agent', 'Ada Mbarga'));

/** What the agent learns with its jobs. */
async function pinsFor(sim: object): Promise<unknown> {
  const poll = { type: 'poll', sims: [{ sim: SIM, registration: 'home', ...sim }], hold_ms: 0 };
  return ((await agent.say(poll)).json as { readonly pins: unknown }).pins;
}

test('an administrator sees the screen after the PIN and says what it meant', async () => {
  const { page } = rose;
  await agent.poll(IN_DOUBT);
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByText(/The PIN of the line was said twice, and no screen proved it/).waitFor();
  await page.getByRole('button', { name: 'Say what the screen meant' }).click();
  await dialog(page).getByText('Solde: ••• ••• FCFA. Merci').waitFor();
  await assertAccessible(page, 'what a screen after the PIN meant');
  const confirm = dialog(page).getByRole('button', { name: 'Say what the screen meant' });
  await dialog(page).getByLabel('Say what the screen meant').selectOption('accepted');
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('The phone shows the balance.');
  await confirm.click();
  await resultLine(page).waitFor();
  assert.deepEqual(await pinsFor(IN_DOUBT), [{ sim: SIM, since: '1731', meant: 'accepted' }]);
  await page
    .getByRole('button', { name: 'Say what the screen meant' })
    .waitFor({ state: 'detached' });
});

test('an agent sees what stops the payouts, and cannot say what the screen meant', async () => {
  const { page } = ada;
  await agent.poll({ ...IN_DOUBT, since: '1800' });
  await show(page, `${running.consoleUrl}/lines`);
  await page.getByText(/The PIN of the line was said twice/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Say what the screen meant' }).count(), 0);
  assert.deepEqual([...rose.complaints, ...ada.complaints], []);
});
