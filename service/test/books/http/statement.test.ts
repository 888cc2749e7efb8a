import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCursor } from '../../../src/http/cursor.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import { rollAll } from '../../support/books/roll-all.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  problemsOf,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const KEY = 'k'.repeat(40);
const service = await startTestService(
  { SPORTSBOOK_API_KEY: KEY },
  { headers: { 'x-api-key': KEY } },
);
const { database } = service;
const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

const deposits: string[] = [];
for (let one = 0; one < 3; one += 1) {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await simulate(service, id, 'succeeded');
  deposits.push(id);
}
await rollAll(database);
const { service_tx_id: payout } = await create(service, WITHDRAWALS);
await simulate(service, payout, 'succeeded');

function statement(query: string): Promise<Json> {
  return service.call('GET', `/api/v1/statement?${query}`).then(bodyOf);
}

test('a platform sees its movements and what they make of its balance', async () => {
  const body = await statement(`from=${today}&to=${today}`);
  const items = body['items'] as readonly Json[];
  assert.deepEqual(
    items.map((item) => [item['kind'], item['amount_xaf'], item['service_tx_id']]),
    [...deposits.map((id) => ['deposit', 500, id]), ['withdrawal', -500, payout]],
  );
  assert.equal(body['opening_balance_xaf'], 0);
  assert.equal(body['closing_balance_xaf'], 1_000);
  assert.equal(body['next_cursor'], null);
});

test('pages follow each other without a gap or a repetition', async () => {
  const seen: unknown[] = [];
  let cursor: string | null = '';
  for (let page = 0; page < 5 && cursor !== null; page += 1) {
    const from = cursor === '' ? '' : `&cursor=${cursor}`;
    const body = await statement(`from=${today}&to=${today}&limit=2${from}`);
    seen.push(...(body['items'] as readonly Json[]).map((item) => item['service_tx_id']));
    cursor = body['next_cursor'] as string | null;
  }
  assert.deepEqual(seen, [...deposits, payout]);
});

test('days before and after have nothing, and the balance that there was', async () => {
  const before = await statement('from=2020-01-01&to=2020-01-31');
  assert.deepEqual([before['items'], before['closing_balance_xaf']], [[], 0]);
  const after = await statement('from=2999-01-01&to=2999-01-31');
  assert.deepEqual([after['items'], after['opening_balance_xaf']], [[], 1_000]);
});

test('a day that is none is 422', async () => {
  for (const query of [
    '',
    `from=${today}`,
    'from=2026-13-01&to=2026-01-01',
    'from=2026-02-01&to=2026-02-31',
    'from=0000-01-01&to=2026-01-01',
    'from=1&to=2026-01-01',
    `from=${today}T00:00:00Z&to=${today}`,
  ]) {
    assert.equal((await service.call('GET', `/api/v1/statement?${query}`)).status, 422, query);
  }
});

test('a cursor that is none of ours, cut or changed is a 422 and never another page', async () => {
  const { next_cursor } = await statement(`from=${today}&to=${today}&limit=1`);
  const good = String(next_cursor);
  const foreign = [
    ['1', 'a', 'b'],
    ['0000-01-01T00:00:00.000Z', 'a', 'b'],
    ['2020-01-01T00:00:00.000Z', '\0', 'b'],
    ['2020-01-01T00:00:00.000Z'],
    ['2020-01-01T00:00:00.000Z', { toString: 1 }, 1],
  ].map((position) => writeCursor(position as string[]));
  const changed = [...good].flatMap((letter, at) => {
    const other = letter === 'A' ? 'B' : 'A';
    // The last letter has bits that mean nothing.
    return at === good.length - 1 ? [] : [`${good.slice(0, at)}${other}${good.slice(at + 1)}`];
  });
  const cut = [good.slice(0, -4), good.slice(4), good.slice(0, 20)];
  for (const cursor of [...foreign, ...changed, ...cut, 'eyJ', Buffer.from('{}').toString('hex')]) {
    const answer = await service.call(
      'GET',
      `/api/v1/statement?from=${today}&to=${today}&cursor=${cursor}`,
    );
    assert.deepEqual(problemsOf(answer), ['value_error query.cursor'], cursor);
  }
  const whole = await statement(`from=${today}&to=${today}&cursor=`);
  assert.equal((whole['items'] as readonly Json[]).length, 4, 'an empty one is none');
});

test('a range that ends before it begins is a 422', async () => {
  const answer = await service.call('GET', '/api/v1/statement?from=2026-02-01&to=2026-01-31');
  assert.deepEqual(problemsOf(answer), ['value_error query.to']);
});

test('another application sees nothing of it', async () => {
  const { key } = await issueKey(service, 'somebody else');
  const headers = { 'x-api-key': key };
  const answer = await service.call('GET', `/api/v1/statement?from=${today}&to=${today}`, {
    headers,
  });
  assert.deepEqual(bodyOf(answer)['items'], []);
});
