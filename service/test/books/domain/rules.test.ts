import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_KINDS, BOOK_RULES, type BookRule } from '../../../src/domain/books/rules.ts';
import { checkOnPaper } from '../../support/books/check-stories.ts';

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
  checkOnPaper(2_000);
});
