import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../src/db/books/entries.ts';
import { postPayment } from '../../src/domain/books/posting.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { joinWallets } from '../../src/flows/books/adjust-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { assertBooksChange, balancesOf } from '../support/books/check-stories.ts';
import { tamper } from '../support/books/forget-books.ts';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase, waitsForLock } from '../support/database.ts';

const { database, url } = await openTestDatabase();
const { momo } = openMomo({ DATABASE_URL: url });
const payment = { operator: 'mtn', feeCents: null, operatorTime: null };

function pay(operatorTxId: string, line: string): Promise<void> {
  const paid = postPayment({ ...payment, operatorTxId, line, amountXaf: 500 });
  return insertEntries(database, paid);
}

test('a correction has a reason and evidence, and is in the audit log', async () => {
  await pay('1', '+237670000000');
  const args = ['wallet:mtn:+237670000000', '-200', '--reason', 'Charged twice.'];
  assert.notEqual((await momo('books', 'adjust', ...args)).code, 0);
  await assertBooksChange(
    database,
    { 'wallet mtn:+237670000000': -200, 'adjustments ': 200 },
    async () => {
      const done = await momo('books', 'adjust', ...args, '--evidence', 'Letter of 3 March.');
      assert.equal(done.code, 0, done.output);
    },
  );
  assert.equal(await findingsOf('adjustments_are_decided'), 0);
  const unknown = ['wallet:mtn:+237670000001', '5', '--reason', 'x', '--evidence', 'y'];
  assert.notEqual((await momo('books', 'adjust', ...unknown)).code, 0);
});

test('a correction without a decision is named', async () => {
  await tamper(database, [
    `insert into book_entries select 'adjustment:made-up', rule, debit, credit, amount_cents,
       booked_at, value_at, xact from book_entries where rule = 'wallet_lowered'`,
  ]);
  assert.equal(await findingsOf('adjustments_are_decided'), 1);
});

test('two wallets that turn out to be one are one from then on', async () => {
  await pay('2', '990011');
  const changes = { 'wallet mtn:990011': -500, 'wallet mtn:+237670000000': 500 };
  const join = async () => {
    const done = await momo('books', 'same-wallet', 'mtn:990011', 'mtn:+237670000000');
    assert.equal(done.code, 0, done.output);
  };
  await assertBooksChange(database, changes, join);
  await assertBooksChange(database, { 'wallet mtn:+237670000000': 500, 'unmatched ': -500 }, () =>
    pay('3', '990011'),
  );
  const back = await momo('books', 'same-wallet', 'mtn:+237670000000', 'mtn:990011');
  assert.notEqual(back.code, 0);
});

test('what is booked while two wallets are joined is in the one that they are', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const paid = postPayment({ ...payment, operatorTxId: '4', line: '990022', amountXaf: 500 });
  const slow = database.atomically(async (connection) => {
    await insertEntries(connection, paid);
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const wallets = { wallet: 'mtn:990022', into: 'mtn:+237670000000' };
  const join = joinWallets({ database }, COMMAND_LINE, wallets);
  await waitsForLock(database);
  const next = pay('5', '990022');
  held.resolve();
  await Promise.all([slow, join, next]);
  assert.equal((await balancesOf(database)).get('wallet mtn:990022'), 0n);
  assert.equal(await findingsOf('joined_wallets_are_empty'), 0);
});

test('money in a wallet that is another one is named', async () => {
  await tamper(database, [
    `insert into book_entries select 'payment:mtn:made-up', rule, a.id, credit, amount_cents,
       booked_at, value_at, xact
     from book_entries, book_accounts a where cause = 'payment:mtn:5' and a.key = 'mtn:990022'`,
  ]);
  assert.equal(await findingsOf('joined_wallets_are_empty'), 1);
});

async function findingsOf(proof: string): Promise<number | undefined> {
  const { proofs } = await verifyBooks(database);
  return proofs.find(({ name }) => name === proof)?.count;
}
