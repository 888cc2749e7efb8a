import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';
import { watchSlowness } from '../support/slowness.ts';

const LIMIT_MS = 2_000;
/** Other tests run beside this one and leave it a part of the processor. */
const SHARE = 6;

test('after a kill the next start is soon ready and serves', async (t) => {
  const slowness = watchSlowness();
  const got = await runShort(t, 'ready-after-kill');
  const mostMs = SHARE * LIMIT_MS + slowness.allowanceMs();
  slowness.stop();
  assert.ok(Number(got?.['ready_ms']) <= mostMs, `${got?.['ready_ms']} of ${mostMs} ms`);
});
