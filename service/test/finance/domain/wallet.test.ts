import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareWallet,
  DIFFERENCE_CAUSES,
  type DifferenceCause,
  isExplained,
  operatorOfWallet,
  type WalletFacts,
  type WalletMovement,
} from '../../../src/domain/finance/wallet.ts';

const FACTS: WalletFacts = {
  wallet: 'mtn:+237670000000',
  reportedCents: 900n,
  reportedAt: new Date('2026-03-01T10:00:00.000Z'),
  source: 'text',
  bookCents: 1_000n,
  between: [],
  isOpened: true,
  hasGap: false,
  notBooked: [],
  agreedAt: null,
};

const moved = (...cents: readonly bigint[]) =>
  cents.map((one, index) => ({ subject: `transaction:${index}`, cents: one }));
const texts = (...movements: readonly WalletMovement[]) =>
  movements.map((one) => ({ ...one, at: new Date('2026-03-01T09:00:00.000Z') }));
const EXPLAINS = moved(-300n, 200n, -40n);
const MANY = moved(...Array.from({ length: 14 }, (_, index) => 1n << BigInt(index)));
const ALL = { hasGap: true, between: EXPLAINS, notBooked: texts(...EXPLAINS) };

const CAUSES: readonly (readonly [Partial<WalletFacts>, DifferenceCause])[] = [
  [{ ...ALL, reportedCents: 1_000n, isOpened: false }, 'none'],
  [{ ...ALL, isOpened: false }, 'no_opening_balance'],
  [ALL, 'read_in_between'],
  [{ hasGap: true, between: moved(-60n), notBooked: texts(...moved(-40n)) }, 'moves_without_us'],
  [{ hasGap: true, notBooked: texts(...moved(-99n)) }, 'gap_in_texts'],
  [{ notBooked: texts(...MANY) }, 'too_many_to_tell'],
  [{}, 'unknown'],
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

test('what moved explains a difference of its own amount and no other', () => {
  const between = moved(-5_000n, -2_500n, 300n);
  const causeOf = (reportedCents: bigint, more: Partial<WalletFacts> = {}) =>
    compareWallet({ ...FACTS, reportedCents, between, ...more }).cause;
  for (const cents of [-5_000n, -2_500n, 300n, -7_500n, -4_700n, -7_200n]) {
    assert.equal(causeOf(1_000n + cents), 'read_in_between', String(cents));
  }
  for (const cents of [-5_000_000n, -4_999n, 1n, 600n, -300n]) {
    assert.equal(causeOf(1_000n + cents), 'unknown', String(cents));
    assert.equal(
      causeOf(1_000n + cents, { notBooked: texts(...moved(7n)) }),
      'unknown',
      String(cents),
    );
  }
});

test('what very many movements could make up is not explained, but for what moved first', () => {
  const many = moved(...Array.from({ length: 300 }, (_, index) => BigInt(-1 - index ** 2)));
  const sumOf = (count: number) => many.slice(0, count).reduce((sum, { cents }) => sum + cents, 0n);
  const causeOf = (cents: bigint, more: Partial<WalletFacts>) =>
    compareWallet({ ...FACTS, reportedCents: 1_000n + cents, ...more }).cause;
  assert.equal(causeOf(sumOf(300) / 2n, { between: many }), 'too_many_to_tell');
  assert.equal(causeOf(-50_000n, { notBooked: texts(...many) }), 'too_many_to_tell');
  assert.equal(causeOf(-50_000n, { between: many, hasGap: true }), 'gap_in_texts');
  assert.equal(causeOf(sumOf(299), { between: many }), 'read_in_between');
});

test('a text that came before a balance agreed explains nothing', () => {
  const notBooked = texts(...moved(-100n));
  const [{ at } = { at: new Date() }] = notBooked;
  const causeOf = (agreedAt: Date) => compareWallet({ ...FACTS, notBooked, agreedAt }).cause;
  assert.equal(causeOf(at), 'unknown');
  assert.equal(causeOf(new Date(at.getTime() - 1)), 'moves_without_us');
});

test('only what adds up is explained', () => {
  const explained = DIFFERENCE_CAUSES.filter((cause) => isExplained({ cause }));
  assert.deepEqual(explained, [
    'none',
    'no_opening_balance',
    'read_in_between',
    'moves_without_us',
  ]);
});

test('a difference is what was reported less what is booked', () => {
  const { wallet, reportedAt, source, reportedCents, bookCents } = FACTS;
  assert.deepEqual(compareWallet(FACTS), {
    wallet,
    source,
    reportedAt,
    reportedCents,
    bookCents,
    between: [],
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
