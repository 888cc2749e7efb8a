import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brakeDeliveries } from '../support/webhooks/brake-deliveries.ts';

// The long form, with the promised shares, is `npm run test:long -- braked-deliveries`.
test('a process that gets a tenth of the processor goes on delivering its backlog', async (t) => {
  const [unbraked = 0, braked = 0] = await brakeDeliveries({
    runMs: [10],
    settleSeconds: 1,
    measureSeconds: 2,
  });
  t.diagnostic(`${unbraked.toFixed(1)}/s, braked ${braked.toFixed(1)}/s`);
  assert.ok(braked >= 0.03 * unbraked, `${braked} of ${unbraked}`);
});
