// 30 restores of databases with 600 payouts at any stage pay nobody twice.
import { test } from 'node:test';
import { restoreDuringPayouts } from '../../support/provider-requests/restore-payouts.ts';

test('thirty restores among 600 payouts at any stage pay nobody twice', async (t) => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  const report = await restoreDuringPayouts({ restores: 30, payoutsPerRestore: 20, seed });
  t.diagnostic(JSON.stringify(report));
});
