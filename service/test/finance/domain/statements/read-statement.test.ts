import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementMapping } from '../../../../src/domain/finance/statements/mapping.ts';
import { readStatement } from '../../../../src/domain/finance/statements/read-statement.ts';
import type { Message } from '../../../../src/domain/messages/message.ts';
import { loadStatementMappings } from '../../../../src/settings/statement-mappings.ts';
import { sheetOf } from '../../../support/finance/sheet.ts';

const mappings = loadStatementMappings('orange', null);
const NUMBER = '+237690000000';
const HEAD = [
  'Date',
  'Référence',
  'Statut',
  'Expéditeur',
  'Destinataire',
  'Montant',
  'Frais',
  'Solde',
];
const IN = ['04/03/2026 10:00', 'PP1', 'Succès', '691111111', '690000000', '1 000', '0', '11 000'];
const OUT = ['04/03/2026 11:00', 'MP2', 'Succès', '690000000', '692222222', '500', '25', '10 475'];
const FAILED = ['04/03/2026 11:30', 'MP3', 'Échoué', '690000000', '692222222', '700', '0', ''];

function read(...rows: readonly (readonly string[])[]) {
  return readStatement(sheetOf(rows), { mappings, number: NUMBER });
}

/** With a mapping of one's own, which says more of its form. */
function readAs(said: Partial<StatementMapping>, ...rows: readonly (readonly string[])[]) {
  const own = mappings.map((mapping) => ({ ...mapping, ...said }));
  return readStatement(sheetOf(rows), { mappings: own, number: NUMBER });
}

test('direction is by our own number, fees are apart, and failed lines are marked', () => {
  const statement = read(['Relevé de compte'], [], HEAD, IN, OUT, FAILED);
  assert.ok(statement.kind === 'read', JSON.stringify(statement));
  assert.deepEqual(
    statement.lines.map(({ row: _row, at: _at, operator: _operator, ...rest }) => rest),
    [
      line('PP1', { direction: 'in', other: '+237691111111', amountCents: 100_000 }, 1_100_000),
      line('MP2', { direction: 'out', amountCents: 50_000, feeCents: 2_500 }, 1_047_500),
      line('MP3', { direction: 'out', amountCents: 70_000, isFailed: true }, null),
    ],
  );
  assert.deepEqual(
    statement.lines.map(({ row }) => row),
    [4, 5, 6],
  );
});

test('an id in small letters is the one that the operator writes in capitals', () => {
  const statement = read(HEAD, IN.with(1, 'pp260304.1000.a12345'), OUT);
  assert.ok(statement.kind === 'read', JSON.stringify(statement));
  assert.equal(statement.lines[0]?.operatorTxId, 'PP260304.1000.A12345');
});

// None has a balance that would not follow if the line counted although nothing moved.
const unproven = (status: string) => read(HEAD, IN.with(2, status).with(7, ''));

test('a status that begins with a word of failure has failed, whatever reason follows', () => {
  for (const status of [
    'FAILED - NOT_ENOUGH_FUNDS',
    'Failed: timeout',
    'Rejected by the payee',
    'ÉCHEC (solde insuffisant)',
    'Annulée',
    'Unsuccessful',
  ]) {
    const statement = unproven(status);
    assert.ok(statement.kind === 'read', `${status}: ${JSON.stringify(statement)}`);
    assert.deepEqual(
      statement.lines.map(({ isFailed }) => isFailed),
      [true],
      status,
    );
  }
});

test('a status that is no known word of success is never taken for paid', () => {
  for (const status of [
    ...['Pending', 'En attente', 'En cours', 'Reversed', 'Remboursé', 'Unknown', '', '-', '0'],
    ...['Non réussi', 'Not successful', 'Succès annulé', 'Successful - reversed', 'Failedover'],
  ]) {
    const problem: Message = { code: 'row_status_unclear', params: { text: status } };
    assert.deepEqual(problemsOf(unproven(status)), [{ row: 2, problem }]);
  }
});

test('a word of success counts however it is spelled', () => {
  for (const status of ['Successful', 'SUCCESS', 'completed', ' Réussie ', 'reussi', 'EFFECTUÉ']) {
    const statement = unproven(status);
    assert.ok(statement.kind === 'read', `${status}: ${JSON.stringify(statement)}`);
    assert.equal(statement.lines[0]?.isFailed, false, status);
  }
});

