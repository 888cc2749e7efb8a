import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import {
  launch,
  makeDataDir,
  postmasterPid,
  type RunningProcess,
  startServiceProcess,
} from '../support/service-process.ts';

// The promise is 5 s for the first start, 1.5 s for later ones and 5 s for a stop, on a quiet
// machine. Tests run side by side on small ones, so they allow more; the times are shown.
const FIRST_START_MS = 6 * 5_000;
const LATER_START_MS = 10 * 1_500;
const STOP_MS = 4 * 5_000;

const dataDir = await makeDataDir();
const env = { DATA_DIR: dataDir, NODE_DISABLE_COMPILE_CACHE: '1' };
const NPM_START = ['npm', 'start'] as const;
const hasScript = existsSync('/usr/bin/script');

test('npm start is ready in time, says where everything is, and stops by SIGTERM', async (t) => {
  const service = await startServiceProcess({ env, command: NPM_START, ownGroup: true });
  t.diagnostic(`first start: ready after ${service.readyAfterMs} ms`);
  assert.ok(service.readyAfterMs < FIRST_START_MS, `${service.readyAfterMs} ms`);
  const shown = service.stdout();
  for (const line of [
    `API          ${service.url}/api/v1`,
    `Explorer     ${service.url}/docs`,
    `Console      ${service.url}/console`,
    'Environment  sandbox: outcomes are simulated, no money moves',
    'API key      NOT REQUIRED: authentication is off because SPORTSBOOK_API_KEY is empty',
    `Data         ${dataDir}/postgres`,
    'Stop         Ctrl-C',
  ]) {
    assert.ok(shown.includes(`\n  ${line}\n`), `not shown: ${line}\n${shown}`);
  }
  for (const path of ['/docs', '/console/', '/health', '/api/v1/CM/providers']) {
    assert.equal((await service.call('GET', path)).status, 200, path);
  }
  await assertEnds(service, 'SIGTERM');
});

test('a later npm start is quicker and stops by SIGINT to npm', async (t) => {
  const service = await startServiceProcess({ env, command: NPM_START, ownGroup: true });
  t.diagnostic(`later start: ready after ${service.readyAfterMs} ms`);
  assert.ok(service.readyAfterMs < LATER_START_MS, `${service.readyAfterMs} ms`);
  await assertEnds(service, 'SIGINT');
});

test('at a terminal the log is for people, and Ctrl-C stops npm, the service and its database', {
  skip: hasScript ? false : 'the program `script` is not there to make a terminal',
}, async () => {
  const terminal = launch({ env, command: ['script', '-qec', 'npm start', '/dev/null'] });
  await terminal.seen('Ctrl-C');
  const startedAt = performance.now();
  terminal.stdin?.write('\x03');
  await terminal.ended;
  assert.ok(performance.now() - startedAt < STOP_MS);
  assert.match(terminal.output(), /INFO.*: stopping/);
  assert.match(terminal.output(), /INFO.*: stopped/);
  assert.doesNotMatch(terminal.output(), /^\{/m);
  assert.equal(await postmasterPid(dataDir), null);
});

async function assertEnds(service: RunningProcess, signal: NodeJS.Signals): Promise<void> {
  assert.notEqual(await postmasterPid(dataDir), null);
  const { tookMs } = await service.end(signal);
  assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
  assert.match(service.output(), /"msg":"stopped"/);
  assert.equal(await postmasterPid(dataDir), null);
}
