import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ADJUSTMENT_RULES,
  postAdjustment,
  readAccount,
} from '../../../src/domain/books/posting.ts';
import { BOOK_RULES } from '../../../src/domain/books/rules.ts';

const WALLET = 'mtn:+237670000000';

const ACCOUNTS: readonly (readonly [text: string, read: string | null])[] = [
  [`wallet:${WALLET}`, `wallet ${WALLET}`],
  ['application:default', 'application default'],
  ['unmatched', 'unmatched '],
  ['overpayments', 'overpayments '],
  ['disputed', 'disputed '],
  ['in_transit', 'in_transit '],
  // Of wallets there are several, of what is disputed there is one.
  ['wallet', null],
  ['wallet:', null],
  ['application', null],
  ['disputed:x', null],
  // These follow from what is booked.
  ['adjustments', null],
  ['operator_fees', null],
  ['wallet:a b', null],
  ['', null],
];

for (const [text, read] of ACCOUNTS) {
  test(`“${text}” is ${read === null ? 'no account that people correct' : 'an account'}`, () => {
    const account = readAccount(text);
    assert.equal(account === null ? null : `${account.kind} ${account.key}`, read);
  });
}

for (const [text, read] of ACCOUNTS) {
  const account = readAccount(text);
  if (account === null || read === null) continue;
  test(`a correction of ${text} is booked against adjustments, by its sign`, () => {
    for (const changeXaf of [500, -500]) {
      const posting = postAdjustment({ id: 'J', account, changeXaf });
      const word = changeXaf > 0 ? 'raised' : 'lowered';
      assert.deepEqual(posting, {
        rule: `${account.kind}_${word}`,
        cause: 'adjustment:J',
        amountCents: 50_000n,
        valueAt: null,
        wallet: account.kind === 'wallet' ? WALLET : null,
        applicationId: account.kind === 'application' ? 'default' : null,
        transactionId: null,
      });
      assert.ok(ADJUSTMENT_RULES.includes(posting.rule));
    }
  });
}

test('the rules of adjustments are those that two people may use, and no others', () => {
  assert.equal(ADJUSTMENT_RULES.length, 12);
  for (const rule of ADJUSTMENT_RULES) {
    const { debit, credit } = BOOK_RULES[rule];
    assert.ok([debit, credit].includes('adjustments'), rule);
    assert.match(rule, /_(raised|lowered)$/);
  }
});
