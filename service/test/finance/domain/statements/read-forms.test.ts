import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementMapping } from '../../../../src/domain/finance/statements/mapping.ts';
import { readStatement } from '../../../../src/domain/finance/statements/read-statement.ts';
import type { Message } from '../../../../src/domain/messages/message.ts';
import { sheetOf } from '../../../support/finance/sheet.ts';

const NUMBER = '+237690000000';

/** Debit and credit, the time in a column of its own, the other side in a description. */
const AGENT: StatementMapping = {
  id: 'orange-agent',
  version: 1,
  operator: 'orange',
  directionBy: 'columns',
  columns: {
    id: ['Référence'],
    at: ['Date'],
    time: ['Heure'],
    party: ['Libellé'],
    debit: ['Débit'],
    credit: ['Crédit'],
    balance: ['Solde'],
  },
  patterns: { party: ['Transfert vers {value} {skip}', 'Reçu de {value}'] },
  dayFirst: true,
  succeeded: [],
  failed: ['Échec'],
  hasNoStatus: true,
  leftOut: [{ pattern: 'TOTAL{skip}' }, { column: 'Libellé', pattern: 'Solde initial' }],
  expected: { Devise: ['XAF'] },
  expectedAbove: ['Compte {number}'],
};
const ABOVE = ['Compte N° 237 690 00 00 00'];
const HEAD = ['Date', 'Heure', 'Référence', 'Libellé', 'Débit', 'Crédit', 'Solde', 'Devise'];
const START = ['17-11-26', '', '', 'Solde initial', '', '', '10 000', 'XAF'];
const OUT = [
  '17-11-26',
  '09:22',
  '="PP1"',
  'Transfert vers 691111111 NGONO',
  '500',
  '-',
  '9 500',
  'XAF',
];
const IN = ['17-11-26', '09h30', 'PP2', 'Reçu de 692222222', '0', '1 500', '11 000', 'XAF'];
const TOTAL = ['TOTAL', '', '', '', '500', '1 500', '', ''];

function read(rows: readonly (readonly string[])[], said: Partial<StatementMapping> = {}) {
  const mappings = [{ ...AGENT, ...said }];
  return readStatement(sheetOf(rows, 'csv'), { mappings, number: NUMBER });
}

test('rows that a mapping leaves out, and a heading that is repeated, are no payments', () => {
  const statement = read([ABOVE, HEAD, START, OUT, HEAD, IN, TOTAL]);
  assert.ok(statement.kind === 'read', JSON.stringify(statement));
  assert.deepEqual(
    statement.lines.map(({ row, operatorTxId, direction, other, amountCents, at }) => [
      ...[row, operatorTxId, direction, other, amountCents],
      at.toISOString(),
    ]),
    [
      [4, 'PP1', 'out', '+237691111111', 50_000, '2026-11-17T08:22:00.000Z'],
      [6, 'PP2', 'in', '+237692222222', 150_000, '2026-11-17T08:30:00.000Z'],
    ],
  );
});

test('a balance is followed over lines that show none', () => {
  const between = OUT.with(6, '');
  const after = IN.with(6, '11 000');
  const first = IN.with(2, 'PP0').with(1, '09:00').with(6, '10 000');
  assert.equal(read([ABOVE, HEAD, first, between, after]).kind, 'read');
  const wrong = read([ABOVE, HEAD, first, between.with(4, '400'), after]);
  assert.deepEqual(wrong.kind === 'refused' && wrong.problems.map(({ row }) => row), [5]);
});

const REFUSED: readonly (readonly [
  name: string,
  rows: readonly (readonly string[])[],
  row: number,
  problem: Message,
])[] = [
  ['a row that has fewer cells than the head', [OUT, IN.slice(0, 7)], 4, { code: 'row_cut' }],
  [
    'a row that is left out, but reads as a payment,',
    [OUT.with(3, 'Solde initial')],
    3,
    { code: 'row_left_out_pays' },
  ],
  [
    'another currency',
    [OUT.with(7, 'USD')],
    3,
    { code: 'row_not_expected', params: { text: 'Devise: USD' } },
  ],
  [
    'a line with both a debit and a credit',
    [OUT.with(5, '20')],
    3,
    { code: 'row_amount_unclear', params: { text: '500 / 20' } },
  ],
  [
    'a line without its time',
    [OUT.with(1, '')],
    3,
    { code: 'row_time_unclear', params: { text: '17-11-26' } },
  ],
];

for (const [name, rows, row, problem] of REFUSED) {
  test(`${name} is refused with its line`, () => {
    const statement = read([ABOVE, HEAD, ...rows]);
    assert.ok(statement.kind === 'refused');
    assert.deepEqual(statement.problems, [{ row, problem }]);
  });
}

test('a statement of another account, or without what its mapping expects, is refused', () => {
  const codeOf = (...rows: readonly (readonly string[])[]) => {
    const statement = read(rows);
    return statement.kind === 'refused' && statement.problems[0]?.problem.code;
  };
  assert.equal(codeOf(['Compte 237690000001'], HEAD, OUT), 'statement_not_expected');
  assert.equal(codeOf(HEAD, OUT), 'statement_not_expected');
  assert.equal(codeOf(ABOVE, HEAD.slice(0, 7), OUT.slice(0, 7)), 'statement_not_expected');
  const own = { expected: { Devise: ['{number}'] } };
  assert.equal(read([ABOVE, HEAD, OUT.with(7, '690000000')], own).kind, 'read');
  assert.equal(read([ABOVE, HEAD, OUT.with(7, '690000001')], own).kind, 'refused');
});

test('a word of direction that the mapping does not know is refused', () => {
  const columns = { ...AGENT.columns, direction: ['Devise'], amount: ['Débit'] };
  const words = {
    directionBy: 'words',
    columns,
    directionWords: { in: ['CR'], out: ['DR'] },
    expected: {},
  } as const;
  const shown = (word: string) => read([ABOVE, HEAD, OUT.with(7, word)], words);
  const dr = shown('dr');
  assert.equal(dr.kind === 'read' && dr.lines[0]?.direction, 'out');
  const other = shown('XX');
  const problem = { code: 'row_direction_unclear', params: { text: 'XX' } };
  assert.ok(other.kind === 'refused');
  assert.deepEqual(other.problems, [{ row: 3, problem }]);
});
