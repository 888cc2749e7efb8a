import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { listBalances } from '../../../src/db/books/balances.ts';
import { insertEntries } from '../../../src/db/books/entries.ts';
import type { Database } from '../../../src/db/client.ts';
import { insertTransactions } from '../../../src/db/transactions/transactions.ts';
import type { Posting } from '../../../src/domain/books/posting.ts';
import { newDeposit, newWithdrawal } from '../transactions/transactions.ts';
import { APPLICATION, playStory, STORIES, type Story, WALLET } from './money-story.ts';
import { openPaperBooks } from './paper-books.ts';

/** Random stories through the rules alone: the wallet is what the operator has written. */
export function checkOnPaper(stories: number): void {
  const ids = ['1', '2', '3', '4'];
  fc.assert(
    fc.property(STORIES, (story) => {
      const books = openPaperBooks(() => WALLET);
      const must = playStory(story, ids, books.post);
      assert.equal(books.sum(), 0n);
      assert.equal(books.balance(`wallet:${WALLET}`), must.walletCents);
      assert.equal(-books.balance(`application:${APPLICATION}`), must.owedCents);
      assert.equal(-books.balance('payouts_under_way'), must.underWayCents);
    }),
    { numRuns: stories },
  );
}

/** The same through PostgreSQL. */
export async function checkInDatabase(database: Database, stories: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(STORIES, (story) => checkStory(database, story)),
    { numRuns: stories },
  );
}

async function checkStory(database: Database, story: Story): Promise<void> {
  const ids = [0, 1, 2, 3].map(() => randomUUIDv7());
  const line = `line-${randomUUIDv7()}`;
  const made = await insertTransactions(
    database,
    ids.map((id, index) =>
      (index % 2 === 0 ? newDeposit : newWithdrawal)({ id, line, channelId: line }),
    ),
  );
  assert.ok(made.every((one) => one !== null));
  const reported: (readonly Posting[])[] = [];
  const must = playStory(story, ids, (postings) => reported.push(postings));
  const before = await balancesOf(database);
  for (const postings of reported) {
    await insertEntries(
      database,
      postings.map((one) => (one.wallet === null ? one : { ...one, wallet: `mtn:${line}` })),
    );
  }
  const after = await balancesOf(database);
  const grown = (account: string) => (after.get(account) ?? 0n) - (before.get(account) ?? 0n);
  assert.equal(grown(`wallet mtn:${line}`), must.walletCents);
  assert.equal(-grown(`application ${APPLICATION}`), must.owedCents);
  assert.equal(-grown('payouts_under_way '), must.underWayCents);
  assert.equal(
    [...after.values()].reduce((sum, cents) => sum + cents, 0n),
    0n,
  );
}

/** By kind and key, such as `unmatched ` and `wallet mtn:+237670000000`. */
export async function balancesOf(database: Database): Promise<Map<string, bigint>> {
  const rows = await listBalances(database);
  return new Map(rows.map(({ kind, key, cents }) => [`${kind} ${key}`, cents]));
}

/** Compares by how much the balances change, in XAF; what is not named does not. */
export async function assertBooksChange(
  database: Database,
  changes: Readonly<Record<string, number>>,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await balancesOf(database);
  await work();
  const after = await balancesOf(database);
  const found = [...after]
    .map(
      ([account, cents]) => [account, Number(cents - (before.get(account) ?? 0n)) / 100] as const,
    )
    .filter(([, change]) => change !== 0);
  assert.deepEqual(Object.fromEntries(found), changes);
}
