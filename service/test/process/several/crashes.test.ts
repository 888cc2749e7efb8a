import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  BEAT_MS,
  createPulse,
  FROZEN_MS,
  pauseBeforeNext,
} from '../../../src/app/process/children.ts';
import { sessionName } from '../../../src/db/releases.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  askApart,
  childrenOf,
  freezeNewChild,
  isThere,
  startNewcomers,
  startSeveral,
} from '../../support/process/several-processes.ts';
import {
  eventually,
  idOf,
  launch,
  makeDataDir,
  postmasterPid,
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

// It is silent for long, and the other tests meanwhile.
const frozenStart = startFrozen();

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

test('a process that freezes is killed and replaced; what it had not taken goes to another', async () => {
  const pid = service.pids(1).at(-1) ?? 0;
  process.kill(pid, 'SIGSTOP');
  // One of them is handed to the frozen process, and waits until that is dead.
  const asked = [1, 2, 3, 4].map(() => askApart(service.url, { path: '/readyz' }));
  await service.seen(new RegExp(`"pid":${pid},"msg":"process answers nothing; killing it"`));
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  await service.replaced(1, pid);
  const { text } = await askApart(service.url, { path: '/metrics' });
  assert.match(text, /momo_process_crashes_total\{cause="frozen"\} 1\n/);
});

test('a machine that stands still for longer kills none of its processes', async () => {
  const all = [service.pid, ...[1, 2].map((slot) => service.pids(slot).at(-1) ?? 0)];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  await pause(11_000);
  for (const pid of all) process.kill(pid, 'SIGCONT');
  assert.equal((await askApart(service.url, { path: '/readyz' })).status, 200);
  const { text } = await askApart(service.url, { path: '/metrics' });
  assert.match(text, /momo_process_crashes_total\{cause="frozen"\} 1\n/);
});

test('a process that freezes while it begins is killed, counted and replaced', async () => {
  const pid = service.pids(2).at(-1) ?? 0;
  const before = childrenOf(service.pid);
  process.kill(pid, 'SIGKILL');
  const newcomer = await freezeNewChild(service.pid, before);
  await service.seen(new RegExp(`"pid":${newcomer},"msg":"process answers nothing; killing it"`));
  await service.replaced(2, pid);
  const { text } = await askApart(service.url, { path: '/metrics' });
  assert.match(text, /momo_process_crashes_total\{cause="frozen"\} 2\n/);
});

test('a start ends well although one of its processes freezes while it begins', async () => {
  const { starting, pid } = await frozenStart;
  await starting.seen(new RegExp(`"pid":${pid},"msg":"process answers nothing; killing it"`));
  await starting.seen('several processes serve');
  assert.equal((await starting.end('SIGTERM')).code, 0);
});

test('silence counts only in beats that were on time, and ends with an answer', () => {
  const healthAfter = createPulse(FROZEN_MS);
  const silent = { hasAnswered: false, tookMs: BEAT_MS };
  const beats = (beat: typeof silent, count: number) =>
    Array.from({ length: count }, () => healthAfter(beat)).at(-1);
  assert.equal(beats(silent, 7), 'answers');
  assert.equal(beats({ ...silent, tookMs: 60_000 }, 100), 'answers');
  assert.equal(beats(silent, 1), 'silent');
  assert.equal(beats(silent, 31), 'silent');
  assert.equal(beats(silent, 1), 'frozen');
  assert.equal(beats({ ...silent, hasAnswered: true }, 1), 'answers');
});

test('when all processes are killed at once, new clients wait for the next ones', async () => {
  const pids = [1, 2].map((slot) => service.pids(slot).at(-1) ?? 0);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await Promise.all(pids.map((pid) => service.seen(new RegExp(`"pid":${pid},.*replacing it`))));
  assert.equal((await askApart(service.url, { path: '/readyz' })).status, 200);
});

test('the processes share the connections to the database', async () => {
  const load = startLoad(service.url, 16);
  const names = [1, 2].map((slot) => sessionName(service.pids(slot).at(-1) ?? 0));
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

  // A restart that meets the service before it begins nothing until it has the port.
  const restart = launch({ env });
  await restart.seen('the port is taken; waiting for it');
  assert.doesNotMatch(restart.output(), /process serves/);
  // Ctrl-C, which a terminal sends to all of them.
  process.kill(-next.pid, 'SIGINT');
  assert.deepEqual(await next.ended, { code: 0, signal: null });
  await restart.seen('several processes serve');
  await restart.end('SIGTERM');
  assert.match(restart.output(), /"outcome":"stopped"/);
  assert.equal(await postmasterPid(dataDir), null);
});

test('a slot whose processes do not last stays empty for longer each time', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => pauseBeforeNext(index + 1));
  assert.deepEqual(pauses, [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

/** A start of two processes, one of which is frozen before it has begun. */
async function startFrozen() {
  const starting = launch({ env: { DATABASE_URL: databaseUrl, PROCESSES: '2' } });
  const pid = await freezeNewChild(starting.pid);
  return { starting, pid };
}
