// 100 kills during 2 000 payouts with lost answers, some cancelled or lapsed, pay nobody twice.
import { test } from 'node:test';
import { killDuringPayouts } from '../../support/provider-requests/kill-payouts.ts';

test('a hundred kills during 2 000 payouts, some of them cancelled or approved anew, pay nobody twice', async (t) => {
  const report = await killDuringPayouts({ kills: 100, payoutsPerKill: 20 });
  t.diagnostic(JSON.stringify(report));
});
