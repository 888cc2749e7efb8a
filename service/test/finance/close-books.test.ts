import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../src/db/books/entries.ts';
import { listClosings } from '../../src/db/finance/closings.ts';
import { postPayment } from '../../src/domain/books/posting.ts';
import type { ClosingContent } from '../../src/domain/finance/closing.ts';
import { NO_SEAL } from '../../src/domain/seals/seal.ts';
import { closeBooks } from '../../src/flows/finance/close-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { tamper } from '../support/books/forget-books.ts';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase } from '../support/database.ts';
import { passMidnight } from '../support/providers/live.ts';

const { database, url } = await openTestDatabase();
const { momo } = openMomo({ DATABASE_URL: url });

function pay(operatorTxId: string, amountXaf: number): Promise<void> {
  const payment = { operator: 'mtn', line: '+237670000000', feeCents: null };
  const value = new Date('2026-01-01T00:00:00Z');
  return insertEntries(
    database,
    postPayment({ ...payment, operatorTxId, amountXaf, operatorTime: value }),
  );
}

/** As if what is booked so far had been booked some days ago. */
async function age(cause: string, days: number): Promise<void> {
  await tamper(database, [
    `update book_entries set booked_at = booked_at - interval '${days} days'
     where cause = '${cause}'`,
  ]);
}

await passMidnight(database);
await pay('1', 500);
await age('payment:mtn:1', 3);
await pay('2', 700);
await age('payment:mtn:2', 2);
await pay('3', 900);

// A database transaction that is still under way, even of another user, keeps entries out of the
// totals; closings have them all the same.
const held = Promise.withResolvers<void>();
const isHeld = Promise.withResolvers<void>();
const holding = database.atomically(async (connection) => {
  await connection.query({ text: 'select pg_current_xact_id()' });
  isHeld.resolve();
  await held.promise;
});
await isHeld.promise;
await pay('4', 1_100);
await age('payment:mtn:4', 1);

test('nothing is closed that is not over, and every day before is', async () => {
  const days = await closeBooks({ database, seal: NO_SEAL }, null);
  assert.equal(days.length, 3);
  assert.deepEqual(await closeBooks({ database, seal: NO_SEAL }, '2999-01-01'), []);
});

test('a closing has each account’s opening, movements and closing, and they add up', async () => {
  const contents = (await listClosings(database)).map(
    ({ content }) => JSON.parse(content) as ClosingContent,
  );
  const wallets = contents.map(({ accounts }) => accounts.find(({ kind }) => kind === 'wallet'));
  assert.deepEqual(
    wallets.map((one) => [one?.opening, one?.debits, one?.credits, one?.closing]),
    [
      ['0', '50000', '0', '50000'],
      ['50000', '70000', '0', '120000'],
      ['120000', '110000', '0', '230000'],
    ],
  );
  held.resolve();
  await holding;
});

test('closings are never changed, and whatever changes the past shows', async () => {
  await assert.rejects(database.query({ text: 'delete from book_closings' }), /append-only/);
  assert.deepEqual((await verifyBooks(database)).closings, []);
  const [first, second] = await listClosings(database);
  assert.ok(first && second);
  await tamper(database, [
    `update book_closings set content = replace(content, '50000', '60000')
     where day = '${first.day}'`,
  ]);
  const { code, stdout } = await momo('books', 'verify');
  assert.equal(code, 1);
  assert.match(
    stdout,
    new RegExp(`^closing:${first.day}: its content is not that of its hash$`, 'm'),
  );
  await tamper(database, [
    `update book_closings set content = '${first.content}' where day = '${first.day}'`,
    // There is no total yet while a database transaction of another test holds its entries back.
    `insert into book_totals as t (account, day, debit_cents, credit_cents)
     select debit, '${second.day}', 1, 0 from book_entries limit 1
     on conflict (account, day) do update set debit_cents = t.debit_cents + 1`,
  ]);
  const broken = (await verifyBooks(database)).closings;
  assert.equal(broken[0]?.day, second.day);
  assert.match(broken[0]?.problem ?? '', /totals/);
});

test('momo says what it closed, and what is in a closing', async () => {
  assert.match(
    (await momo('books', 'close')).stdout,
    /^nothing to close: the next day can be closed from /m,
  );
  assert.notEqual((await momo('books', 'close', 'yesterday')).code, 0);
  const [first] = await listClosings(database);
  assert.match(
    (await momo('books', 'closings')).stdout,
    new RegExp(`^${first?.day}\\t.*\\t${first?.hash}$`, 'm'),
  );
  const shown = await momo('books', 'closings', first?.day ?? '');
  assert.match(shown.stdout, /^wallet mtn:\+237670000000\t0\.00\t500\.00\t0\.00\t500\.00$/m);
  assert.notEqual((await momo('books', 'closings', '2999-01-01')).code, 0);
});

test('a closing of release 0.2 is shown with what its wallets were reported to have', async () => {
  const wallet = {
    wallet: 'mtn:+237670000000',
    book: '50000',
    told: '49900',
    toldAt: '2025-12-31T23:00:00.000Z',
    difference: '-100',
    cause: 'unknown',
  };
  const ages = { day: '0', week: '0', month: '0', older: '0' };
  const content = { day: '2025-12-31', accounts: [], wallets: [wallet], differences: [] };
  await database.query({
    text: `insert into book_closings (day, content, previous_hash, hash, closed_at)
           values ('2025-12-31', $1, repeat('0', 64), repeat('1', 64), app_now())`,
    values: [JSON.stringify({ ...content, unmatched: ages, disputed: ages })],
  });
  const { stdout } = await momo('books', 'closings', '2025-12-31');
  assert.match(stdout, /^mtn:\+237670000000\t500\.00\t499\.00\t-1\.00\tunknown$/m);
});
