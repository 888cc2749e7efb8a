import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueKey } from '../../../support/access/api-keys.ts';
import { eventually } from '../../../support/service-process.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  MTN,
  problemsOf,
  simulate,
} from '../../../support/transactions/payments.ts';
import { startWholeService } from '../../../support/webhooks/delivery.ts';
import { answering, closedPort, startReceiver } from '../../../support/webhooks/receiver.ts';

const service = await startWholeService({ SPORTSBOOK_API_KEY: 'configured' });
const headers = { 'x-api-key': 'configured' };
const PATH = '/api/v1/webhooks';

async function settle(callback_url: string | null, by = headers): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url }, by);
  await simulate(service, id, 'succeeded', by);
  return id;
}

async function list(query: string, by = headers): Promise<readonly Json[]> {
  const answer = await service.call('GET', `${PATH}${query}`, { headers: by });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['items'] as readonly Json[];
}

test('a delivery shows its attempts, and why one failed', async () => {
  const broken = await startReceiver(answering(500, 'no database'));
  const refusing = `${await closedPort()}/hook`;
  for (const [url, status, problem, response] of [
    [broken.url, 500, 'status', 'no database'],
    [refusing, null, 'refused', null],
  ] as const) {
    const id = await settle(url);
    let attempt: Json = {};
    await eventually('an attempt was made', async () => {
      const [webhook = {}] = await list(`?service_tx_id=${id}`);
      const [first] = webhook['attempts'] as readonly Json[];
      if (first !== undefined) attempt = first;
      return first !== undefined;
    });
    assert.deepEqual(
      [attempt['number'], attempt['status'], attempt['problem'], attempt['response']],
      [1, status, problem, response],
    );
    assert.match(String(attempt['message']), /^The receiver /);
    const [webhook] = await list(`?service_tx_id=${id}&state=pending`);
    assert.deepEqual(
      [webhook?.['event'], webhook?.['callback_url'], webhook?.['is_replay']],
      ['payment.succeeded', url, false],
    );
  }
});

test('what was delivered has no problem and no next attempt', async () => {
  const receiver = await startReceiver();
  const id = await settle(receiver.url);
  const query = `?service_tx_id=${id}&state=delivered`;
  await eventually('it is delivered', async () => (await list(query)).length > 0);
  const [webhook = {}] = await list(query);
  assert.equal(webhook['next_attempt_at'], null);
  const [attempt] = webhook['attempts'] as readonly Json[];
  assert.deepEqual(
    [attempt?.['status'], attempt?.['problem'], attempt?.['message']],
    [200, null, null],
  );
});

test('an application lists its own webhooks only, page after page, newest first', async () => {
  const own = { 'x-api-key': (await issueKey(service, 'pages')).key };
  const other = { 'x-api-key': (await issueKey(service, 'other')).key };
  const receiver = await startReceiver();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.unshift(await settle(receiver.url, own));
  const foreign = await settle(receiver.url, other);
  const listed: unknown[] = [];
  for (let before: string | null = null, pages = 0; pages === 0 || before !== null; pages += 1) {
    const query = before === null ? '?limit=2' : `?limit=2&before=${before}`;
    const page: Json = bodyOf(await service.call('GET', `${PATH}${query}`, { headers: own }));
    listed.push(...(page['items'] as readonly Json[]).map((it) => it['service_tx_id']));
    before = page['next_before'] as string | null;
  }
  assert.deepEqual(listed, made);
  assert.deepEqual(await list(`?service_tx_id=${foreign}`, own), []);
});

test('422: an unknown state, an invalid id, a page that is too long', async () => {
  const answer = await service.call(
    'GET',
    `${PATH}?service_tx_id=x&state=lost&before=y&limit=101`,
    { headers },
  );
  assert.deepEqual(problemsOf(answer), [
    'uuid_parsing query.service_tx_id',
    'literal_error query.state',
    'uuid_parsing query.before',
    'less_than_equal query.limit',
  ]);
});
