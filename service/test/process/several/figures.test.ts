import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginQuarantine } from '../../../src/db/quarantine.ts';
import { openTestDatabase } from '../../support/database.ts';
import { askApart, startSeveral } from '../../support/process/several-processes.ts';
import { sampleDeposit } from '../../support/service-process.ts';

const { database, url: databaseUrl } = await openTestDatabase();
const service = await startSeveral({ DATABASE_URL: databaseUrl });

const CREATED =
  'momo_http_request_duration_seconds_count{method="POST",route="/api/v1/deposits",status="200"}';

async function read(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const figures = lines.map((line) => {
    const at = line.lastIndexOf(' ');
    return [line.slice(0, at), Number(line.slice(at + 1))] as const;
  });
  assert.equal(
    new Set(figures.map(([name]) => name)).size,
    lines.length,
    'a figure is there twice',
  );
  return new Map(figures);
}

test('whichever process is asked, /metrics has the sums of all', async () => {
  for (let n = 0; n < 6; n += 1) {
    const body = sampleDeposit().json as object;
    assert.equal((await askApart(service.url, { path: '/api/v1/deposits', body })).status, 200);
  }
  for (let asked = 0; asked < 2; asked += 1) {
    const figures = await read();
    assert.equal(figures.get(CREATED), 6);
    assert.equal(figures.get('momo_processes'), 2);
  }
});

test('what a process counted before it was killed stays in the sums', async () => {
  const before = await read();
  const [pid = 0] = service.pids(1);
  process.kill(pid, 'SIGKILL');
  await service.replaced(1, pid);
  const figures = await read();
  assert.equal(figures.get(CREATED), before.get(CREATED));
  assert.equal(figures.get('momo_process_crashes_total{cause="ended"}'), 1);
  assert.equal(figures.get('momo_processes'), 2);
});

test('what is read from the database is counted once', async () => {
  await beginQuarantine(database, { code: 'quarantine_sends_unknown' });
  assert.equal((await read()).get('momo_quarantined'), 1);
});

test('whether writes succeed, and how right the clock is, is not added up', async () => {
  const figures = await read();
  assert.equal(figures.get('momo_database_takes_writes'), 1);
  assert.ok(Math.abs(figures.get('momo_clock_ahead_seconds') ?? Infinity) < 30);
});
