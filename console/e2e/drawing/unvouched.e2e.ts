import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLayoutFaults } from '../support/layout.ts';
import { startConsole } from '../support/running-console.ts';
import { show } from '../support/screen.ts';

const running = await startConsole();

test('a colleague whom another person has to vouch for is readable at every width', async () => {
  const admin = await running.hire('admin', 'Awa Ngono');
  const { page } = await running.open(admin);
  // Accounts need a voucher only where the money is real, and the service under test plays.
  await page.route('**/internal/v1/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), environment: 'live' } });
  });
  await page.route('**/internal/v1/staff', async (route) => {
    const response = await route.fetch();
    const { staff } = await response.json();
    const json = { staff: [...staff, { ...staff[0], ...UNVOUCHED }] };
    await route.fulfill({ response, json });
  });
  await page.getByRole('button', { name: 'Français' }).click();
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await show(page, `${running.consoleUrl}/staff`);
    await page.getByText('Un autre administrateur se porte garant').waitFor();
    assert.deepEqual(await findLayoutFaults(page), [], `${width} px`);
  }
});

const UNVOUCHED = {
  id: '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10',
  name: 'Marie-Claire Essomba Ndzana',
  email: 'marie-claire.essomba-ndzana@example.com',
  is_vouched: false,
  may_vouch: false,
};
