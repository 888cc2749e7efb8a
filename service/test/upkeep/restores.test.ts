import { test } from 'node:test';
import { restoreDuringPayouts } from '../support/provider-requests/restore-payouts.ts';

// The short form of `npm run test:long -- payout-restores`.
test('restores during payouts at any stage pay none twice', async (t) => {
  const report = await restoreDuringPayouts({ restores: 2, payoutsPerRestore: 12, seed: 13 });
  t.diagnostic(JSON.stringify(report));
});
