import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCOUNT_KINDS, BOOK_RULES, type BookRule } from '../../../src/domain/books/rules.ts';
import { APPLICATION, playStory, STORIES, WALLET } from '../../support/books/money-story.ts';
import { openPaperBooks } from '../../support/books/paper-books.ts';

const RULES: readonly (readonly [string, BookRule])[] = Object.entries(BOOK_RULES);

test('a rule moves money between two accounts, or answers another rule', () => {
  for (const [name, { debit, credit, after }] of RULES) {
    if (after === null) assert.ok(debit !== null && credit !== null && debit !== credit, name);
    else assert.ok(after in BOOK_RULES && (debit === null || credit === null), name);
  }
});

test('every account is used by some rule', () => {
  const used = new Set(RULES.flatMap(([, { debit, credit }]) => [debit, credit]));
  assert.deepEqual(
    ACCOUNT_KINDS.filter((kind) => !used.has(kind)),
    [],
  );
});

test('whatever happens in whatever order, the wallet is what the operator has written', () => {
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
    { numRuns: Number(process.env['STORIES'] ?? 2_000) },
  );
});
