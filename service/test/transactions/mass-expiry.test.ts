import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchSlowness } from '../support/slowness.ts';
import { expireAtOnce } from '../support/transactions/mass-expiry.ts';

// More than are taken at a time.
const DEPOSITS = 700;
const LIMIT_MS = 5_000;

test('deposits that become due within one second expire within five, with one event each', async (t) => {
  const slowness = watchSlowness();
  const { tookMs, events, ...load } = await expireAtOnce({
    deposits: DEPOSITS,
    processes: 1,
    clients: 2,
    leadMs: 3_000,
  });
  const mostMs = LIMIT_MS + slowness.allowanceMs();
  slowness.stop();
  t.diagnostic(`${Math.round(tookMs)} ms; beside it ${JSON.stringify(load)}`);
  assert.deepEqual(events, [{ events: 1, deposits: DEPOSITS }]);
  assert.ok(tookMs <= mostMs, `${tookMs} of ${mostMs} ms`);
});
