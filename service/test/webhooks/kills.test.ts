import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killDuringDeliveries } from '../support/webhooks/kill-deliveries.ts';

// The long form with fifty kills is `npm run test:long -- webhook-kills`.
test('a service that is killed during deliveries loses no event and sends few twice', async (t) => {
  const { lateByMs, ...report } = await killDuringDeliveries(2);
  t.diagnostic(JSON.stringify(report));
  t.diagnostic(`retries late by, in ms: ${lateByMs.join(', ')}`);
  assert.ok(report.events > 20);
});
