import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import {
  countPlayerTransactions,
  listFromLandmark,
  listLandmarks,
  listNewest,
  listNewestWithTotal,
} from '../../../src/db/transactions/player-transactions.ts';
import { insertTransactions } from '../../../src/db/transactions/transactions.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newDeposit } from '../../support/transactions/transactions.ts';

const { database } = await openTestDatabase();
const COUNT = 9;
const batch = Array.from({ length: COUNT }, () => newDeposit());
const [{ playerId } = newDeposit()] = batch;
// Half of them in one query, so several have the very same time.
await insertTransactions(
  database,
  batch.slice(0, 5).map((one) => ({ ...one, playerId })),
);
for (const one of batch.slice(5)) await insertTransactions(database, [{ ...one, playerId }]);
await insertTransactions(database, [newDeposit(), newDeposit()]);

const filter = { applicationId: DEFAULT_APPLICATION_ID, playerId, status: null, direction: null };
const everything = { from: null, before: null };
const whole = await database.query<{ id: string; created_at: Date }>({
  text: `select id, created_at from transactions
         where player_id = $1 order by created_at desc, id desc`,
  values: [playerId],
});
const expected = whole.map(({ id }) => id);
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('pages of every size make up the whole list, newest first, with its total', async () => {
  for (let limit = 1; limit <= COUNT + 1; limit += 1) {
    const listed: string[] = [];
    for (let offset = 0; offset < COUNT; offset += limit) {
      const page = await listNewestWithTotal(database, filter, { offset, limit });
      assert.equal(page.total, COUNT);
      const alone = await listNewest(database, filter, { offset, limit });
      assert.deepEqual(idsOf(page.rows), idsOf(alone));
      listed.push(...idsOf(page.rows));
    }
    assert.deepEqual(listed, expected, `pages of ${limit}`);
  }
});

test('a page past the end is empty and still knows the total', async () => {
  const page = await listNewestWithTotal(database, filter, { offset: 1_000, limit: 5 });
  assert.deepEqual(page, { total: COUNT, rows: [] });
});

test('a page from every landmark is the same as the one from the newest', async () => {
  const after = new Date(Date.now() + 60_000);
  const landmarks = await listLandmarks(database, filter, { before: after, every: 1 });
  assert.deepEqual(
    landmarks.map(({ created_at }) => created_at),
    whole.map(({ created_at }) => created_at).toReversed(),
  );
  for (const landmark of [null, ...landmarks]) {
    const passed = landmark?.position ?? 0;
    const limit = 2;
    const rows = await listFromLandmark(database, filter, { landmark, offset: 0, limit });
    const oldestFirst = expected.toReversed().slice(passed, passed + limit);
    assert.deepEqual(idsOf(rows), oldestFirst.toReversed());
  }
});

test('a count splits at any moment without a gap or an overlap', async () => {
  for (const { created_at: moment } of whole) {
    const older = await countPlayerTransactions(database, filter, { from: null, before: moment });
    const newer = await countPlayerTransactions(database, filter, { from: moment, before: null });
    assert.equal(older + newer, COUNT);
  }
  assert.equal(await countPlayerTransactions(database, filter, everything), COUNT);
});

test('counting reads the index and not the table', async () => {
  const plan = await database.atomically(async (connection) => {
    await connection.query({ text: 'set local enable_seqscan = off' });
    return connection.query<{ 'QUERY PLAN': string }>({
      text: `explain (costs off) select count(*) from transactions
             where application_id = '${filter.applicationId}' and player_id = '${playerId}'
               and (null::text is null or state = null)`,
    });
  });
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  assert.match(text, /Index Only Scan using transactions_player/);
});
