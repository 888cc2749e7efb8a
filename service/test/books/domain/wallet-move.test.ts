import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answeredCause,
  type MoveMeaning,
  postJoined,
  postMove,
  postPassedFee,
  type ReportedMove,
} from '../../../src/domain/books/wallet-move.ts';

const SENT: ReportedMove = {
  direction: 'out',
  operator: 'orange',
  operatorTxId: 'MP-2',
  amountXaf: 500,
  feeCents: 4_448,
  operatorTime: null,
};

const OWN = 'payment:orange:MP-2';
const FEE = ['fee_charged', OWN, 4_448n] as const;

type Booked = readonly (readonly [rule: string, cause: string, cents: bigint | null])[];

/** What the same transfer is no more, if it was booked as that. */
const former = (rule: string) => [rule, OWN, null] as const;

const MEANINGS: readonly (readonly [MoveMeaning, ReportedMove['direction'], Booked])[] = [
  [{ kind: 'outside' }, 'out', [['moved_out', OWN, 50_000n], former('moved_out_after_all'), FEE]],
  [{ kind: 'outside' }, 'in', [['topped_up', OWN, 50_000n], FEE]],
  [
    { kind: 'own_wallet' },
    'out',
    [['left_for_own_wallet', OWN, 50_000n], former('moved_out_was_own'), FEE],
  ],
  [
    { kind: 'own_wallet' },
    'in',
    [['came_from_own_wallet', OWN, 50_000n], former('topped_up_was_own'), FEE],
  ],
  // The moves of a payout book it, whichever source is first; only the text has the fee.
  [{ kind: 'payout', payoutId: 'p' }, 'out', [former('moved_out_was_payout'), FEE]],
  [
    { kind: 'failed_payout', payoutId: 'W' },
    'out',
    [['failed_payout_paid', 'transaction:W', 50_000n], former('moved_out_was_payout'), FEE],
  ],
  [
    { kind: 'payment_given_back', operatorTxId: 'PP-1' },
    'out',
    [['unmatched_given_back', 'payment:orange:PP-1', 50_000n], former('moved_out_was_return'), FEE],
  ],
  [
    { kind: 'overpayment_given_back', depositId: 'D' },
    'out',
    [['overpayment_given_back', 'transaction:D', 50_000n], former('moved_out_was_return'), FEE],
  ],
];

for (const [meaning, direction, booked] of MEANINGS) {
  test(`money ${direction} that is ${meaning.kind} is booked as such`, () => {
    const postings = postMove({ ...SENT, direction }, 'orange:+237690000000', meaning);
    const shown = postings.map(({ rule, cause, amountCents }) => [rule, cause, amountCents]);
    assert.deepEqual(shown, booked);
    const other = booked.find(([, cause]) => cause !== OWN);
    const answered = answeredCause({ ...SENT, direction }, postings);
    assert.equal(answered, other === undefined ? null : other[1]);
    const free = postMove({ ...SENT, direction, feeCents: 0 }, 'orange:+237690000000', meaning);
    assert.equal(free.length, booked.length - 1, 'no fee, no entry of one');
  });
}

const [WRONG, RIGHT] = ['mtn:+237670000001', 'mtn:+237670000002'];

test('what is in a wallet goes to the one that it turned out to be, more or less than nothing', () => {
  const joined = (cents: bigint) =>
    postJoined({ wallet: WRONG, into: RIGHT, cents }).map(
      ({ rule, cause, wallet, amountCents }) => [rule, cause, wallet, amountCents],
    );
  const cause = `joined:${WRONG}`;
  assert.deepEqual(joined(500n), [
    ['left_for_own_wallet', cause, WRONG, 500n],
    ['came_from_own_wallet', cause, RIGHT, 500n],
  ]);
  assert.deepEqual(joined(-500n), [
    ['left_for_own_wallet', cause, RIGHT, 500n],
    ['came_from_own_wallet', cause, WRONG, 500n],
  ]);
  assert.deepEqual(joined(0n), []);
});

const BORNE: readonly (readonly [fee: bigint, booked: Record<string, bigint>])[] = [
  [0n, {}],
  [4_400n, { fee_passed_on: 4_400n }],
  [4_448n, { fee_passed_on: 4_400n, fee_rounded_down: 48n }],
  [4_450n, { fee_passed_on: 4_500n, fee_rounded_up: 50n }],
  [20n, { fee_rounded_down: 20n }],
];

for (const [feeCents, booked] of BORNE) {
  test(`of a fee of ${feeCents} hundredths the application bears whole XAF`, () => {
    const postings = postPassedFee('A', { cause: 'C', feeCents, valueAt: null });
    const shown = postings.map(({ rule, amountCents }) => [rule, amountCents]);
    assert.deepEqual(Object.fromEntries(shown), booked);
    assert.deepEqual(postPassedFee(null, { cause: 'C', feeCents, valueAt: null }), []);
  });
}
