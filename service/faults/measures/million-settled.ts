// A million settled transactions are proved within 30 s and 300 MB; 50 changed rows are named.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { findBalanceCents } from '../../../src/db/books/balances.ts';
import { rollTotals } from '../../../src/flows/books/roll-totals.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { fillSettled } from '../../support/books/million.ts';
import { openTestDatabase } from '../../support/database.ts';

const SETTLED = 1_000_000;
const CHANGED = 50;

test('a million settled deposits and payouts are proved in time', async (t) => {
  const { database } = await openTestDatabase();
  await fillSettled(database, SETTLED, randomBytes(32));
  while ((await rollTotals({ database })) > 0);
  const started = performance.now();
  const { holds, findings, proofs } = await verifyBooks(database);
  const verifySeconds = (performance.now() - started) / 1_000;
  const megabytes = process.memoryUsage().rss / 2 ** 20;
  assert.deepEqual(findings, []);
  assert.ok(holds);
  const reads: number[] = [];
  for (let read = 0; read < 100; read += 1) {
    const start = performance.now();
    await findBalanceCents(database, { kind: 'application', key: DEFAULT_APPLICATION_ID });
    reads.push(performance.now() - start);
  }
  const balanceMs = reads.sort((a, b) => a - b)[50] ?? Infinity;
  t.diagnostic(JSON.stringify({ verifySeconds, megabytes, balanceMs, proofs }));
  assert.ok(verifySeconds < 30, `${verifySeconds} s`);
  assert.ok(megabytes < 300, `${megabytes} MB`);
  assert.ok(balanceMs < 5, `${balanceMs} ms`);

  const changed = await database.query<{ readonly cause: string }>({
    text: `select cause from book_entries where rule = 'deposit_credited'
           order by random() limit $1`,
    values: [CHANGED],
  });
  const causes = changed.map(({ cause }) => cause).toSorted();
  const those = causes.map((cause) => `'${cause}'`).join(', ');
  await tamper(database, [
    `update book_entries set amount_cents = amount_cents + 100
     where rule = 'deposit_credited' and cause in (${those})`,
  ]);
  const named = (await verifyBooks(database)).findings
    .filter(({ proof }) => proof === 'deposits_are_credited')
    .map(({ subject }) => subject);
  assert.deepEqual(named.toSorted(), causes);
});
