import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import type { Database, Statement } from '../../../src/db/client.ts';
import { insertTransactions } from '../../../src/db/transactions/transactions.ts';
import {
  createNewestLane,
  createPlayerList,
} from '../../../src/flows/transactions/list-player-transactions.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newDeposit } from '../../support/transactions/transactions.ts';

const { database } = await openTestDatabase();
const playerId = randomUUID();
const COUNT = 25_000;
const PART = 5_000;
const LIMIT = 100;

// A long list: old transactions, a few to each moment, so that moments tie.
for (let from = 1; from <= COUNT; from += PART) {
  await database.query({
    text: `insert into transactions (id, application_id, direction, reference, player_id, operator,
           provider_id, channel_id, msisdn, amount_xaf, state, state_reason, state_updated_at,
           created_at, updated_at, version)
         select gen_random_uuid(), $1, 'withdrawal', 'old-' || n, $2, 'mtn', 'p', 'c',
                '+237670000001', 500, 'succeeded', 'Paid.', at, at, at, 1
         from (select n, now() - interval '1 day' + (n / 3) * interval '1 second' as at
               from generate_series($3::int, $3 + $4 - 1) n) rows`,
    values: [DEFAULT_APPLICATION_ID, playerId, from, PART],
  });
}
await database.query({ text: 'analyze transactions' });

const filter = { applicationId: DEFAULT_APPLICATION_ID, playerId, status: null, direction: null };

async function plainPage(number: number): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>({
    text: `select id from transactions where player_id = $1
           order by created_at desc, id desc offset $2 limit $3`,
    values: [playerId, (number - 1) * LIMIT, LIMIT],
  });
  return rows.map(({ id }) => id);
}

type Asked = Pick<Database, 'query' | 'withConnection'>;

function playerList(queryable: Asked) {
  return createPlayerList(queryable, createNewestLane(queryable));
}

/** Records the names of the queries. */
function watching(): { readonly asked: string[]; readonly queryable: Asked } {
  const asked: string[] = [];
  const query = <Row extends object>(statement: Statement) => {
    asked.push(statement.name ?? '');
    return database.query<Row>(statement);
  };
  const withConnection: Asked['withConnection'] = (work) => database.withConnection(work);
  return { asked, queryable: { query, withConnection } };
}

test('a long list is counted once; then any page is near an end or a landmark, and right', async () => {
  const { asked, queryable } = watching();
  const list = playerList(queryable);
  for (const number of [1, 2, 99, 101, 102, 125, 200, 249, 250, 251, 1_000_000]) {
    const page = await list(filter, { number, limit: LIMIT });
    assert.equal(page.total, COUNT);
    const expected = await plainPage(number);
    assert.deepEqual(
      page.rows.map(({ id }) => id),
      expected,
      `page ${number}`,
    );
  }
  assert.equal(asked.filter((name) => name === 'list-newest-of-players').length, 1);
});

test('what is created after the survey is in the total and shifts the pages', async () => {
  const list = playerList(database);
  await list(filter, { number: 1, limit: LIMIT });
  await list(filter, { number: 1, limit: LIMIT });
  const [created] = await insertTransactions(database, [{ ...newDeposit(), playerId }]);
  const first = await list(filter, { number: 1, limit: LIMIT });
  assert.equal(first.total, COUNT + 1);
  assert.equal(first.rows[0]?.id, created?.id);
  for (const number of [3, 150, 251]) {
    const page = await list(filter, { number, limit: LIMIT });
    const expected = await plainPage(number);
    assert.deepEqual(
      page.rows.map(({ id }) => id),
      expected,
      `page ${number}`,
    );
  }
});

test('requests at the same moment share a query, and each player gets their own page', async () => {
  const { asked, queryable } = watching();
  const list = playerList(queryable);
  const few = Array.from({ length: 3 }, () => newDeposit());
  const [first, second, third] = few;
  assert(first !== undefined && second !== undefined && third !== undefined);
  await insertTransactions(database, [first, { ...second, playerId: first.playerId }, third]);
  const ask = (of: string, number: number, direction: 'deposit' | 'withdrawal' | null = null) =>
    list({ ...filter, playerId: of, direction }, { number, limit: 1 });
  // The first one goes alone; those that come meanwhile share the next.
  const pages = await Promise.all([
    ask(third.playerId, 1),
    ask(first.playerId, 1),
    ask(randomUUID(), 1),
    ask(first.playerId, 2, 'deposit'),
    ask(first.playerId, 3),
    ask(first.playerId, 1, 'withdrawal'),
  ]);
  assert.deepEqual(
    pages.map(({ total }) => total),
    [1, 2, 0, 2, 2, 0],
  );
  const newestFirst = [first.id, second.id].toSorted().toReversed();
  assert.deepEqual(
    pages.map(({ rows }) => rows.map(({ id }) => id)),
    [[third.id], [newestFirst[0]], [], [newestFirst[1]], [], []],
  );
  assert.deepEqual(asked, ['list-newest-of-players', 'list-newest-of-players']);
});

test('a list by state is never remembered, because states change', async () => {
  const { asked, queryable } = watching();
  const list = playerList(queryable);
  for (let round = 0; round < 2; round += 1) {
    await list({ ...filter, status: 'succeeded' }, { number: 1, limit: LIMIT });
  }
  assert.deepEqual(asked, ['list-newest-with-total', 'list-newest-with-total']);
});
