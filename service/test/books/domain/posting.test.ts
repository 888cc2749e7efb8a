import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postSent } from '../../../src/domain/books/posting.ts';

const SENT = {
  operator: 'orange',
  operatorTxId: 'MP-2',
  line: '+237690000000',
  amountXaf: 500,
  feeCents: 4_448,
  operatorTime: null,
  isPayout: false,
  returnedTxId: null,
};

function shown(sent: Partial<typeof SENT> | { readonly returnedTxId: string }) {
  return postSent({ ...SENT, ...sent }).map(({ rule, cause, amountCents }) => [
    rule,
    cause,
    amountCents,
  ]);
}

const FEE = ['fee_charged', 'payment:orange:MP-2', 4_448n];

test('what left a wallet is a payout’s, a payment’s that went back, or moved outside', () => {
  assert.deepEqual(shown({}), [['moved_out', 'payment:orange:MP-2', 50_000n], FEE]);
  assert.deepEqual(shown({ feeCents: 0 }), [['moved_out', 'payment:orange:MP-2', 50_000n]]);
  // The moves of a payout book it, whoever tells of it first; only the text knows the fee.
  assert.deepEqual(shown({ isPayout: true }), [FEE]);
  assert.deepEqual(shown({ returnedTxId: 'PP-1' }), [
    ['unmatched_given_back', 'payment:orange:PP-1', 50_000n],
    FEE,
  ]);
});
