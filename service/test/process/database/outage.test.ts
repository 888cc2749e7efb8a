import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../../src/postgres/server.ts';
import type { Answer } from '../../support/call.ts';
import { urlOf } from '../../support/database.ts';
import { freezePostgres } from '../../support/process/freeze-postgres.ts';
import {
  eventually,
  idOf,
  makeDataDir,
  postmasterPid,
  runToEnd,
  sampleDeposit,
  startServiceProcess,
} from '../../support/service-process.ts';

// An external server, reached by DATABASE_URL.
const SETTINGS = { fsync: 'off' };
const SLOWEST_ANSWER_MS = 6_000;

const dataDir = await makeDataDir();
const server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
const env = { DATABASE_URL: urlOf(server.connection) };

const live = {
  SERVICE_ENV: 'live',
  SPORTSBOOK_API_KEY: 'a-key',
  ACCEPTED_RISKS: 'testing',
};
const refused = await runToEnd({ env: { ...env, ...live } });
// This start works only because the refused one has not made the database its own.
const service = await startServiceProcess({ env });

test('live refuses a server that can lose payments, and leaves no trace on it', () => {
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /not started: PostgreSQL runs with fsync=off/);
});

test('the sandbox warns on such a server and serves', async () => {
  assert.match(service.stdout(), /"level":"warn".*fsync=off.*"money would not be safe here"/);
  assert.equal((await service.call('GET', '/health')).status, 200);
});

test('a server that is frozen means 503 within 6 s, and nothing is broken afterwards', async (t) => {
  const first = sampleDeposit();
  assert.equal((await service.call('POST', '/api/v1/deposits', first)).status, 200);
  // Open connections hide the trouble longest: only our own time limit ends a query on them.
  await Promise.all(Array.from({ length: 12 }, () => service.call('GET', '/api/v1/CM/providers')));
  // What a process remembers of keys, policy and catalogue is outdated and has to be read again.
  await pause(2_500);
  const frozen = await freezePostgres(dataDir);
  try {
    const answers = await Promise.all([
      timed(healthOnceNoticed()),
      timed(service.call('POST', '/api/v1/deposits', sampleDeposit())),
      timed(service.call('POST', '/api/v1/deposits', first)),
      timed(service.call('GET', '/api/v1/CM/providers')),
    ]);
    t.diagnostic(`answered after ${answers.map(({ tookMs }) => tookMs).join(', ')} ms`);
    for (const { answer, tookMs } of answers) {
      assert.equal(answer.status, 503, answer.text);
      assert.equal(answer.headers.get('retry-after'), '1');
      assert.ok(tookMs < SLOWEST_ANSWER_MS, `${tookMs} ms`);
    }
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  }
  await eventually('served again', async () => {
    const answer = await service.call('POST', '/api/v1/deposits', sampleDeposit());
    return answer.status === 200;
  });
});

/** What it answers when its answer of a second ago no longer serves everybody. */
async function healthOnceNoticed() {
  for (;;) {
    const answer = await service.call('GET', '/health');
    if (answer.status !== 200) return answer;
  }
}

test('while the server is down requests get 503, and when it is back they are served', async () => {
  const id = idOf(await service.call('POST', '/api/v1/deposits', sampleDeposit()));
  await shutDown();

  for (const answer of await askEverything()) {
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.headers.get('retry-after'), '1');
  }
  assert.equal((await service.call('GET', '/livez')).status, 200);

  const again = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  after(() => again.stop());
  await eventually('served again', async () =>
    (await askEverything()).every(({ status }) => status === 200),
  );
  assert.equal((await service.end('SIGTERM')).code, 0);

  function askEverything(): Promise<readonly Answer[]> {
    return Promise.all([
      service.call('GET', '/health'),
      service.call('GET', '/readyz'),
      service.call('POST', '/api/v1/deposits', sampleDeposit()),
      service.call('GET', `/api/v1/transactions/${id}`),
      service.call('GET', '/api/v1/CM/providers'),
    ]);
  }
});

/** Ends the server while the service uses it: first its watcher stops, then the signal comes. */
async function shutDown(): Promise<void> {
  assert.equal(await server.stop(), 'left_running');
  const pid = await postmasterPid(dataDir);
  assert.ok(pid !== null);
  process.kill(pid, 'SIGINT');
  await eventually('the server is gone', async () => (await postmasterPid(dataDir)) === null);
}

async function timed(asked: Promise<Answer>) {
  const startedAt = performance.now();
  const answer = await asked;
  return { answer, tookMs: Math.round(performance.now() - startedAt) };
}
