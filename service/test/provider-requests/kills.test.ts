import { test } from 'node:test';
import { killDuringPayouts } from '../support/provider-requests/kill-payouts.ts';

// The short form of `npm run test:long -- payout-kills`.
test('kills during payouts with lost answers neither repeat nor lose a payout', async (t) => {
  const report = await killDuringPayouts({ kills: 2, payoutsPerKill: 15 });
  t.diagnostic(JSON.stringify(report));
});
