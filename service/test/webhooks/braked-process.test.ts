import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';

test('a process that gets a tenth of the processor goes on delivering its backlog', async (t) => {
  const got = await runShort(t, 'braked-deliveries');
  // Less than the share that a quiet machine is held to, because other tests run beside it.
  assert.ok(Number(got?.['share_at_10']) >= 0.03);
});
