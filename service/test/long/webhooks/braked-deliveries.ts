// Webhooks go out in proportion to the processor: 20 and 10 ms of each 100 ms give 15 % and 7 %.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brakeDeliveries } from '../../support/webhooks/brake-deliveries.ts';

test('a process that is short of the processor delivers in proportion', async (t) => {
  const [unbraked = 0, ...braked] = await brakeDeliveries({
    runMs: [20, 10],
    settleSeconds: 10,
    measureSeconds: 20,
  });
  const shares = braked.map((rate) => rate / unbraked);
  t.diagnostic(`${unbraked.toFixed(1)}/s, braked ${shares.map((share) => share.toFixed(3))} of it`);
  const [at20 = 0, at10 = 0] = shares;
  assert.ok(at20 >= 0.15, String(at20));
  assert.ok(at10 >= 0.07, String(at10));
});
