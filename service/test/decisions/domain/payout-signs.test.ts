import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviseHeld, type HeldFacts } from '../../../src/domain/decisions/held-advice.ts';
import { type PayoutFacts, signsOf } from '../../../src/domain/decisions/payout-signs.ts';

const CLEAN: PayoutFacts = {
  amountXaf: 10_000,
  marks: [],
  payee: 'found',
  leftXaf: 10_000,
  isOwn: false,
  hasDeposited: true,
  wasPaidAtNumber: true,
  isPlayed: false,
  isContradicted: false,
  isBeyondMoney: false,
};

const SIGNS: readonly (readonly [Partial<PayoutFacts>, readonly string[]])[] = [
  [{}, []],
  [{ payee: 'no_account' }, ['no_account danger']],
  [{ leftXaf: 9_999 }, ['float_short danger']],
  [{ leftXaf: null }, ['float_unknown caution']],
  [{ leftXaf: null, isPlayed: true }, []],
  [{ isBeyondMoney: true, leftXaf: 9_999 }, ['beyond_money danger', 'float_short danger']],
  [{ isContradicted: true }, ['contradicted danger']],
  [{ marks: ['probable_duplicate'] }, ['probable_duplicate danger']],
  [
    { hasDeposited: false, wasPaidAtNumber: false },
    ['never_deposited caution', 'first_to_number caution'],
  ],
  // Nobody who pays a platform or a payer back is a player.
  [{ isOwn: true, hasDeposited: false }, []],
  [
    { payee: 'no_answer', marks: ['many_to_player'] },
    ['many_to_player caution', 'name_unknown caution'],
  ],
];

for (const [facts, expected] of SIGNS) {
  test(`a payout with ${JSON.stringify(facts)} shows ${expected.join(', ') || 'nothing'}`, () => {
    const shown = signsOf({ ...CLEAN, ...facts }).map(({ sign, tone }) => `${sign} ${tone}`);
    assert.deepEqual(shown, expected);
  });
}

const NOTHING: HeldFacts = {
  amountXaf: 10_000,
  said: null,
  isReceived: false,
  isNamed: false,
  mayComplete: true,
  unusedXaf: [],
};

const ADVICES: readonly (readonly [Partial<HeldFacts>, string])[] = [
  [{}, 'unclear'],
  [{ unusedXaf: [6_000, 4_000] }, 'complete'],
  [{ unusedXaf: [6_000] }, 'unclear'],
  [{ unusedXaf: [10_000], mayComplete: false }, 'unclear'],
  [{ said: 'succeeded' }, 'confirm_said'],
  [{ said: 'succeeded', unusedXaf: [10_000] }, 'complete'],
  [{ isReceived: true, said: 'failed', unusedXaf: [10_000] }, 'confirm_received'],
  [{ isNamed: true, said: 'succeeded', unusedXaf: [10_000] }, 'confirm_said'],
  [{ isNamed: true, isReceived: true, said: 'succeeded' }, 'confirm_received'],
  [{ isNamed: true, said: 'failed' }, 'confirm_named'],
  [{ said: 'failed' }, 'refuse'],
  [{ said: 'pending' }, 'unclear'],
];

for (const [facts, expected] of ADVICES) {
  test(`of a held deposit with ${JSON.stringify(facts)} it fits to ${expected}`, () => {
    assert.equal(adviseHeld({ ...NOTHING, ...facts }), expected);
  });
}
