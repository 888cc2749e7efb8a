import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMoney, readRefusedMoney } from '../../../src/domain/decisions/resolution.ts';

test('money of a refused deposit is free again, or returned in a recorded way', () => {
  assert.deepEqual(readRefusedMoney({ choice: 'free', how: null }), { becomes: 'free' });
  assert.deepEqual(readRefusedMoney({ choice: 'returned', how: ' MP-2 ' }), {
    becomes: 'returned',
    how: 'MP-2',
  });
});

test('without what became of the money, and how it went back, there is no decision', () => {
  assert.equal(readRefusedMoney({ choice: null, how: 'MP-2' }), null);
  assert.equal(readRefusedMoney({ choice: 'returned', how: null }), null);
  assert.equal(readRefusedMoney({ choice: 'returned', how: ' - ' }), null);
});

test('a deposit has money if a payment or a receipt is known; a payout never has', () => {
  const deposit = { direction: 'deposit', providerTxId: null } as const;
  assert.equal(hasMoney(deposit, 0), false);
  assert.equal(hasMoney(deposit, 1), true);
  assert.equal(hasMoney({ ...deposit, providerTxId: 'MP-1' }, 0), true);
  assert.equal(hasMoney({ direction: 'withdrawal', providerTxId: 'MP-1' }, 1), false);
});
