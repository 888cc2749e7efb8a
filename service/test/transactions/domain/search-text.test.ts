import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch } from '../../../src/domain/transactions/search/search-text.ts';

const NOTHING = {
  id: null,
  msisdn: null,
  name: [],
  amountXaf: null,
  lastDigits: null,
  digitsAndAmount: null,
};
const ID = '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11';

const READ = [
  [ID, { id: ID }],
  ['6 70 00 77 11', { msisdn: '+237670007711' }],
  ['payout-1003', {}],
  ['25 000', { amountXaf: 25_000, lastDigits: '25000' }],
  ['25.000 FCFA', { amountXaf: 25_000 }],
  ['1500F', { amountXaf: 1_500 }],
  ['7711', { amountXaf: 7_711, lastDigits: '7711' }],
  ['…77 11', { lastDigits: '7711' }],
  ['*711', { lastDigits: '711' }],
  ['11', {}],
  [
    '1373 8000',
    { lastDigits: '13738000', digitsAndAmount: { lastDigits: '1373', amountXaf: 8_000 } },
  ],
  ['1229 45000', { digitsAndAmount: { lastDigits: '1229', amountXaf: 45_000 } }],
  ['2448 36000', { digitsAndAmount: { lastDigits: '2448', amountXaf: 36_000 } }],
  ['6700 07711', { msisdn: '+237670007711' }],
  ['…1373 25 000 F', { digitsAndAmount: { lastDigits: '1373', amountXaf: 25_000 } }],
  ['6 70 00 77 11 8000', {}],
  ['  Awa  NGONO-Eyénga ', { name: ['awa', 'ngono', 'eyenga'] }],
  ['Al', {}],
  ['Awa', { name: ['awa'] }],
  ['A. Ngono', { name: ['a', 'ngono'] }],
  ['...', {}],
  ['1500 F', { amountXaf: 1_500 }],
  ["'); drop table", { name: ['drop', 'table'] }],
] as const;

for (const [text, keys] of READ) {
  test(`“${text}” is read as ${JSON.stringify(keys)}`, () => {
    const expected = { ...NOTHING, text: text.trim(), ...keys };
    assert.deepEqual(readSearch(text, { seeNumbers: true }), expected);
  });
}

test('a person who sees no numbers finds none by their last digits', () => {
  const { amountXaf, lastDigits } = readSearch('7711', { seeNumbers: false });
  assert.deepEqual({ amountXaf, lastDigits }, { amountXaf: 7_711, lastDigits: null });
  assert.equal(readSearch('1373 8000', { seeNumbers: false }).digitsAndAmount, null);
});
