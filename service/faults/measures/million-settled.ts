import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { findBalanceCents } from '../../src/db/books/balances.ts';
import { rollTotals } from '../../src/flows/finance/close-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { tamper } from '../../test/support/books/forget-books.ts';
import { fillSettled } from '../../test/support/books/million.ts';
import { openTestDatabase } from '../../test/support/database.ts';

const CHANGED = 50;

/** Proves the books of so many settled transactions, then names those that were changed. */
export async function proveSettled({ transactions }: { readonly transactions: number }) {
  const { database } = await openTestDatabase();
  await fillSettled(database, transactions, randomBytes(32));
  while ((await rollTotals({ database })) > 0);
  const started = performance.now();
  const { holds, findings, proofs } = await verifyBooks(database);
  const verify_ms = Math.round(performance.now() - started);
  const memory_mb = Math.round(process.memoryUsage.rss() / 2 ** 20);
  assert.deepEqual(findings, []);
  assert.ok(holds);
  const reads: number[] = [];
  for (let read = 0; read < 100; read += 1) {
    const start = performance.now();
    await findBalanceCents(database, { kind: 'application', key: DEFAULT_APPLICATION_ID });
    reads.push(performance.now() - start);
  }
  const balance_ms = reads.sort((a, b) => a - b)[50] ?? Infinity;

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
  return { verify_ms, memory_mb, balance_ms, proofs };
}
