import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { cappedSumXaf, formatXaf, MAX_AMOUNT_XAF, sumXaf } from '../../src/domain/money.ts';

test('an amount is written in groups of three with no-break spaces', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0 FCFA'],
    [100, '100 FCFA'],
    [1000, '1 000 FCFA'],
    [12_500, '12 500 FCFA'],
    [1_000_000, '1 000 000 FCFA'],
    [MAX_AMOUNT_XAF, '9 007 199 254 740 991 FCFA'],
  ];
  for (const [amountXaf, text] of cases) {
    assert.equal(formatXaf(amountXaf), text.replaceAll(' ', '\u00A0'));
  }
});

test('a formatted amount has the digits of the amount and no ordinary space', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (amountXaf) => {
      const text = formatXaf(amountXaf);
      assert.equal(text.replaceAll(/[^0-9]/g, ''), String(amountXaf));
      assert.ok(!text.includes(' '));
    }),
  );
});

test('a sum is exact or is not given', () => {
  assert.equal(sumXaf([]), 0);
  assert.equal(sumXaf([100, 12_500, 1]), 12_601);
  assert.equal(sumXaf([MAX_AMOUNT_XAF, 0]), MAX_AMOUNT_XAF);
  assert.throws(() => sumXaf([MAX_AMOUNT_XAF, 1]), /Impossible/);
});

test('a figure that people look at stays at the largest amount', () => {
  assert.equal(cappedSumXaf([]), 0);
  assert.equal(cappedSumXaf([100, 12_500, 1]), 12_601);
  assert.equal(cappedSumXaf([MAX_AMOUNT_XAF, 1, 1]), MAX_AMOUNT_XAF);
});

test('what is no whole, positive amount is neither written nor summed', () => {
  for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_AMOUNT_XAF + 1]) {
    assert.throws(() => formatXaf(wrong), /Impossible/);
    assert.throws(() => sumXaf([100, wrong]), /Impossible/);
  }
});
