import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import { startLoad } from '../../support/process/rolling-restarts.ts';
import { isThere, startNewcomers, startSeveral } from '../../support/process/several-processes.ts';
import { eventually, sampleDeposit } from '../../support/service-process.ts';

const { url: databaseUrl } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'momo-reload-'));
after(() => rmSync(folder, { recursive: true }));
const settings = join(folder, 'settings');

writeFileSync(settings, 'WEBHOOK_PORTS=8001\nDATABASE_POOL_SIZE=6\n');
const service = await startSeveral({
  DATABASE_URL: databaseUrl,
  ENV_FILE: settings,
  // Within it every client here has a turn, on a busy machine too.
  DRAIN_SECONDS: '3',
});

function pids(): readonly number[] {
  return [1, 2].map((slot) => service.pids(slot).at(-1) ?? 0);
}

async function statusOf(port: number): Promise<number> {
  const deposit = sampleDeposit({ callback_url: `http://127.0.0.1:${port}/` });
  return (await service.call('POST', '/api/v1/deposits', deposit)).status;
}

test('SIGHUP replaces the processes one after the other, and no request fails', async () => {
  assert.equal(await statusOf(8_002), 422);
  const before = pids();
  writeFileSync(settings, 'WEBHOOK_PORTS=8002\nDATABASE_POOL_SIZE=6\nDATA_DIR=elsewhere\n');
  const load = startLoad(Number(new URL(service.url).port));
  const newcomers = startNewcomers(service.url, 2);
  const ready = watchReadiness();
  process.kill(service.pid, 'SIGHUP');
  await service.seen('"msg":"reloaded"');
  const { failures, requests } = await load.stop();
  const outcomes = await newcomers.stop();
  const statuses = await ready.stop();
  assert.deepEqual(failures, []);
  assert.ok(requests > 0);
  assert.deepEqual([...outcomes.keys()], ['200'], 'nor a new connection');
  assert.deepEqual(statuses, ['200'], 'the service as a whole was ready all the time');
  await eventually('the old ones are gone', () => !before.some(isThere));
  assert.ok(pids().every(isThere));
  assert.equal(await statusOf(8_002), 200);
  assert.equal(await statusOf(8_001), 422);
  assert.match(service.output(), /"settings":\["DATA_DIR"\],"msg":"these settings need a restart/);
});

test('settings that do not work replace no process', async () => {
  const before = pids();
  writeFileSync(settings, 'WEBHOOK_PORTS=much\n');
  process.kill(service.pid, 'SIGHUP');
  await service.seen('reload given up');
  await service.seen('WEBHOOK_PORTS must be');
  assert.deepEqual(pids(), before);
  assert.ok(pids().every(isThere));
  assert.equal(await statusOf(8_002), 200);
  assert.equal((await service.end('SIGTERM')).code, 0);
});

test('a reload says that it reads no settings where the environment has them all', async () => {
  const bare = await startSeveral({ DATABASE_URL: databaseUrl, ENV_FILE: '' });
  process.kill(bare.pid, 'SIGHUP');
  await bare.seen('"msg":"settings of the environment need a restart; not read"');
  await bare.seen('"msg":"reloaded"');
  assert.doesNotMatch(service.output(), /settings of the environment/);
  assert.equal((await bare.end('SIGTERM')).code, 0);
});

/** Asks again and again whether the service is ready; returns the answers that there were. */
function watchReadiness() {
  const statuses = new Set<string>();
  let stopping = false;
  const watch = async () => {
    while (!stopping) {
      const asked = service.call('GET', '/readyz');
      statuses.add(await asked.then(({ status }) => String(status), String));
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping = true;
      await watching;
      return [...statuses];
    },
  };
}
