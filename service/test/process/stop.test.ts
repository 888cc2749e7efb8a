import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openDatabase } from '../../src/db/client.ts';
import { findPostmaster } from '../../src/postgres/postmaster/presence.ts';
import {
  eventually,
  launch,
  makeDataDir,
  postmasterPid,
  type ServiceProcess,
  sampleDeposit,
  startServiceProcess,
} from '../support/service-process.ts';

// The promise is 5 s on a quiet machine; these tests run beside others, on small ones.
const STOP_MS = 4 * 5_000;

const dataDir = await makeDataDir();
const env = { DATA_DIR: dataDir };

test('requests in flight are finished before the service and its database stop', async () => {
  const service = await startServiceProcess({ env });
  // This connection is kept for more than a minute unless the service closes it.
  const idle = openConnection(service);
  idle.send('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await idle.answered;
  const lock = await lockTransactions();
  const deposit = service.call('POST', '/api/v1/deposits', sampleDeposit());
  const connection = openConnection(service);
  connection.send(rawDeposit());
  await lock.hasWaiter();
  const ended = service.end('SIGTERM');
  await service.seen('"msg":"stopping"');
  // npm passes on a Ctrl-C that the terminal has already delivered, so signals come twice.
  process.kill(service.pid, 'SIGTERM');
  await assert.rejects(service.call('GET', '/health'), 'a stopping service takes no newcomers');
  // Only an open connection can still ask whether the service is ready.
  connection.send('GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await lock.release();

  assert.equal((await deposit).status, 200);
  const answers = await connection.received;
  assert.match(answers, /^HTTP\/1\.1 200 /);
  assert.match(answers, /\}HTTP\/1\.1 503 /);
  assert.match(answers, /connection: close[\s\S]*\{"status":"unavailable"\}$/i);
  const { code, tookMs } = await ended;
  assert.equal(code, 0);
  assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
  await idle.received;
  assert.equal(await postmasterPid(dataDir), null);
});

test('a client that never finishes its request does not keep the service from stopping', async () => {
  const service = await startServiceProcess({ env });
  const connection = openConnection(service);
  connection.send('POST /api/v1/deposits HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n');
  await connection.accepted;
  await service.call('GET', '/health');
  const { code, tookMs } = await service.end('SIGTERM');
  assert.equal(code, 0);
  assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
  assert.equal(await postmasterPid(dataDir), null);
  await connection.received;
});

test('a start that waits for its database can be stopped', async () => {
  const waiting = launch({ env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' } });
  await waiting.seen('"msg":"waiting for the database"');
  const { tookMs } = await waiting.end('SIGTERM');
  assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
});

/** Holds up every deposit by a lock on the table that it is written to. */
async function lockTransactions() {
  const found = await findPostmaster(`${dataDir}/postgres`);
  assert.ok(found.kind === 'living' && found.socketFolder !== null && found.port !== null);
  const { socketFolder: host, port } = found;
  const database = openDatabase({
    connection: { host, port, user: 'momo', database: 'momo' },
    poolSize: 3,
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
    hasWaiter: () =>
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
  const answered = new Promise<void>((resolve) => socket.once('data', () => resolve()));
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
  return { send: (text: string) => void socket.write(text), accepted, answered, received };
}
