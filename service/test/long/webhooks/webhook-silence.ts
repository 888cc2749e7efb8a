// 500 silent receivers do not slow 100 healthy events a second.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOutbox, startDelivering } from '../../support/webhooks/delivery.ts';
import { measureBesideSilence } from '../../support/webhooks/silent-receivers.ts';

const database = await openOutbox();

test('500 receivers that never answer do not slow 100 healthy events a second', async (t) => {
  const rss = () => Math.round(process.memoryUsage.rss() / 1_048_576);
  const before = rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, rss());
  }, 100);
  const delivering = startDelivering(database);
  const delays = await measureBesideSilence(database, {
    silent: 500,
    eventsToEach: 1,
    healthy: 10,
    healthyPerSecond: 100,
    seconds: 30,
  });
  clearInterval(watch);
  t.diagnostic(`${JSON.stringify(delays)}, memory ${before} MB, at most ${most} MB`);
  await delivering.stop();
  assert.ok(delays.p99 < 1_000, JSON.stringify(delays));
});
