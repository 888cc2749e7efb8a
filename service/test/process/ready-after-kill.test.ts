import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAndReturn } from '../support/process/ready-after-kill.ts';
import { watchSlowness } from '../support/slowness.ts';

const LIMIT_MS = 2_000;
/** Other tests run beside this one and leave it a part of the processor. */
const SHARE = 6;

test('after a kill the next start is soon ready and serves', async (t) => {
  const slowness = watchSlowness();
  const [back] = await killAndReturn({ kills: 1, isFull: false });
  const mostMs = SHARE * LIMIT_MS + slowness.allowanceMs();
  slowness.stop();
  assert.ok(back !== undefined);
  t.diagnostic(`ready after ${back.readyMs} ms, served after ${back.servedMs} ms`);
  assert.ok(back.readyMs <= mostMs, `${back.readyMs} of ${mostMs} ms`);
});
