import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runShort } from '../../../faults/run-short.ts';

test('connections that drip their requests are dropped, and others are served', async (t) => {
  const got = await runShort(t, 'dripping-connections');
  assert.ok(Number(got?.['dropped_after_ms']) < 20_000);
});