test('newest first is as good as oldest first, and English as French', () => {
  const head = ['Date', 'Transaction Id', 'Status', 'From', 'To', 'Amount', 'Fee', 'Balance'];
  assert.equal(read(head, OUT, IN).kind, 'read');
  const last = [
    '04/03/2026 12:00',
    'PP4',
    'Succès',
    '691111111',
    '690000000',
    '100',
    '0',
    '10 575',
  ];
  assert.equal(read(head, last, OUT, IN).kind, 'read');
  const sameMinute = [OUT.with(0, last[0] ?? ''), IN.with(0, last[0] ?? '')];
  assert.equal(read(head, ...sameMinute.toReversed(), last).kind, 'read');
});

test('empty rows, missing balances and fees within or beside are no faults', () => {
  const blank = [' ', '', '\t'];
  const silent = OUT.with(7, '');
  const after = [
    '04/03/2026 12:00',
    'PP4',
    'Succès',
    '691111111',
    '690000000',
    '100',
    '',
    '10 575',
  ];
  for (const rows of [
    [HEAD, blank, IN, blank, OUT, after],
    [HEAD, IN, silent],
    [HEAD, IN, OUT.with(7, '10 500'), after.with(7, '10 600')],
    // What failed moved nothing, whatever balance is beside it.
    [HEAD, IN, FAILED.with(7, '1'), OUT],
    [HEAD, IN.map((cell) => ` ${cell} `)],
    [HEAD, IN.with(7, ''), OUT.with(7, '')],
    // One id may have two sides.
    [HEAD, IN.with(7, ''), OUT.with(1, 'PP1').with(7, '')],
  ]) {
    const statement = read(...rows);
    assert.equal(statement.kind, 'read', JSON.stringify(statement));
  }
});

test('a party without a number is none, and one in an address is its number', () => {
  const statement = read(
    HEAD,
    IN.with(3, 'Boutique').with(7, ''),
    OUT.with(4, 'FRI:237692222222/MSISDN').with(7, ''),
  );
  assert.ok(statement.kind === 'read');
  assert.deepEqual(
    statement.lines.map(({ other }) => other),
    [null, '+237692222222'],
  );
});

const WRONG: readonly (readonly [
  name: string,
  rows: readonly (readonly string[])[],
  row: number,
  problem: Message,
])[] = [
  ['a file of something else', [['a', 'b'], ['c']], 1, { code: 'statement_of_no_form' }],
  [
    'a table that begins too far below',
    [...Array.from({ length: 40 }, () => ['']), HEAD, IN],
    1,
    { code: 'statement_of_no_form' },
  ],
  ['no lines', [HEAD], 1, { code: 'statement_without_rows' }],
  ['a line without an id', [HEAD, IN.with(1, ' ')], 2, { code: 'row_without_id' }],
  [
    'a line that is cut',
    [HEAD, IN, OUT.slice(0, 4)],
    3,
    { code: 'row_amount_unclear', params: { text: '' } },
  ],
  [
    'a time that cannot be read',
    [HEAD, IN.with(0, 'soon')],
    2,
    { code: 'row_time_unclear', params: { text: 'soon' } },
  ],
  [
    'an amount that cannot be read',
    [HEAD, IN.with(5, 'x')],
    2,
    { code: 'row_amount_unclear', params: { text: 'x' } },
  ],
  [
    'an amount of nothing',
    [HEAD, IN.with(5, '0')],
    2,
    { code: 'row_amount_unclear', params: { text: '0' } },
  ],
  [
    'a fee that cannot be read',
    [HEAD, IN.with(6, 'x')],
    2,
    { code: 'row_fee_unclear', params: { text: 'x' } },
  ],
  [
    'a balance that cannot be read',
    [HEAD, IN.with(7, 'x')],
    2,
    { code: 'row_balance_unclear', params: { text: 'x' } },
  ],
  [
    'a balance that does not follow',
    [HEAD, IN, OUT.with(7, '10 000')],
    3,
    { code: 'row_balance_breaks', params: { row: 2 } },
  ],
  [
    'money that came and is shown as gone',
    [HEAD, IN, IN.with(0, '04/03/2026 10:01').with(1, 'PP4').with(7, '10 000')],
    3,
    { code: 'row_balance_breaks', params: { row: 2 } },
  ],
  [
    'a line of another account',
    [HEAD, IN.map((cell) => cell.replace('690000000', '690000001'))],
    2,
    { code: 'row_of_others', params: { text: NUMBER } },
  ],
  ['the same id twice', [HEAD, IN, IN], 3, { code: 'row_twice', params: { row: 2 } }],
];

for (const [name, rows, row, problem] of WRONG) {
  test(`${name} is refused with its line`, () => {
    assert.deepEqual(problemsOf(read(...rows)), [{ row, problem }]);
  });
}

