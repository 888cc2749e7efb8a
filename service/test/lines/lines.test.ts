import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markGaps } from '../../src/db/lines/lines.ts';
import { startTwin } from '../support/harness.ts';
import { passTime, startLiveService } from '../support/providers/live.ts';
import { addGateway, addLines, GATEWAY, openLine, signedRequest } from '../support/receipts/sms.ts';
import {
  bodyOf,
  countTransactions,
  create,
  DEPOSITS,
  paymentBody,
} from '../support/transactions/payments.ts';

const LINES = ['+237699000001', '+237699000002', '+237699000003'];
const SILENT_MS = 901_000;
const ORANGE = { operator: 'orange', msisdn: '+237690000001' } as const;
const service = await startLiveService();
const { database } = service;
await addLines(database, 'orange', LINES);
await addGateway(database, {
  sims: Object.fromEntries(LINES.map((line) => [line, { operator: 'orange', line }])),
});

const ping = (stores: readonly unknown[] = [], gateway = GATEWAY) =>
  service.call('POST', `/internal/v1/sms/${gateway}`, signedRequest({ type: 'ping', stores }));
const stores = (used: number, lines: readonly string[] = LINES) =>
  lines.map((sim) => ({ sim, used, size: 20 }));

/** On a new server: one that has read the lines before needs a second to notice changes. */
async function createOn(changes = {}) {
  const twin = await startTwin(service);
  const { service_tx_id: id } = await create(twin, DEPOSITS, { ...ORANGE, ...changes });
  const [row] = await database.query<{ readonly line: string }>({
    text: 'select line from transactions where id = $1',
    values: [id],
  });
  return row?.line;
}

async function expectRefusal(): Promise<void> {
  const stored = await countTransactions(database);
  const twin = await startTwin(service);
  const answer = await twin.call('POST', DEPOSITS, { json: paymentBody(ORANGE) });
  assert.equal(answer.status, 503, answer.text);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(await countTransactions(database), stored);
  assert.deepEqual(await statusOf(), {
    status: 'unavailable',
    message: 'This provider cannot confirm payments at the moment.',
  });
}

async function statusOf() {
  const { providers } = bodyOf(await service.call('GET', '/api/v1/CM/providers/status'));
  assert.ok(Array.isArray(providers));
  const { status, message } = providers[0] as { readonly status: string; readonly message: string };
  return { status, message };
}

async function expectWorking(): Promise<void> {
  assert.ok(LINES.includes((await createOn()) ?? ''));
  assert.equal((await statusOf()).status, 'operational');
}

test('of several lines the least busy gets the next deposit', async () => {
  const lines = [];
  for (let count = 0; count < 6; count += 1) lines.push(await createOn());
  assert.deepEqual(lines, [...LINES, ...LINES]);
  await database.query({
    text: `update transactions set state = 'expired', expires_at = null where line = $1`,
    values: [LINES[1]],
  });
  assert.equal(await createOn(), LINES[1]);
});

test('a repeated request keeps the line that it was given', async () => {
  const body = paymentBody(ORANGE);
  const first = await createOn(body);
  assert.equal(
    await createOn(),
    LINES.find((line) => line !== first),
    'another is less busy now',
  );
  for (let count = 0; count < 3; count += 1) assert.equal(await createOn(body), first);
});

test('a line whose own gateway is silent is passed over while others work', async () => {
  const [silent = '', ...others] = LINES;
  await database.query({
    text: 'delete from gateway_sims where gateway_id = $1 and sim = $2',
    values: [GATEWAY, silent],
  });
  await addGateway(database, {
    id: 'other',
    sims: { [silent]: { operator: 'orange', line: silent } },
  });
  await passTime(database, SILENT_MS);
  await ping();
  for (let count = 0; count < 4; count += 1) {
    assert.ok(others.includes((await createOn()) ?? ''));
  }
  assert.equal((await statusOf()).status, 'operational');
  await ping([], 'other');
});

test('when every gateway is silent: 503, nothing stored, until one reports again', async () => {
  await expectWorking();
  await passTime(database, SILENT_MS);
  await expectRefusal();
  await ping();
  await expectWorking();
});

test('when every SIM is nearly full: 503, nothing stored, until one has room again', async () => {
  await ping([], 'other');
  await ping(stores(17));
  await ping(stores(17), 'other');
  await expectWorking();
  await ping(stores(18));
  await ping(stores(18), 'other');
  await expectRefusal();
  await ping(stores(2, LINES.slice(1, 2)));
  assert.equal(await createOn(), LINES[1]);
  assert.equal((await statusOf()).status, 'operational');
});

test('a line in a gap is used only when every other line is in one as well', async () => {
  await ping(stores(2));
  await ping(stores(2), 'other');
  const [gap = '', ...others] = LINES;
  await markGaps(database, [gap]);
  for (let count = 0; count < 4; count += 1) {
    assert.ok(others.includes((await createOn()) ?? ''));
  }
  await markGaps(database, others);
  await expectWorking();
  await database.query({ text: 'update lines set gap_at = null' });
});

test('a line that was never opened is passed over, and without any other it is a 503', async () => {
  const [opened = '', ...others] = LINES;
  await database.query({ text: 'delete from lines where line = any($1)', values: [others] });
  for (let count = 0; count < 3; count += 1) assert.equal(await createOn(), opened);
  await database.query({ text: 'delete from lines' });
  await expectRefusal();
  for (const line of LINES) await openLine(database, line);
  await expectWorking();
});

test('without any SIM for its lines a provider takes no deposits', async () => {
  await database.query({ text: 'delete from gateway_sims' });
  await expectRefusal();
});
