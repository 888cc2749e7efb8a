import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openDatabase } from '../../src/db/client.ts';
import { findPostmaster } from '../../src/embedded-postgres/pid-file.ts';
import {
  eventually,
  launch,
  makeDataDir,
  postmasterPid,
  type RunningProcess,
  type ServiceProcess,
  sampleDeposit,
  startServiceProcess,
} from '../support/service-process.ts';

// The promise is 5 s for the first start and 1.5 s for later ones. Tests run side by side on small
// machines, so they allow more; the times are shown.
const FIRST_START_MS = 3 * 5_000;
const LATER_START_MS = 3 * 1_500;
const STOP_MS = 5_000;

const dataDir = await makeDataDir();
const env = { DATA_DIR: dataDir };
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

test('a request in flight is finished before the service and its database stop', async () => {
  const service = await startServiceProcess({ env });
  const lock = await lockTransactions();
  const deposit = service.call('POST', '/api/v1/deposits', sampleDeposit());
  await lock.somebodyWaits();
  const ended = service.end('SIGTERM');
  await service.seen('"msg":"stopping"');
  await assert.rejects(service.call('GET', '/health'), 'a stopping service takes no newcomers');
  await lock.release();
  assert.equal((await deposit).status, 200);
  const { code, tookMs } = await ended;
  assert.equal(code, 0);
  assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
  assert.equal(await postmasterPid(dataDir), null);
});

test('on a connection that is still open, /readyz says 503 while the service stops', async () => {
  const service = await startServiceProcess({ env });
  const lock = await lockTransactions();
  const connection = openConnection(service);
  connection.send(rawDeposit());
  await lock.somebodyWaits();
  const ended = service.end('SIGTERM');
  await service.seen('"msg":"stopping"');
  connection.send('GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await lock.release();
  const answers = await connection.received;
  assert.match(answers, /^HTTP\/1\.1 200 /);
  assert.match(
    answers,
    /HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*\{"status":"unavailable"\}$/i,
  );
  assert.equal((await ended).code, 0);
});

test('a client that never finishes its request does not keep the service from stopping', async () => {
  const service = await startServiceProcess({ env });
  const connection = openConnection(service);
  connection.send('POST /api/v1/deposits HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n');
  await connection.accepted;
  await service.call('GET', '/health');
  await assertEnds(service, 'SIGTERM');
  await connection.received;
});

test('a start that waits for its database can be stopped', async () => {
  const waiting = launch({ env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' } });
  await waiting.seen('"msg":"waiting for the database"');
  const { tookMs } = await waiting.end('SIGTERM');
  assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
});

async function assertEnds(service: RunningProcess, signal: NodeJS.Signals): Promise<void> {
  assert.notEqual(await postmasterPid(dataDir), null);
  const { tookMs } = await service.end(signal);
  assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
  assert.match(service.output(), /"msg":"stopped"/);
  assert.equal(await postmasterPid(dataDir), null);
}

/** Holds up every deposit by a lock on the table that it is written to. */
async function lockTransactions() {
  const found = await findPostmaster(`${dataDir}/postgres`);
  assert.ok(found.kind === 'living' && found.socketFolder !== null && found.port !== null);
  const { socketFolder: host, port } = found;
  const database = openDatabase({
    connection: { host, port, user: 'momo', database: 'momo' },
    poolSize: 2,
  });
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.atomically(async (connection) => {
    await connection.query({ text: 'lock table transactions in share mode' });
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return {
    somebodyWaits: () =>
      eventually('a request waits for the lock', async () => {
        const text = `select pid from pg_stat_activity where wait_event_type = 'Lock'`;
        return (await database.query({ text })).length > 0;
      }),
    release: async () => {
      released.resolve();
      await holding;
      await database.close();
    },
  };
}

function rawDeposit(): string {
  const body = JSON.stringify(sampleDeposit().json);
  const head = ['POST /api/v1/deposits HTTP/1.1', 'host: localhost'];
  const type = ['content-type: application/json', `content-length: ${body.length}`];
  return [...head, ...type, '', body].join('\r\n');
}

function openConnection({ url }: ServiceProcess) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const accepted = new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const received = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    // A connection that is cut off at the end is what some of these tests want.
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
  });
  return { send: (text: string) => void socket.write(text), accepted, received };
}
