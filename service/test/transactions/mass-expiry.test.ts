import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';
import { watchSlowness } from '../support/slowness.ts';

const LIMIT_MS = 5_000;

test('deposits that become due within one second expire within five, with one event each', async (t) => {
  const slowness = watchSlowness();
  // More than are taken at a time.
  const got = await runShort(t, 'mass-expiry');
  const mostMs = LIMIT_MS + slowness.allowanceMs();
  slowness.stop();
  assert.ok(Number(got?.['took_ms']) <= mostMs, `${got?.['took_ms']} of ${mostMs} ms`);
});
