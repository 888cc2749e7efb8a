import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBalanceCents } from '../../../src/db/books/balances.ts';
import { insertEntries, lineOf } from '../../../src/db/books/entries.ts';
import { raiseXacts } from '../../../src/db/books/totals.ts';
import { type Posting, postPayment } from '../../../src/domain/books/posting.ts';
import { normaliseLine } from '../../../src/domain/lines/line.ts';
import { rollTotals } from '../../../src/flows/finance/close-books.ts';
import { checkInDatabase } from '../../support/books/check-stories.ts';
import { rollAll } from '../../support/books/roll-all.ts';
import { openTestDatabase } from '../../support/database.ts';

const { database } = await openTestDatabase();

test('a payment that is reported twice is booked once, as first reported', async () => {
  const payment = pay('1001', 500);
  await insertEntries(database, payment);
  await insertEntries(database, pay('1001', 700));
  assert.equal(await walletCents(), 50_000n);
});

test('a merchant’s number has one spelling in the books, however its channel has it', async () => {
  const spellings = ['+237670000000', '237670000000', '670 00 00 00', '00237670000000', '990011'];
  const rows = await database.query<{ readonly text: string; readonly line: string }>({
    text: `select n.text, ${lineOf('n.text')} as line from unnest($1::text[]) as n (text)`,
    values: [spellings],
  });
  assert.equal(rows.length, spellings.length);
  for (const { text, line } of rows) assert.equal(line, normaliseLine(text), text);
});

test('entries are never changed or removed, and an entry has two accounts', async () => {
  for (const text of [
    'update book_entries set amount_cents = 1',
    'delete from book_entries',
    'truncate book_entries',
  ]) {
    await assert.rejects(database.query({ text }), /append-only/);
  }
  const wrong = (columns: string) =>
    database.query({
      text: `insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at,
                                       value_at, xact)
             select 'x', 'x', ${columns}, now(), now(), 1`,
    });
  await assert.rejects(wrong('1, 1, 1'), /from_one_account_to_another/);
  await assert.rejects(wrong('1, 2, 0'), /amount_cents/);
});

test('a late commit is in the balance, before and after it was added up', async () => {
  const before = await walletCents();
  let commit = () => {};
  let isWritten = () => {};
  const written = new Promise<void>((resolve) => (isWritten = resolve));
  const late = database.atomically(async (connection) => {
    await insertEntries(connection, pay('late', 100));
    isWritten();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await written;
  await insertEntries(database, pay('early', 200));
  await rollTotals({ database });
  assert.equal(await walletCents(), before + 20_000n);
  commit();
  await late;
  assert.equal(await walletCents(), before + 30_000n);
  await rollAll(database);
  assert.equal(await walletCents(), before + 30_000n);
});

test('in a cluster whose transactions begin anew nothing is passed over', async () => {
  await rollAll(database);
  const before = await walletCents();
  await database.query({
    text: `update books set xact_identity = 'another cluster', rolled_to = rolled_to + 1000000`,
  });
  await raiseXacts(database);
  await insertEntries(database, pay('restored', 300));
  assert.equal(await walletCents(), before + 30_000n);
  await rollAll(database);
  assert.equal(await walletCents(), before + 30_000n);
});

test('the database books what the rules say', () => checkInDatabase(database, 25));

const WALLET = { operator: 'mtn', line: '+237670000000' };

function pay(operatorTxId: string, amountXaf: number): readonly Posting[] {
  return postPayment({ ...WALLET, operatorTxId, amountXaf, feeCents: null, operatorTime: null });
}

function walletCents(): Promise<bigint> {
  return findBalanceCents(database, { kind: 'wallet', key: `mtn:${WALLET.line}` });
}
