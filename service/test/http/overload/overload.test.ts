import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { issueKey } from '../../support/access/api-keys.ts';
import { assertProblem } from '../../support/catalogued.ts';
import { waitsForLock } from '../../support/database.ts';
import { startTestService, startTwin } from '../../support/harness.ts';
import { type RawAnswer, sendRaw, sendTogether } from '../../support/raw-http.ts';
import {
  countTransactions,
  create,
  DEPOSITS,
  ORANGE,
  paymentBody,
} from '../../support/transactions/payments.ts';

/** So little may be waited that a few hundred requests at once are too many. */
const service = await startTestService(
  { SPORTSBOOK_API_KEY: 'a-key-for-the-application-default' },
  { limits: { overloadDelayMs: 1 } },
);
const MANY = 400;
const noisy = await knownKey('noisy');
const quiet = await knownKey('quiet');

/** A key that the process has seen. */
async function knownKey(application: string): Promise<string> {
  const { key } = await issueKey(service, application);
  await create(service, DEPOSITS, ORANGE, { 'x-api-key': key });
  return key;
}

function request(method: string, path: string, parts: { key?: string; json?: unknown } = {}) {
  const body = parts.json === undefined ? '' : JSON.stringify(parts.json);
  return [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `x-api-key: ${parts.key ?? ''}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

function deposits(key: string, count: number) {
  return Array.from({ length: count }, () => paymentBody(ORANGE)).map((json) => ({
    json,
    text: request('POST', DEPOSITS, { key, json }),
  }));
}

function statusesOf(answers: readonly RawAnswer[]): readonly number[] {
  return answers.map(({ status }) => status);
}

async function shedSoFar(): Promise<number> {
  const { text } = await service.call('GET', '/metrics');
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('momo_http_requests_shed_total{'));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test('what is shed has touched nothing, says when to come back, and then works', async () => {
  const before = { stored: await countTransactions(service.database), shed: await shedSoFar() };
  const asked = deposits(noisy, MANY);
  const answers = await sendTogether(
    service.url,
    asked.map(({ text }) => text),
  );
  assert.deepEqual(new Set(statusesOf(answers)), new Set([200, 503]));
  const refused = answers.filter(({ status }) => status === 503);
  // On a busy machine the database is late now and then, and what it has stored is unknown.
  const isLate = ({ body }: RawAnswer) => body.includes('temporarily unavailable');
  const shed = refused.filter((answer) => !isLate(answer));
  const stored = (await countTransactions(service.database)) - before.stored;
  assert.ok(stored <= MANY - shed.length, `${stored} are stored, ${shed.length} were shed`);
  assert.ok(stored >= MANY - refused.length, `${stored} are stored, ${refused.length} refused`);
  assert.equal((await shedSoFar()) - before.shed, shed.length);
  for (const { headers, body } of shed) {
    assertProblem(
      { json: JSON.parse(body) },
      {
        detail: 'More requests arrive than can be answered in time. Try again shortly.',
        code: 'overloaded',
      },
    );
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.match(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
  }
  assert.equal(service.logLines.filter((line) => line.includes('answered in time')).length, 1);
  // Repeated, each request has its one transaction, whatever its first answer was.
  const [firstShed] = shed;
  assert.ok(firstShed !== undefined);
  for (const n of [statusesOf(answers).indexOf(200), answers.indexOf(firstShed)]) {
    const answer = await service.call('POST', DEPOSITS, {
      json: asked[n]?.json,
      headers: { 'x-api-key': noisy },
    });
    assert.equal(answer.status, 200);
    const first = answers[n]?.status === 200 ? JSON.parse(answers[n].body) : answer.json;
    assert.deepEqual(answer.json, first);
  }
  assert.equal(await countTransactions(service.database), before.stored + stored + 1);
});

test('an application is not shed because another asks too much', async () => {
  const texts = [...deposits(noisy, MANY), ...deposits(quiet, 20)].map(({ text }) => text);
  const answers = await sendTogether(service.url, texts);
  assert.ok(statusesOf(answers.slice(0, MANY)).includes(503));
  assert.deepEqual(statusesOf(answers.slice(MANY)), Array(20).fill(200));
});

test('unknown keys have one share, however many are invented', async () => {
  const invented = Array.from({ length: MANY / 2 }, () =>
    request('POST', DEPOSITS, { key: `svc_test_${randomUUID()}`, json: paymentBody(ORANGE) }),
  );
  const known = [...deposits(noisy, MANY / 2), ...deposits(quiet, 20)].map(({ text }) => text);
  const answers = await sendTogether(service.url, [...invented, ...known]);
  const statuses = statusesOf(answers.slice(0, invented.length));
  assert.ok(statuses.every((status) => status === 401 || status === 503));
  assert.deepEqual(statusesOf(answers.slice(MANY)), Array(20).fill(200));
});

test('texts, callbacks, staff and health checks are never shed', async () => {
  const others = [
    request('GET', '/health'),
    request('GET', '/readyz'),
    request('GET', '/internal/v1/session'),
    request('POST', '/internal/v1/sms/nobody', { json: {} }),
    request('POST', `/internal/v1/callbacks/${randomUUID()}/secret`),
  ];
  const usual = statusesOf(await sendTogether(service.url, others));
  assert.ok(!usual.includes(503));
  const texts = [...deposits(noisy, MANY).map(({ text }) => text), ...others];
  const answers = await sendTogether(service.url, texts);
  assert.ok(statusesOf(answers.slice(0, MANY)).includes(503));
  assert.deepEqual(statusesOf(answers.slice(MANY)), usual);
});

test('as many requests as a usual client has connections are never too many', async () => {
  const answers = await sendTogether(
    service.url,
    deposits(noisy, 64).map(({ text }) => text),
  );
  assert.deepEqual(statusesOf(answers), Array(64).fill(200));
});

test('a connection too many of one address is refused and closed', async () => {
  const small = await startTestService({}, { limits: { connectionsPerAddress: 1 } });
  const { hostname, port } = new URL(small.url);
  const first = connect(Number(port), hostname);
  first.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(first, 'data');
  const { status, headers } = await sendRaw(small.url, request('GET', '/livez'));
  first.destroy();
  assert.equal(status, 503);
  assert.equal(headers.get('connection'), 'close');
  assert.equal(headers.get('retry-after'), '1');
});

/** Nothing that reads these tables is answered until the function that is returned is called. */
async function holdTables(tables: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const locking = service.database.withConnection(async (connection) => {
    await connection.query({ text: 'begin' });
    await connection.query({ text: `lock table ${tables} in access exclusive mode` });
    lock();
    await released;
    await connection.query({ text: 'rollback' });
  });
  await locked;
  return () => {
    release();
    return locking;
  };
}

test('after a start the first request of a platform does not wait among strangers', async () => {
  const { key } = await issueKey(service, 'early');
  const restarted = await startTwin(service);
  const letGo = await holdTables('staff_sessions');
  const strange = Array.from({ length: 30 }, (_, index) =>
    restarted.call('GET', '/internal/v1/overview', {
      headers: { cookie: `momo=made-up-${index}` },
    }),
  );
  await waitsForLock(service.database);
  const path = `/api/v1/transactions/${randomUUID()}`;
  const answer = await restarted.call('GET', path, { headers: { 'x-api-key': key } });
  assert.equal(answer.status, 404, answer.text);
  await letGo();
  await Promise.all(strange);
});

test('callers that have not shown who they are share two connections, and delay no platform', async () => {
  const { database } = service;
  const letGo = await holdTables('staff_sessions, gateways, submissions');
  const strange = Array.from({ length: 30 }, (_, index) => {
    const cookie = `momo=unknown-${index}`;
    return [
      service.call('GET', '/internal/v1/overview', { headers: { cookie } }),
      service.call('POST', `/internal/v1/callbacks/${randomUUID()}/${randomUUID()}`),
      service.call('POST', '/internal/v1/sms/some-gateway'),
    ];
  }).flat();
  await waitsForLock(database);
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
  });
  assert.ok((row?.count ?? 0) <= 2, `${row?.count} wait for a lock`);
  assert.equal(database.waiting(), 0);
  const answer = await service.call('POST', DEPOSITS, {
    headers: { 'x-api-key': quiet },
    json: paymentBody(ORANGE),
  });
  assert.equal(answer.status, 200, answer.text);
  // An answer serves for a second.
  await pause(1_100);
  for (const path of ['/health', '/readyz']) {
    assert.equal((await service.call('GET', path)).status, 200, `${path} waits behind strangers`);
  }
  await letGo();
  const statuses = new Set((await Promise.all(strange)).map(({ status }) => status));
  assert.deepEqual(statuses, new Set([401, 404]));
});
