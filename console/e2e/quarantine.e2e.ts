import { test } from 'node:test';
import { endQuarantine } from '../../service/src/db/quarantine.ts';
import { COMMAND_LINE } from '../../service/src/flows/access/actor.ts';
import { quarantineDatabase } from '../../service/src/flows/upkeep/accept-restore.ts';
import { startConsole } from './support/running-console.ts';
import { assertFits, show } from './support/screen.ts';
import { seed } from './support/seed.ts';

const running = await startConsole();
const { screens } = await seed(running);
const admin = await running.hire('admin', 'Awa Ngono');

test('while nothing leaves the service, every screen says so and why, in both languages', async () => {
  const { page } = await running.open(admin, { viewport: { width: 360, height: 740 } });
  const bar = page.getByRole('alert');
  await quarantineDatabase(running, COMMAND_LINE, { reason: 'Recovered to noon' });
  await show(page, `${running.consoleUrl}${screens['approvals']}`);
  await bar
    .filter({ hasText: 'Quarantine: nothing leaves the service' })
    .filter({ hasText: 'Recovered to noon' })
    .waitFor();
  await assertFits(page, 'the bar');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Français' }).click();
  await bar.filter({ hasText: 'Quarantaine' }).filter({ hasText: 'Quelqu’un a arrêté' }).waitFor();

  await endQuarantine(running.database);
  // Whatever enters a queue lets open screens load again.
  await running.withdrawal();
  await bar.waitFor({ state: 'detached' });
});
