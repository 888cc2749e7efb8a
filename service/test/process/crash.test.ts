import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findLost,
  makeDataDir,
  postmasterPid,
  startLoad,
  startServiceProcess,
} from '../support/service-process.ts';
import { watchSlowness } from '../support/slowness.ts';

const SLOWEST_ANSWER_MS = 6_000;

const dataDir = await makeDataDir();
const env = { DATA_DIR: dataDir };
const service = await startServiceProcess({ env });

test('kill -9 of the database means 503 for a moment; then everything works again', async (t) => {
  const load = startLoad(service.url);
  const slowness = watchSlowness();
  await load.nextAcknowledged();
  const pid = await postmasterPid(dataDir);
  assert.ok(pid !== null);
  process.kill(pid, 'SIGKILL');
  const killedAt = performance.now();
  const before = load.acknowledged.length;
  // What was under way may still be answered; more than the four clients had is new.
  while (load.acknowledged.length < before + 20) await load.nextAcknowledged();
  t.diagnostic(`serving again ${Math.round(performance.now() - killedAt)} ms after the kill`);
  await load.stop();

  assert.notEqual(await postmasterPid(dataDir), pid);
  assert.ok(load.refusals.length > 0);
  for (const { status, headers, json } of load.refusals) {
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '1');
    assert.partialDeepStrictEqual(json, {
      detail: 'The service is temporarily unavailable. Try again shortly.',
    });
  }
  const mostMs = SLOWEST_ANSWER_MS + slowness.allowanceMs();
  slowness.stop();
  assert.ok(load.slowestMs() < mostMs, `${load.slowestMs()} of ${mostMs} ms`);
  assert.deepEqual(await findLost(service, load.acknowledged), []);
});

test('after kill -9 the next start adopts the database and knows every deposit', async () => {
  const server = await postmasterPid(dataDir);
  const load = startLoad(service.url);
  for (let count = 0; count < 100; count += 1) await load.nextAcknowledged();
  assert.equal((await service.end('SIGKILL')).signal, 'SIGKILL');
  await load.stop();

  const next = await startServiceProcess({ env });
  assert.equal(await postmasterPid(dataDir), server);
  assert.ok(load.acknowledged.length >= 100);
  assert.deepEqual(await findLost(next, load.acknowledged), []);
  assert.equal((await next.end('SIGTERM')).code, 0);
  assert.equal(await postmasterPid(dataDir), null);
});
