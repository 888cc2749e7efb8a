import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesBetween } from '../../../src/domain/receipts/matching.ts';
import { english } from '../../support/sentences.ts';

const payment = {
  operator: 'orange',
  payerMsisdn: '+237690000001',
  line: '+237699000000',
  amountXaf: 5_000,
  receivedAt: new Date('2026-11-15T10:05:00Z'),
} as const;

const deposit = {
  operator: 'orange',
  msisdn: '+237690000001',
  merchantNumber: '+237699000000',
  amountXaf: 5_000,
  state: 'expired',
  collectionMode: 'customer_initiated',
  createdAt: new Date('2026-11-15T10:00:00Z'),
} as const;

test('a payment that fits in everything has no differences', () => {
  assert.deepEqual(differencesBetween(payment, deposit), []);
  const atOnce = { ...payment, receivedAt: deposit.createdAt };
  assert.deepEqual(differencesBetween(atOnce, deposit), []);
});

const CASES = [
  [{ operator: 'mtn' }, {}, /another operator/],
  [{ payerMsisdn: '+237690000002' }, {}, /another number/],
  [{ line: '+237699000001' }, {}, /another merchant number/],
  [{ amountXaf: 4_500 }, {}, /500.FCFA too little/],
  [{ amountXaf: 5_001 }, {}, /1.FCFA too much/],
  [{ receivedAt: new Date('2026-11-15T09:59:59Z') }, {}, /before the deposit/],
  [{}, { collectionMode: 'merchant_initiated' }, /confirm on the phone/],
  [{}, { state: 'failed' }, /already failed/],
] as const;

for (const [paymentChange, depositChange, expected] of CASES) {
  test(`a difference has a sentence: ${expected.source}`, () => {
    const found = differencesBetween(
      { ...payment, ...paymentChange },
      { ...deposit, ...depositChange },
    );
    assert.equal(found.length, 1);
    assert.match(english(found[0]), expected);
  });
}
