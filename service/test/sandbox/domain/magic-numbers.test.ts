import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMagicNumber, outcomesOf } from '../../../src/domain/sandbox/magic-numbers.ts';

const PROMPTED = { direction: 'deposit', collectionMode: 'merchant_initiated' } as const;
const DIALLED = { direction: 'deposit', collectionMode: 'customer_initiated' } as const;
const PAYOUT = { direction: 'withdrawal', collectionMode: null } as const;

/** The promises of docs/testing.md by number: prompted deposit, dialled deposit, payout. */
const PROMISED: readonly (readonly [string, string, string, string])[] = [
  ['01', 'succeeded', 'succeeded', 'succeeded'],
  ['02', 'failed', 'failed', 'failed'],
  ['03', 'expired', 'expired', ''],
  ['04', 'expired succeeded', 'expired succeeded', ''],
  ['05', 'expired held', 'failed held', ''],
  ['06', 'refused_at_initiation', 'refused_at_initiation', ''],
  ['07', 'acknowledged', '', ''],
  ['08', '', '', 'approved'],
  ['09', '', '', 'submitted'],
  ['10', '', '', 'transfer_failed'],
  ['11', '', '', 'stuck'],
  ['12', 'failed', 'failed', ''],
  ['13', 'failed', 'failed', ''],
  ['14', 'failed', 'failed', 'transfer_failed'],
  ['15', 'failed', 'failed', 'transfer_failed'],
  ['16', 'failed', 'failed', 'transfer_failed'],
  ['17', 'failed', 'failed', ''],
  ['18', 'failed', 'failed', 'transfer_failed'],
  ['19', 'refused_at_initiation', 'refused_at_initiation', 'transfer_failed'],
  ['20', '', '', ''],
  ['21', '', '', ''],
  ['22', 'refused_at_initiation', 'refused_at_initiation', 'transfer_failed'],
  ['23', '', '', 'lapsed'],
];

for (const [digits, ...outcomes] of PROMISED) {
  test(`a payment of a number that ends with 99900${digits} does what is promised`, () => {
    const magic = findMagicNumber(`+2376799900${digits}`);
    assert.ok(magic !== null);
    const done = [PROMPTED, DIALLED, PAYOUT].map((kind) => outcomesOf(magic, kind).join(' '));
    assert.deepEqual(done, outcomes);
    assert.equal(magic.isAtOnce === true, ['06', '07', '19', '22'].includes(digits));
    assert.equal(magic.isUnavailable === true, digits === '21');
    assert.equal(magic.delayMs, digits === '20' ? 6_000 : undefined);
  });
}

test('no other number is magic', () => {
  for (const msisdn of ['+237679990099', '+237679980001', '+33679990001', '+2376799900011', '']) {
    assert.equal(findMagicNumber(msisdn), null, msisdn);
  }
});
