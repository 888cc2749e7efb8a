// 20 restarts of two processes behind HAProxy, under load: not one request fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartInTurn } from '../../support/process/rolling-restarts.ts';

test('restarts in turn behind a proxy fail no request', async (t) => {
  const { failures, ...report } = await restartInTurn(20);
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(failures, []);
});
