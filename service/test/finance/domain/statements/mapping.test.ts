import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMapping } from '../../../../src/domain/finance/statements/mapping.ts';
import { compilePattern } from '../../../../src/domain/finance/statements/text-pattern.ts';

const PLAIN = {
  id: 'orange-agent',
  version: 1,
  operator: 'orange',
  columns: { id: ['Référence'], at: ['Date'], from: ['De'], to: ['Vers'], amount: ['Montant'] },
  dayFirst: true,
  succeeded: ['OK'],
  failed: ['Échec'],
};

const RICH = {
  ...PLAIN,
  columns: {
    ...PLAIN.columns,
    time: ['Heure'],
    debit: ['Débit'],
    credit: ['Crédit'],
    party: ['Libellé'],
  },
  patterns: { party: ['Transfert vers {value} {skip}', 'Reçu de {value}'] },
  directionBy: 'columns',
  directionWords: { in: ['Crédit'], out: ['Débit'] },
  yearFirst: false,
  hasNoStatus: true,
  notStatus: ['Avis'],
  minusMeansOut: true,
  amountHasFee: true,
  failedRows: [{ column: 'Libellé', pattern: 'REJETÉ{skip}' }],
  leftOut: [{ pattern: 'TOTAL{skip}' }, { column: 'Libellé', pattern: 'Solde initial' }],
  feeRows: [{ column: 'Libellé', pattern: 'Frais {value}' }],
  expected: { Compte: ['{number}'] },
  expectedAbove: ['Compte {number}'],
  endsWithoutBreak: true,
};

test('a mapping is what it was given as, whether it says little or much', () => {
  for (const mapping of [PLAIN, RICH]) {
    assert.deepEqual(readMapping(mapping), { kind: 'mapping', mapping });
  }
});

const WRONG: readonly (readonly [name: string, said: object, fields: readonly string[]])[] = [
  ['a field that is misspelled', { minusMeanOut: true }, ['minusMeanOut']],
  ['a column that is misspelled', { columns: { ...PLAIN.columns, ammount: ['x'] } }, ['columns']],
  ['no names of a needed column', { columns: { ...PLAIN.columns, to: [] } }, ['columns.to']],
  ['no columns for its direction', { directionBy: 'columns' }, ['columns.debit', 'columns.credit']],
  [
    'a direction by words without words',
    { directionBy: 'words', columns: { ...PLAIN.columns, direction: ['Sens'] } },
    ['directionWords'],
  ],
  ['a sign that says nothing', { directionBy: 'sign', minusMeansOut: false }, ['minusMeansOut']],
  ['an unknown direction', { directionBy: 'guess' }, ['directionBy']],
  ['words that are no list', { failed: 'Échec' }, ['failed']],
  ['no day order', { dayFirst: undefined }, ['dayFirst']],
  ['a version that is none', { version: 0 }, ['version']],
  ['an operator that is none', { operator: 'nobody' }, ['operator']],
  ['a pattern of a column that it lacks', { patterns: { fee: ['{value} F'] } }, ['columns.fee']],
  ['a pattern that names no value', { patterns: { id: ['Ref {skip}'] } }, ['patterns']],
  ['a pattern with two values', { patterns: { id: ['{value} of {value}'] } }, ['patterns']],
  ['a pattern whose holes touch', { patterns: { id: ['Ref {skip}{value}'] } }, ['patterns']],
  ['a pattern that fits everything', { leftOut: [{ pattern: '{skip}' }] }, ['leftOut']],
  ['an empty pattern', { leftOut: [{ pattern: ' ' }] }, ['leftOut']],
  [
    'one word for two operators',
    { operators: { column: 'Provider', words: { mtn: ['A'], orange: ['a'] } } },
    ['operators'],
  ],
  ['operators without a column', { operators: { words: { mtn: ['A'] } } }, ['operators']],
  ['words of no operator', { operators: { column: 'A', words: { airtel: ['A'] } } }, ['operators']],
  ['a constant that is no list', { expected: { Devise: 'XAF' } }, ['expected']],
];

for (const [name, said, fields] of WRONG) {
  test(`${name} refuses a mapping and is named`, () => {
    assert.deepEqual(readMapping({ ...PLAIN, ...said }), { kind: 'wrong', fields });
  });
}

test('what is no mapping at all is refused', () => {
  for (const json of [null, [], 'x', 5]) {
    assert.deepEqual(readMapping(json), { kind: 'wrong', fields: ['mapping'] });
  }
});

const FITS: readonly (readonly [pattern: string, text: string, value: string | null])[] = [
  ['Transfert vers {value} {skip}', 'Transfert vers 690000001 NGONO Paul', '690000001'],
  ['Transfert vers {value} {skip}', 'TRANSFERT  VERS 690000001', '690000001'],
  ['Reçu de {value}', 'recu de 690 00 00 01 ', '690 00 00 01'],
  ['Reçu de {value}', 'Reçu de ', null],
  ['{skip} ID: {value}', 'ID: PP26.a1', 'PP26.a1'],
  ['{skip} ID: {value}', 'Paiement ID: PP26.a1', 'PP26.a1'],
  ['{skip}({value}){skip}', 'Ngono (690000001) Douala', '690000001'],
  ['{value} F', '500 F', '500'],
  ['{value} F', '500', null],
  ['TOTAL', 'Total', ''],
  ['TOTAL', 'Total Energies', null],
  ['TOTAL{skip}', 'Total Energies', ''],
  ['TOTAL{skip}', 'Sous-total', null],
  ['a {skip} b {value} c', 'a b c', null],
  ['a {skip} b {value} c', 'a x b y b c', 'y b'],
];

for (const [pattern, text, value] of FITS) {
  test(`${pattern} in ${JSON.stringify(text)} is ${JSON.stringify(value)}`, () => {
    assert.equal(compilePattern(pattern)(text), value);
  });
}
