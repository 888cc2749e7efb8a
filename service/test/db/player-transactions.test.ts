import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access.ts';
import {
  countPlayerTransactions,
  listPlayerTransactions,
} from '../../src/db/player-transactions.ts';
import { insertTransactions } from '../../src/db/transactions.ts';
import { openTestDatabase } from '../support/database.ts';
import { newDeposit } from '../support/transactions.ts';

const { database } = await openTestDatabase();
const COUNT = 9;
const batch = Array.from({ length: COUNT }, () => newDeposit());
const [{ playerId } = newDeposit()] = batch;
// Half of them in one statement, so that several have the very same time.
await insertTransactions(
  database,
  batch.slice(0, 5).map((one) => ({ ...one, playerId })),
);
for (const one of batch.slice(5)) await insertTransactions(database, [{ ...one, playerId }]);
await insertTransactions(database, [newDeposit(), newDeposit()]);

const query = {
  applicationId: DEFAULT_APPLICATION_ID,
  playerId,
  status: null,
  direction: null,
  page: 1,
  limit: 100,
};

test('pages of every size put together are the whole list, newest first', async () => {
  const total = await countPlayerTransactions(database, query);
  assert.equal(total, COUNT);
  const whole = await database.query<{ id: string }>({
    text: `select id from transactions where player_id = $1 order by created_at desc, id desc`,
    values: [playerId],
  });
  const expected = whole.map(({ id }) => id);
  for (let limit = 1; limit <= COUNT + 1; limit += 1) {
    const listed: string[] = [];
    for (let page = 1; page <= Math.ceil(COUNT / limit); page += 1) {
      const rows = await listPlayerTransactions(database, { ...query, page, limit }, total);
      assert.ok(rows.length <= limit);
      listed.push(...rows.map(({ id }) => id));
    }
    assert.deepEqual(listed, expected, `pages of ${limit}`);
  }
});

test('a page past the end asks the database nothing', async () => {
  const silent = { query: () => Promise.reject(new Error('the database was asked')) };
  for (const page of [2, 3, Number.MAX_SAFE_INTEGER]) {
    assert.deepEqual(await listPlayerTransactions(silent, { ...query, page }, COUNT), []);
  }
});

test('counting reads the index and not the table', async () => {
  const plan = await database.atomically(async (connection) => {
    await connection.query({ text: 'set local enable_seqscan = off' });
    return connection.query<{ 'QUERY PLAN': string }>({
      text: `explain (costs off) select count(*) from transactions
             where application_id = '${query.applicationId}' and player_id = '${playerId}'
               and (null::text is null or state = null)`,
    });
  });
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  assert.match(text, /Index Only Scan using transactions_player/);
});
