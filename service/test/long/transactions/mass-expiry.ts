// 10 000 deposits become due within one second under load: all are expired within 5 s, once each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireAtOnce } from '../../support/transactions/mass-expiry.ts';

test('ten thousand deposits that become due at once expire within five seconds', async (t) => {
  const options = { deposits: 10_000, processes: 2, clients: 4, leadMs: 10_000 };
  const report = await expireAtOnce(options);
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(report.events, [{ events: 1, deposits: 10_000 }]);
  assert.ok(report.tookMs <= 5_000, `${report.tookMs} ms`);
});
