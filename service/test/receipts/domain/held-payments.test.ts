import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BalanceReading, NOTHING_READ } from '../../../src/domain/lines/balance-reading.ts';
import { isLetGo, wordOn } from '../../../src/domain/receipts/held-payments.ts';

// What a balance that was read does with a payment whose text connects and that waits.

const [ANA, BO] = ['ana', 'bo'];
const time = new Date(0);
const only = { smsId: 'text' };
const confirming: BalanceReading = { ...NOTHING_READ, confirmed: new Set(['text']) };
const proving: BalanceReading = { ...NOTHING_READ, proven: new Set(['text']) };

const READINGS: readonly (readonly [
  name: string,
  typedBy: string | null,
  reading: BalanceReading,
  isFree: boolean,
])[] = [
  ['a reading beside the chain lets nothing go that needs proof', null, NOTHING_READ, false],
  ['a reading beside the chain lets nothing go that one person says', ANA, NOTHING_READ, false],
  ['a reading that only confirms proves nothing', null, confirming, false],
  ['a reading that proves lets go what needs proof', null, proving, true],
  ['a reading on the chain lets go what one person says', ANA, confirming, true],
];

for (const [name, typedBy, reading, isFree] of READINGS) {
  test(name, () => assert.equal(isLetGo({ ...only, typedBy, time }, reading), isFree));
}

const WORDS: readonly (readonly [
  name: string,
  before: string | null,
  reading: BalanceReading,
  now: { readonly typedBy: string | null; readonly areTwo: boolean },
  word: string | null,
])[] = [
  ['a first word is that of its typist', null, confirming, { typedBy: ANA, areTwo: false }, ANA],
  [
    'what the operator says is nobody’s word',
    null,
    proving,
    { typedBy: null, areTwo: false },
    null,
  ],
  ['the operator confirms a word', ANA, confirming, { typedBy: null, areTwo: false }, null],
  ['a second person confirms a word', ANA, confirming, { typedBy: BO, areTwo: true }, null],
  ['the same person confirms nothing', ANA, confirming, { typedBy: ANA, areTwo: false }, ANA],
  ['a text confirms nothing', ANA, NOTHING_READ, { typedBy: null, areTwo: false }, ANA],
  [
    'a balance beside the chain confirms nothing',
    ANA,
    NOTHING_READ,
    { typedBy: BO, areTwo: true },
    ANA,
  ],
];

for (const [name, typedBy, reading, now, word] of WORDS) {
  test(name, () => assert.equal(wordOn({ ...only, typedBy }, reading, now), word));
}
