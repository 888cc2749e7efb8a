import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { insertEntries } from '../../src/db/books/entries.ts';
import { type Posting, postPayment } from '../../src/domain/books/posting.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { reportBooks } from '../../src/flows/books/report-books.ts';
import { importStatement } from '../../src/flows/finance/import-statement.ts';
import { loadStatementMappings } from '../../src/settings/statement-mappings.ts';
import { openTestDatabase } from '../../test/support/database.ts';

const NUMBER = '+237670000000';
const WALLET = `mtn:${NUMBER}`;
const START = Date.parse('2026-03-01T00:00:00Z');
const BATCH = 1_000;

/** A statement with so many lines is imported and compared; so many rows of the books are reported. */
export async function importLargeStatement({ lines }: { readonly lines: number }) {
  const { database } = await openTestDatabase();
  // Of every hundred lines we know all but one; the first of them opens the accounts.
  const known = Array.from({ length: lines }, (_, index) => index).filter(
    (index) => index % 100 !== 0,
  );
  await insertEntries(database, paymentsOf(known.slice(0, 1)));
  for (let first = 1; first < known.length; first += BATCH) {
    await insertEntries(database, paymentsOf(known.slice(first, first + BATCH)));
  }
  // As the database does by itself after a while.
  await database.withConnection((connection) => connection.query({ text: 'analyze' }));
  const mappings = loadStatementMappings('mtn', null);
  const content = csv(lines);
  const reading = watchChildren();
  const imported = await timed(() =>
    importStatement({ database }, COMMAND_LINE, {
      wallet: WALLET,
      operator: 'mtn',
      fileName: 'large.csv',
      content,
      mappings,
    }),
  );
  const memory_mb = reading.stop();
  assert.deepEqual(imported.result, { kind: 'imported', lines, fresh: lines });
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*)::int as count from statement_differences
           where kind = 'paid_not_ours' and closed_at is null`,
  });
  assert.equal(row?.count, Math.ceil(lines / 100));

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
  const { result: bytes, ms: reported_ms } = reported;
  return { imported_ms: imported.ms, memory_mb, reported_ms, bytes };
}

/** The most memory that a child of this process has had, in MB; Linux only. */
function watchChildren(): { readonly stop: () => number } {
  let most = 0;
  const look = () => {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
    for (const pid of children.split(' ').filter((one) => one !== '')) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const [, kb = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
      most = Math.max(most, Math.round(Number(kb) / 1_024));
    }
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

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

function csv(count: number): Buffer {
  const lines = Array.from({ length: count }, (_, index) => {
    const at = new Date(timeOf(index).getTime() + 3_600_000).toISOString();
    return `${index};${at.slice(0, 19)};Successful;670000001;${NUMBER};500;0`;
  });
  return Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...lines, ''].join('\n'));
}

async function timed<T>(work: () => Promise<T>) {
  const started = performance.now();
  const result = await work();
  return { result, ms: Math.round(performance.now() - started) };
}
