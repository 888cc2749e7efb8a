// A statement of 100 000 lines is read and compared within 60 s; so is a report of as many rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { type Posting, postPayment } from '../../../src/domain/books/posting.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { reportBooks } from '../../../src/flows/books/report-books.ts';
import { importStatement } from '../../../src/flows/finance/import-statement.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { openTestDatabase } from '../../support/database.ts';

const LINES = 100_000;
const NUMBER = '+237670000000';
const WALLET = `mtn:${NUMBER}`;
const START = Date.parse('2026-03-01T00:00:00Z');
const BATCH = 1_000;

test('100 000 lines are imported and compared, and reported, in less than a minute each', async (t) => {
  const { database } = await openTestDatabase();
  // Of every hundred lines we know all but one; the first of them opens the accounts.
  const known = Array.from({ length: LINES }, (_, index) => index).filter(
    (index) => index % 100 !== 0,
  );
  await insertEntries(database, paymentsOf(known.slice(0, 1)));
  for (let first = 1; first < known.length; first += BATCH) {
    await insertEntries(database, paymentsOf(known.slice(first, first + BATCH)));
  }
  // As the database does by itself after a while.
  await database.withConnection((connection) => connection.query({ text: 'analyze' }));
  const mappings = loadStatementMappings('mtn', null);
  const file = { wallet: WALLET, operator: 'mtn', fileName: 'large.csv', content: csv(), mappings };
  const imported = await timed(() =>
    importStatement({ database }, COMMAND_LINE, { ...file, operator: 'mtn' }),
  );
  assert.deepEqual(imported.result, { kind: 'imported', lines: LINES, fresh: LINES });
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*)::int as count from statement_differences
           where kind = 'paid_not_ours' and closed_at is null`,
  });
  assert.equal(row?.count, LINES / 100);

  const account = { kind: 'wallet', wallet: WALLET } as const;
  const days = { from: '2000-01-01', to: '2999-12-31' };
  const reported = await timed(async () => {
    const report = await reportBooks({ database }, COMMAND_LINE, {
      account,
      ...days,
      format: 'xlsx',
    });
    assert.ok(report.kind === 'report');
    let bytes = 0;
    for await (const chunk of report.file) bytes += chunk.length;
    return bytes;
  });
  t.diagnostic(
    `imported and compared in ${imported.seconds.toFixed(1)} s, reported in ` +
      `${reported.seconds.toFixed(1)} s (${reported.result} bytes)`,
  );
  assert.ok(imported.seconds < 60, `imported in ${imported.seconds} s`);
  assert.ok(reported.seconds < 60, `reported in ${reported.seconds} s`);
});

function paymentsOf(indices: readonly number[]): readonly Posting[] {
  return indices.flatMap((index) =>
    postPayment({
      operator: 'mtn',
      operatorTxId: String(index),
      line: NUMBER,
      amountXaf: 500,
      feeCents: null,
      operatorTime: timeOf(index),
    }).filter(({ rule }) => rule === 'payment_in'),
  );
}

function timeOf(index: number): Date {
  return new Date(START + index * 1_000);
}

function csv(): Buffer {
  const lines = Array.from({ length: LINES }, (_, index) => {
    const at = new Date(timeOf(index).getTime() + 3_600_000).toISOString();
    return `${index};${at.slice(0, 19)};Successful;670000001;${NUMBER};500;0`;
  });
  return Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...lines].join('\n'));
}

async function timed<T>(work: () => Promise<T>) {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1_000 };
}
