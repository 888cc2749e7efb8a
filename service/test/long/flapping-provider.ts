import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addMtn, startLiveService, startMtn } from '../support/live.ts';
import { startServiceProcess } from '../support/service-process.ts';

const SWITCH_EVERY_MS = 5_000;
const SWITCHES = 8;
const RIGHT_WITHIN_MS = 10_000;
const RECOVERED_WITHIN_MS = 30_000;

test('a provider that goes off and on every five seconds is shown as it is', async (t) => {
  const setup = await startLiveService();
  const operator = await startMtn();
  await addMtn(setup.database, operator, { id: 'mtn-main' });
  const { databaseUrl } = setup.config;
  assert.ok(databaseUrl !== null);
  const service = await startServiceProcess({
    env: { DATABASE_URL: databaseUrl, SERVICE_ENV: 'live', LOG_LEVEL: 'silent' },
  });
  const statusOf = async () => {
    const answer = await service.call('GET', '/api/v1/CM/providers/status');
    const { providers } = answer.json as { providers: readonly { status: string }[] };
    return providers[0]?.status;
  };
  const until = async (wanted: string, withinMs: number) => {
    const startedAt = performance.now();
    while ((await statusOf()) !== wanted) {
      assert.ok(performance.now() - startedAt < withinMs, `not ${wanted} within ${withinMs} ms`);
      await pause(50);
    }
    return Math.round(performance.now() - startedAt);
  };
  // While it flaps, every answer of ours is a whole one; which state it shows may be a look old.
  for (let n = 0; n < SWITCHES; n += 1) {
    await (n % 2 === 0 ? operator.goOffline() : operator.goOnline());
    const switchedAt = performance.now();
    while (performance.now() - switchedAt < SWITCH_EVERY_MS) {
      assert.ok(['operational', 'unavailable'].includes((await statusOf()) ?? ''));
      await pause(100);
    }
  }
  await operator.goOffline();
  const shownMs = await until('unavailable', RIGHT_WITHIN_MS);
  await operator.goOnline();
  const recoveredMs = await until('operational', RECOVERED_WITHIN_MS);
  t.diagnostic(`shown after ${shownMs} ms, recovered after ${recoveredMs} ms`);
});
