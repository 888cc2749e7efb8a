import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { whoRunsThis } from '../../src/cli/options.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { create, DEPOSITS, forceState, MTN, simulate } from '../support/transactions/payments.ts';
import { webhooksOf } from '../support/webhooks/delivery.ts';

const service = await startTestService();
const { database } = service;
const env = { DATABASE_URL: service.config.databaseUrl ?? '' };
const callback_url = 'http://receiver.test:8080/hook?token=hidden';

const { momo: anyMomo } = openMomo(env);

async function momo(...args: readonly string[]) {
  const { code, stdout, stderr } = await anyMomo('webhook', ...args);
  return { code, lines: stdout.split('\n').filter((line) => line !== ''), stderr };
}

/** A transaction whose webhooks were given up at that time. */
async function givenUp(outcomes: readonly string[], at: string): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url });
  for (const outcome of outcomes) await simulate(service, id, outcome);
  await database.query({
    text: `with given_up as (
             update open_webhooks
             set state = 'undelivered', due_at = null, attempts = 4, created_at = $2
             where transaction_id = $1 returning webhook_id
           )
           insert into webhook_attempts (webhook_id, number, at, status, latency_ms)
           select webhook_id, 4, $2, 503, 12 from given_up`,
    values: [id, at],
  });
  return id;
}

test('list shows state, attempts and how the last one ended, but no path of the receiver', async () => {
  assert.deepEqual((await momo('list')).lines, ['no webhooks']);
  const { service_tx_id: waiting } = await create(service, DEPOSITS, { ...MTN, callback_url });
  await simulate(service, waiting, 'failed');
  const old = await givenUp(['succeeded'], '2026-01-01T10:00:00Z');
  const { code, lines } = await momo('list');
  assert.equal(code, 0);
  const times = lines.map((line) => line.slice(26));
  const origin = 'http://receiver.test:8080';
  assert.deepEqual(times, [
    `${old}  payment.succeeded  undelivered  attempts 4  ${origin}  503`,
    `${waiting}  payment.failed  pending  attempts 0  ${origin}  not attempted yet`,
  ]);
  const undelivered = await momo('list', '--undelivered');
  assert.deepEqual(undelivered.lines, [lines[0]]);
  const since = await momo('list', '--undelivered', '--since', '2026-01-01T10:00:01Z');
  assert.deepEqual(since.lines, ['no webhooks']);
});

test('replay queues one transaction’s webhook, or says why not', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url });
  const early = await momo('replay', id);
  const noOutcome = `momo: ${id}: it has no outcome to report\n`;
  assert.deepEqual([early.code, early.lines, early.stderr], [1, [], noOutcome]);
  await simulate(service, id, 'expired');
  assert.equal((await momo('replay', id)).stderr, noOutcome);
  await simulate(service, id, 'succeeded');
  const queued = await momo('replay', id.toUpperCase());
  assert.deepEqual([queued.code, queued.lines], [0, [`${id}  queued payment.succeeded`]]);
  assert.equal((await webhooksOf(database, id)).length, 3);
  assert.deepEqual(await lastAuditLine(database), {
    actor: whoRunsThis().actor,
    action: 'webhook.replay',
    subject: `transaction:${id}`,
    before: null,
    after: { event: 'payment.succeeded' },
    reason: null,
  });
  const twice = await momo('replay', id);
  assert.match(twice.stderr, /on its way again already/);
  const { service_tx_id: silent } = await create(service, DEPOSITS, MTN);
  await simulate(service, silent, 'failed');
  assert.match((await momo('replay', silent)).stderr, /it has no callback_url/);
  const unknown = randomUUID();
  assert.match((await momo('replay', unknown)).stderr, /there is no such transaction/);
});

test('replay --undelivered sends all of a time range once, oldest first, and sends the present state', async () => {
  const outside = await givenUp(['failed'], '2026-03-01T09:59:59Z');
  const second = await givenUp(['expired', 'succeeded'], '2026-03-01T10:30:00Z');
  const first = await givenUp(['expired'], '2026-03-01T10:00:00Z');
  const held = await givenUp(['expired'], '2026-03-01T10:40:00Z');
  await forceState(database, held, 'requires_manual_resolution');
  const until = await givenUp(['failed'], '2026-03-01T11:00:00Z');
  const range = [
    '--undelivered',
    '--since',
    '2026-03-01T10:00:00Z',
    '--until',
    '2026-03-01T11:00Z',
  ];
  const replayed = await momo('replay', ...range);
  assert.deepEqual(replayed.lines, [
    `${first}  queued payment.expired`,
    `${second}  queued payment.succeeded`,
  ]);
  const unreported = new RegExp(`^momo: ${held}: it has no outcome`);
  assert.match(replayed.stderr, unreported);
  assert.equal(replayed.code, 1, 'one could not be sent');
  const statesOf = async (id: string) => (await webhooksOf(database, id)).map(({ state }) => state);
  assert.deepEqual(await statesOf(first), ['replayed', 'pending']);
  assert.deepEqual(await statesOf(second), ['replayed', 'replayed', 'pending']);
  for (const id of [outside, until]) assert.deepEqual(await statesOf(id), ['undelivered']);
  const again = await momo('replay', ...range);
  assert.deepEqual(again.lines, []);
  assert.match(again.stderr, unreported);
});

test('what makes no sense is refused with a sentence', async () => {
  for (const [args, sentence] of [
    [['replay'], 'give a service_tx_id or --undelivered'],
    [['replay', randomUUID(), '--undelivered'], 'give a service_tx_id or --undelivered'],
    [['replay', 'no-uuid'], 'Give a UUID.'],
    [['replay', '--undelivered', '--since', 'yesterday'], 'Give an ISO 8601 time.'],
    [['list', '--since', '2026-01-01'], '--since and --until go with --undelivered'],
  ] as const) {
    const { code, stderr } = await momo(...args);
    assert.equal(code, stderr.startsWith('momo: ') ? 1 : 2);
    assert.ok(stderr.includes(sentence), stderr);
    assert.doesNotMatch(stderr, /^ +at /m, 'a stack trace is no explanation');
  }
});
