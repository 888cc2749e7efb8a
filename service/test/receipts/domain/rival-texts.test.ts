import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  areRivals,
  judgeRivals,
  type KnownText,
  type RivalRuling,
} from '../../../src/domain/receipts/rival-texts.ts';

const UNPROVEN: KnownText = { state: 'unmatched', isVouched: true, isBelieved: false };
const BELIEVED: KnownText = { ...UNPROVEN, isBelieved: true };
const UNSIGNED: KnownText = { ...UNPROVEN, isVouched: false };

const CASES: readonly (readonly [
  name: string,
  known: KnownText,
  reported: KnownText,
  ruling: RivalRuling,
])[] = [
  ['the second one fits', UNPROVEN, BELIEVED, 'replaces'],
  ['the first one fits', BELIEVED, UNPROVEN, 'known_stands'],
  ['neither fits', UNPROVEN, UNPROVEN, 'both_held'],
  ['both fit', BELIEVED, BELIEVED, 'both_held'],
  [
    'the first is credited, the second fits',
    { ...UNPROVEN, state: 'used' },
    BELIEVED,
    'contradiction',
  ],
  ['the first is credited and fits', { ...BELIEVED, state: 'used' }, UNPROVEN, 'contradiction'],
  ['the first came without a gateway’s signature', UNSIGNED, UNPROVEN, 'replaces'],
  ['the second came without a gateway’s signature', UNPROVEN, UNSIGNED, 'known_stands'],
  ['staff have dismissed the first', { ...UNPROVEN, state: 'dismissed' }, BELIEVED, 'known_stands'],
];

for (const [name, known, reported, ruling] of CASES) {
  test(`of two texts with one id, ${name}: ${ruling}`, () => {
    assert.equal(judgeRivals(known, reported), ruling);
  });
}

test('texts are rivals when amount or payer differ', () => {
  const one = { payer: '+237690000001', amountXaf: 500 };
  assert.equal(areRivals(one, { ...one }), false);
  assert.equal(areRivals(one, { ...one, amountXaf: 501 }), true);
  assert.equal(areRivals(one, { ...one, payer: '+237690000002' }), true);
  assert.equal(areRivals({ ...one, payer: '' }, one), false, 'what is open contradicts nothing');
  assert.equal(areRivals({ ...one, amountXaf: 0 }, one), false);
});
