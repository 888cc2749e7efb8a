import assert from 'node:assert/strict';
import {
  chmodSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve } from '../../src/app/compose.ts';
import { prepareDatabase } from '../../src/app/database.ts';
import { openPort } from '../../src/app/listen.ts';
import { createFiguresOfAll } from '../../src/app/process/figures.ts';
import { REASON_CODES } from '../../src/domain/payment-kinds.ts';
import { countsAgainstProvider } from '../../src/domain/providers/provider-health.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { openTestDatabase } from '../support/database.ts';
import { recordingLog, testConfig } from '../support/harness.ts';
import {
  metricsIn,
  metricsOf,
  missing,
  PACKAGING,
  readPanels,
  readQueries,
} from '../support/process/prometheus.ts';
import { makeDataDir, runToEnd } from '../support/service-process.ts';

// What Prometheus and Grafana are given: it must speak of figures that there are.

const folder = join(PACKAGING, 'prometheus');
const rules = readFileSync(join(folder, 'momo-rules.yml'), 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const there = await readMetrics();

test('every alert has its cure in the runbook, and the runbook has no other', () => {
  const runbook = readFileSync(join(CHECKOUT, 'docs', 'operations.md'), 'utf8');
  const rows = [...runbook.matchAll(/^\| `(Momo\w+)` +\| (\S.+?) +\| (\S.+?) +\|$/gm)];
  assert.ok(alerts.length > 20);
  assert.deepEqual(
    rows.map(([, name]) => name),
    alerts,
  );
  const named = [...runbook.matchAll(/`(Momo[A-Z]\w+)`/g)].map(([, name = '']) => name);
  assert.deepEqual(
    named.filter((name) => !alerts.includes(name)),
    [],
    'drills name only alerts that there are',
  );
});

test('every alert is tried: one story raises it, and in another all is well', () => {
  const tries = readFileSync(join(folder, 'momo-rules.test.yml'), 'utf8');
  const raised = [...tries.matchAll(/^ {8}alertname: (\w+)$/gm)].map(([, name = '']) => name);
  const quiet = [...tries.matchAll(/alertname: (\w+), exp_alerts: \[\]/g)].map(
    ([, name = '']) => name,
  );
  assert.deepEqual([raised, quiet], [alerts, alerts]);
});

test('the alert about deposits counts the failures that make a provider unstable', () => {
  const [, codes = ''] = /MomoDepositsFail\n.*\n.*reason_code=~"([^"]+)"/.exec(rules) ?? [];
  const counted = REASON_CODES.filter((code) => countsAgainstProvider('deposit', code));
  assert.deepEqual(codes.split('|').toSorted(), counted.toSorted());
});

test('rules and tries name only metrics that the service has', () => {
  const tries = readFileSync(join(folder, 'momo-rules.test.yml'), 'utf8');
  const named = metricsIn(`${rules.replaceAll(/name: momo-\w+/g, '')}\n${tries}`);
  assert.deepEqual(
    named.filter((name) => !there.has(name)),
    [],
  );
});

test('every query of the dashboard names only metrics that the service has', () => {
  const queries = readQueries();
  assert.ok(queries.length > 20);
  for (const { panel, expr } of queries) {
    const named = metricsIn(expr);
    assert.ok(named.length > 0, `${panel} names no metric`);
    assert.deepEqual(
      named.filter((name) => !there.has(name)),
      [],
      panel,
    );
  }
});

test('whatever the service measures of payments is on the dashboard', () => {
  const shown = new Set(readQueries().flatMap(({ expr }) => metricsIn(expr)));
  const own = [...there].filter((name) => name.startsWith('momo_'));
  assert.deepEqual(
    own.filter((name) => !shown.has(name)),
    [],
  );
});

test('panels of the dashboard have ids of their own and do not overlap', () => {
  const panels = readPanels();
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length);
});

test('promtool takes the rules, their tries and the example of a configuration', {
  skip: missing('promtool'),
}, async () => {
  const promtool = (...args: readonly string[]) => runToEnd({ command: ['promtool', ...args] });
  const tried = await promtool('test', 'rules', join(folder, 'momo-rules.test.yml'));
  assert.equal(tried.code, 0, tried.output);
  const config = await promtool('check', 'config', '--syntax-only', join(folder, 'prometheus.yml'));
  assert.equal(config.code, 0, config.output);
});

test('logrotate takes the example, and leaves a writer its file', {
  skip: missing('logrotate'),
}, async () => {
  const logs = await mkdtemp(join(tmpdir(), 'momo-logs-'));
  const example = readFileSync(join(PACKAGING, 'logrotate', 'momo'), 'utf8');
  const config = join(logs, 'rotate.conf');
  const log = join(logs, 'momo.log');
  writeFileSync(config, example.replaceAll('/var/log/momo', logs));
  // logrotate does not trust a file that others may change.
  chmodSync(config, 0o644);
  const writer = openSync(log, 'a');
  writeSync(writer, 'one\n');
  const state = ['--state', join(logs, 'state')];
  const rotated = await runToEnd({ command: ['logrotate', '--force', ...state, config] });
  assert.equal(rotated.code, 0, rotated.output);
  writeSync(writer, 'two\n');
  closeSync(writer);
  assert.equal(readFileSync(log, 'utf8'), 'two\n');
  const old = readdirSync(logs).find((name) => /^momo\.log-\d{8}-\d+$/.test(name)) ?? '';
  assert.equal(readFileSync(join(logs, old), 'utf8'), 'one\n');
  await rm(logs, { recursive: true });
});

/** Of a service as it is put together for real, and of several processes under one start. */
async function readMetrics(): Promise<ReadonlySet<string>> {
  const { database, url } = await openTestDatabase();
  const env = { DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1', DATA_DIR: await makeDataDir() };
  const config = testConfig(env);
  const { log } = recordingLog();
  await prepareDatabase(database, config, log);
  const serving = await serve(
    { config, log, openPort: (server) => openPort(server, { config, log }) },
    { database, replica: database, close: async () => {} },
  );
  const answer = await fetch(`${serving.port.url}/metrics`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  await serving.stop();
  return metricsOf(`${text}\n${await createFiguresOfAll().read()}`);
}
