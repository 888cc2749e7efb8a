// A million settled transactions are proved within 30 s and 300 MB, a balance is read within 5 ms.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { findBalanceCents } from '../../../src/db/books/balances.ts';
import { rollTotals } from '../../../src/flows/books/roll-totals.ts';
import { verifyBooks } from '../../../src/flows/reconciliation/verify-books.ts';
import { fillSettled } from '../../support/books/million.ts';
import { openTestDatabase } from '../../support/database.ts';

const SETTLED = 1_000_000;

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
});
