import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareWallet,
  DIFFERENCE_CAUSES,
  type DifferenceCause,
  operatorOfWallet,
  type WalletFacts,
} from '../../../src/domain/finance/wallet.ts';

const FACTS: WalletFacts = {
  wallet: 'mtn:+237670000000',
  reportedCents: 900n,
  reportedAt: new Date('2026-03-01T10:00:00.000Z'),
  source: 'text',
  bookCents: 1_000n,
  isOpened: true,
  hasGap: false,
  textsNotBooked: 0,
};

const NO_REASON = { isOpened: true, hasGap: false, textsNotBooked: 0 };

const CAUSES: readonly (readonly [Partial<WalletFacts>, DifferenceCause])[] = [
  [{ reportedCents: 1_000n, isOpened: false, hasGap: true, textsNotBooked: 1 }, 'none'],
  [{ isOpened: false, hasGap: true, textsNotBooked: 1 }, 'no_opening_balance'],
  [{ hasGap: true, textsNotBooked: 1 }, 'moves_without_us'],
  [{ hasGap: true }, 'gap_in_texts'],
  [NO_REASON, 'unknown'],
];

for (const [facts, cause] of CAUSES) {
  test(`the likeliest cause of a difference is reported first: ${cause}`, () => {
    assert.equal(compareWallet({ ...FACTS, ...facts }).cause, cause);
  });
}

test('the causes are listed in the order in which they are reported', () => {
  const reported = CAUSES.map(([, cause]) => cause);
  assert.deepEqual(reported, DIFFERENCE_CAUSES);
});

test('a difference is what was reported less what is booked', () => {
  const { wallet, reportedAt, source, reportedCents, bookCents } = FACTS;
  assert.deepEqual(compareWallet(FACTS), {
    wallet,
    source,
    reportedAt,
    reportedCents,
    bookCents,
    differenceCents: -100n,
    cause: 'unknown',
  });
});

test('a wallet names its operator and a number', () => {
  assert.equal(operatorOfWallet('mtn:+237670000000'), 'mtn');
  assert.equal(operatorOfWallet('orange:1'), 'orange');
  for (const wallet of ['mtn', 'mtn:', 'camtel:1', '']) {
    assert.equal(operatorOfWallet(wallet), null, wallet);
  }
});
