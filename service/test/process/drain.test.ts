import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../support/database.ts';
import { makeDataDir, sampleDeposit, startServiceProcess } from '../support/service-process.ts';

const { url: databaseUrl } = await openTestDatabase();
const dataDir = await makeDataDir();

test('after SIGTERM a service is not ready, and serves on until its drain is over', async () => {
  const service = await startServiceProcess({
    env: { DATABASE_URL: databaseUrl, DRAIN_SECONDS: '3' },
  });
  const ending = service.end('SIGTERM');
  await service.seen('"msg":"stopping"');
  const ready = await service.call('GET', '/readyz');
  assert.equal(ready.status, 503);
  const deposit = await service.call('POST', '/api/v1/deposits', sampleDeposit());
  assert.equal(deposit.status, 200);
  assert.equal(deposit.headers.get('connection'), 'close');
  const { code, tookMs } = await ending;
  assert.equal(code, 0);
  assert.ok(tookMs >= 3_000, `${tookMs} ms`);
});

test('a person who presses Ctrl-C does not wait for the drain', async () => {
  const service = await startServiceProcess({
    env: { DATABASE_URL: databaseUrl, DRAIN_SECONDS: '300' },
  });
  assert.equal((await service.end('SIGINT')).code, 0);
});

test('a database that is ours alone is stopped without a drain', async () => {
  const service = await startServiceProcess({ env: { DATA_DIR: dataDir, DRAIN_SECONDS: '300' } });
  assert.equal((await service.end('SIGTERM')).code, 0);
});
