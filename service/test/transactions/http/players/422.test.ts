import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../support/harness.ts';
import { issuesOf, problemsOf } from '../../../support/transactions/payments.ts';

const service = await startTestService();
const PATH = '/api/v1/players/3f2504e0-4f89-41d3-9a0c-0305e82c3301/transactions';

test('each wrong query parameter is an issue that names it', async () => {
  const refused: Readonly<Record<string, string>> = {
    'page=0': 'greater_than_equal query.page',
    'page=-1': 'greater_than_equal query.page',
    'page=x': 'int_parsing query.page',
    'page=': 'int_parsing query.page',
    'page=1.5': 'int_parsing query.page',
    'page=1e3': 'int_parsing query.page',
    'page=٣': 'int_parsing query.page',
    'page=9007199254740992': 'less_than_equal query.page',
    [`page=${'9'.repeat(5_000)}`]: 'int_parsing_size query.page',
    'limit=0': 'greater_than_equal query.limit',
    'limit=101': 'less_than_equal query.limit',
    'limit=all': 'int_parsing query.limit',
    'direction=both': 'literal_error query.direction',
    'direction=': 'literal_error query.direction',
    'direction=Deposit': 'literal_error query.direction',
    'status=%00': 'value_error query.status',
  };
  for (const [query, problem] of Object.entries(refused)) {
    const answer = await service.call('GET', `${PATH}?${query}`);
    assert.deepEqual(problemsOf(answer), [problem], query.slice(0, 40));
  }
});

test('problems of path and query are reported at once', async () => {
  const answer = await service.call(
    'GET',
    '/api/v1/players/nobody/transactions?limit=x&page=0&direction=up',
  );
  assert.deepEqual(problemsOf(answer), [
    'uuid_parsing path.player_id',
    'literal_error query.direction',
    'greater_than_equal query.page',
    'int_parsing query.limit',
  ]);
});

test('the issue of a limit out of range names the range', async () => {
  const [issue] = issuesOf(await service.call('GET', `${PATH}?limit=101`));
  assert.deepEqual(issue, {
    type: 'less_than_equal',
    loc: ['query', 'limit'],
    msg: 'Input should be less than or equal to 100',
    input: '101',
    ctx: { le: 100 },
  });
});