test('lines that cannot be read are reported before what follows from all of them', () => {
  const statement = read(HEAD, IN, IN, OUT.with(5, 'x'));
  assert.ok(statement.kind === 'refused');
  assert.deepEqual(
    statement.problems.map(({ row, problem }) => [row, problem.code]),
    [[4, 'row_amount_unclear']],
  );
});

const some = (row: readonly string[]) => [0, 1, 3, 4, 5].map((column) => row[column] ?? '');

test('a table without a known status is refused unless its mapping says that its form has none', () => {
  const problem: Message = { code: 'statement_without_status' };
  const refused = [{ row: 1, problem }];
  assert.deepEqual(problemsOf(read(some(HEAD), some(IN))), refused);
  const unknown = read(HEAD.with(2, 'Statut opération'), IN.with(2, 'ECHEC'));
  assert.deepEqual(problemsOf(unknown), refused);
  assert.equal(readAs({ hasNoStatus: true }, some(HEAD), some(IN)).kind, 'read');
});

test('a column of few words with one of failure is refused unless it is said to be no status', () => {
  const head = [...HEAD, 'Avis'];
  const rows = [head, [...IN, 'ok'], [...OUT, 'ECHEC - SOLDE INSUFFISANT']];
  const params = { text: 'Avis: ECHEC - SOLDE INSUFFISANT' };
  const problem: Message = { code: 'statement_column_of_failure', params };
  const refused = [{ row: 1, problem }];
  assert.deepEqual(problemsOf(read(...rows)), refused);
  assert.deepEqual(problemsOf(readAs({ hasNoStatus: true }, ...rows)), refused);
  assert.equal(readAs({ notStatus: ['AVIS'] }, ...rows).kind, 'read');
  // The column has no name.
  assert.equal(read(HEAD, [...IN, ''], [...OUT, 'Failed']).kind, 'refused');
  // Notes of payers are more than ten, and say what they like.
  const note = (index: number) => [...IN.with(1, `P${index}`).with(7, ''), `note ${index}`];
  const notes = Array.from({ length: 10 }, (_, index) => note(index));
  assert.equal(read(head, ...notes.slice(1), [...FAILED, 'Failed']).kind, 'refused');
  assert.equal(read(head, ...notes, [...FAILED, 'Failed']).kind, 'read');
});

test('a minus before money that came means that it left again', () => {
  const moves = (statement: ReturnType<typeof read>) =>
    statement.kind === 'read' && statement.lines.map(({ direction }) => direction);
  const [came, sent] = [IN.with(7, ''), OUT.with(7, '')];
  const back = came.with(1, 'PP9').with(5, '-1 000');
  assert.deepEqual(moves(read(HEAD, came, back)), ['in', 'out']);
  // All that left has a minus: that is how this file writes it.
  assert.deepEqual(moves(read(HEAD, came, sent.with(5, '-500'))), ['in', 'out']);
  const both = [HEAD, sent, sent.with(1, 'MP9').with(5, '-500')];
  const problem: Message = { code: 'row_sign_unclear' };
  assert.deepEqual(problemsOf(read(...both)), [{ row: 3, problem }]);
  assert.deepEqual(moves(readAs({ minusMeansOut: true }, ...both)), ['in', 'out']);
  assert.deepEqual(moves(readAs({ minusMeansOut: false }, ...both)), ['out', 'in']);
});

test('a table may lack status, fee and balance', () => {
  const statement = readAs({ hasNoStatus: true }, some(HEAD), some(IN), some(OUT));
  assert.ok(statement.kind === 'read', JSON.stringify(statement));
  assert.deepEqual(
    statement.lines.map(({ feeCents, balanceCents, isFailed }) => [
      feeCents,
      balanceCents,
      isFailed,
    ]),
    [
      [0, null, false],
      [0, null, false],
    ],
  );
});

test('of a file that is wrong throughout the first fifty faults are reported', () => {
  const statement = read(HEAD, ...Array.from({ length: 60 }, () => IN.with(5, 'x')));
  assert.ok(statement.kind === 'refused');
  assert.equal(statement.problems.length, 50);
});

function line(operatorTxId: string, values: object, balanceCents: number | null) {
  const usual = { other: '+237692222222', feeCents: 0, isFailed: false, isComputed: false };
  return { operatorTxId, ...usual, ...values, balanceCents };
}

function problemsOf(statement: ReturnType<typeof read>) {
  return statement.kind === 'refused' ? statement.problems : [];
}
