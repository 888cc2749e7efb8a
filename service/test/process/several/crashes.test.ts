import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseBeforeNext } from '../../../src/app/process/children.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  askApart,
  isThere,
  startNewcomers,
  startSeveral,
} from '../../support/process/several-processes.ts';
import {
  eventually,
  idOf,
  makeDataDir,
  postmasterPid,
  runToEnd,
  sampleDeposit,
  startLoad,
} from '../../support/service-process.ts';

const { database, url: databaseUrl } = await openTestDatabase();
const dataDir = await makeDataDir();
const service = await startSeveral({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: '6',
  DRAIN_SECONDS: '2',
});

test('a process that is killed is replaced, and the others serve meanwhile', async () => {
  const deposit = sampleDeposit();
  const id = idOf(await service.call('POST', '/api/v1/deposits', deposit));
  // When both first processes are gone, their replacements serve.
  for (const slot of [1, 2]) {
    const [pid = 0] = service.pids(slot);
    process.kill(pid, 'SIGKILL');
    await service.seen(new RegExp(`"pid":${pid},.*"signal":"SIGKILL".*replacing it`));
    const asked = [1, 2, 3, 4].map(() => service.call('POST', '/api/v1/deposits', deposit));
    for (const answer of await Promise.all(asked)) assert.equal(idOf(answer), id);
    assert.ok(isThere(await service.replaced(slot, pid)));
  }
});

test('a connection on its way to a process that is killed goes to another one', async () => {
  const newcomers = startNewcomers(service.url, 8);
  const pid = service.pids(1).at(-1) ?? 0;
  process.kill(pid, 'SIGKILL');
  await service.replaced(1, pid);
  const outcomes = await newcomers.stop();
  // A client whose request was already read is cut off; none is left waiting.
  for (const outcome of outcomes.keys()) assert.match(outcome, /^(200|ECONNRESET|EPIPE)$/);
  assert.ok((outcomes.get('200') ?? 0) > 0);
});

test('when all processes are killed at once, new clients wait for the next ones', async () => {
  const pids = [1, 2].map((slot) => service.pids(slot).at(-1) ?? 0);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await Promise.all(pids.map((pid) => service.seen(new RegExp(`"pid":${pid},.*replacing it`))));
  assert.equal((await askApart(service.url, { path: '/readyz' })).status, 200);
});

test('the processes share the connections to the database', async () => {
  const load = startLoad(service.url, 16);
  const names = [1, 2].map((slot) => `momo-${service.pids(slot).at(-1)}`);
  const text = `select count(*)::int as count from pg_stat_activity where application_name = any($1)`;
  for (let tries = 0; tries < 20; tries += 1) {
    await load.nextAcknowledged();
    const [row] = await database.query<{ count: number }>({ text, values: [names] });
    assert.ok(row !== undefined && row.count <= 6, `${row?.count} connections`);
  }
  await load.stop();
  assert.deepEqual(load.refusals, []);
});

test('when the service stops none is ready, and they serve until the drain is over', async () => {
  const ending = service.end('SIGTERM');
  await service.seen('"msg":"stopping"');
  await eventually('none is ready', async () => {
    const asked = [1, 2].map(() => service.call('GET', '/readyz'));
    return (await Promise.all(asked)).every(({ status }) => status === 503);
  });
  assert.equal((await service.call('POST', '/api/v1/deposits', sampleDeposit())).status, 200);
  const { code, tookMs } = await ending;
  assert.equal(code, 0);
  assert.ok(tookMs >= 2_000, `${tookMs} ms`);
});

test('without their parent no process is left, and the next start serves', async () => {
  const killed = await startSeveral({ DATA_DIR: dataDir });
  const id = idOf(await killed.call('POST', '/api/v1/deposits', sampleDeposit()));
  const pids = [1, 2].flatMap((slot) => killed.pids(slot));
  await killed.end('SIGKILL');
  await eventually('they are gone', () => !pids.some(isThere));
  const env = { DATA_DIR: dataDir, PROCESSES: '2', PORT: new URL(killed.url).port };
  const next = await startSeveral(env);
  assert.equal((await next.call('GET', `/api/v1/transactions/${id}`)).status, 200);

  const refused = await runToEnd({ env });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^The service was not started: Port \d+ is taken.*\n$/);

  // Ctrl-C, which a terminal sends to all of them.
  process.kill(-next.pid, 'SIGINT');
  assert.deepEqual(await next.ended, { code: 0, signal: null });
  assert.match(next.output(), /"outcome":"stopped"/);
  assert.equal(await postmasterPid(dataDir), null);
});

test('a slot whose processes do not last stays empty for longer each time', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => pauseBeforeNext(index + 1));
  assert.deepEqual(pauses, [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});
