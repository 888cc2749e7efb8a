// The releases of service/releases.json become this one under load; their tests run on its schema.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOut, runItsTests } from '../../support/upgrade/previous-checkout.ts';
import { RELEASES } from '../../support/upgrade/releases.ts';
import { upgradeUnderLoad } from '../../support/upgrade/upgrade-under-load.ts';

/** `npm run test:long -- upgrade 0.1.0` takes one of them. */
const [, , , wanted] = process.argv;

for (const release of RELEASES.filter(({ name }) => wanted === undefined || name === wanted)) {
  test(`${release.name} becomes this release`, async (t) => {
    const folder = checkOut(release);

    await t.test('under load, and nothing is lost', async () => {
      const report = await upgradeUnderLoad(release, folder);
      const { failures, lost, untold, findings, ...figures } = report;
      t.diagnostic(JSON.stringify({ ...figures, failures: failures.length }));
      assert.deepEqual([lost, untold, findings], [[], [], '']);
      if (release.upgrade === 'roll') assert.deepEqual(failures, []);
    });

    await t.test('its own tests on the schema of this one', async () => {
      const { failed, ...figures } = await runItsTests(release, folder);
      t.diagnostic(JSON.stringify({ ...figures, failed: failed.length }));
      for (const name of failed) t.diagnostic(`failed: ${name}`);
      assert.ok(figures.passed > 0);
      if (release.upgrade === 'roll') assert.deepEqual(failed, []);
      else assert.notDeepEqual(failed, [], 'it could roll: say so in service/releases.json');
    });
  });
}
