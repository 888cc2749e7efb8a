import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentOf } from '../../src/db/books/entries.ts';
import type { Queryable } from '../../src/db/client.ts';
import { listComparedWallets } from '../../src/db/finance/wallets.ts';
import { openTestDatabase } from '../support/database.ts';

// The cause of an entry names a payment, which the comparisons look up among all payments.

const { database } = await openTestDatabase();

/** What grows with each payment: read as a whole, a comparison ends in its time limit. */
const GROWING = ['receipts', 'operator_ids', 'transactions', 'book_entries', 'submissions'];

test('the payment of a cause is its operator and its id, also an id with a colon', async () => {
  const { operator, txId } = paymentOf('cause');
  const rows = await database.query({
    text: `select ${operator} as operator, ${txId} as "txId"
           from unnest($1::text[] collate "C") as cause`,
    values: [['payment:mtn:30211084517', 'payment:orange:MP:261115']],
  });
  assert.deepEqual(rows, [
    { operator: 'mtn', txId: '30211084517' },
    { operator: 'orange', txId: 'MP:261115' },
  ]);
});

test('a comparison of reported balances with the books reads no growing table as a whole', async () => {
  const queries: Query[] = [];
  await listComparedWallets(listening(queries), { lastXacts: 100 });
  assert.equal(queries.length, 1);
  for (const query of queries) {
    const plan = await explain(query);
    for (const table of GROWING) assert.doesNotMatch(plan, new RegExp(`Seq Scan on ${table} `));
  }
});

type Query = Parameters<Queryable['query']>[0];

function listening(queries: Query[]): Queryable {
  return {
    ...database,
    query: async (query: Query) => {
      queries.push(query);
      return [];
    },
  } as Queryable;
}

/** With what PostgreSQL does where no index serves, as it does with many rows. */
async function explain({ text, values = [] }: Query): Promise<string> {
  return await database.atomically(async (connection) => {
    await connection.query({ text: 'set local enable_seqscan = off' });
    const rows = await connection.query<{ readonly 'QUERY PLAN': string }>({
      text: `explain ${text}`,
      values,
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
