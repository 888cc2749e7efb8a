import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatement } from '../../../src/domain/reconciliation/statements/read-statement.ts';
import { loadStatementMappings } from '../../../src/statement-mappings.ts';

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
  return readStatement(rows, { mappings, number: NUMBER });
}

test('direction is by our own number, fees are apart, and failed lines are marked', () => {
  const statement = read(['Relevé de compte'], [], HEAD, IN, OUT, FAILED);
  assert.ok(statement.kind === 'read', JSON.stringify(statement));
  assert.deepEqual(
    statement.lines.map(({ row: _row, at: _at, ...rest }) => rest),
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

test('newest first is as good as oldest first, and English as French', () => {
  const head = ['Date', 'Transaction Id', 'Status', 'From', 'To', 'Amount', 'Fee', 'Balance'];
  assert.equal(read(head, OUT, IN).kind, 'read');
});

const WRONG: readonly (readonly [
  name: string,
  rows: readonly (readonly string[])[],
  row: number,
])[] = [
  ['a file of something else', [['a', 'b'], ['c']], 1],
  ['no lines', [HEAD], 1],
  ['a line that is cut', [HEAD, IN, OUT.slice(0, 4)], 3],
  ['a balance that does not follow', [HEAD, IN, [...OUT.slice(0, 7), '10 000']], 3],
  ['an amount that cannot be read', [HEAD, [...IN.slice(0, 5), 'x', '0', '']], 2],
  ['a line of somebody else', [HEAD, IN.map((cell) => cell.replace('690000000', '690000001'))], 2],
  ['the same id twice', [HEAD, IN, IN], 3],
];

for (const [name, rows, row] of WRONG) {
  test(`${name} is refused with its line`, () => {
    const statement = read(...rows);
    assert.ok(statement.kind === 'refused');
    assert.deepEqual(
      statement.problems.map((problem) => problem.row),
      [row],
    );
  });
}

function line(operatorTxId: string, values: object, balanceCents: number | null) {
  const usual = { other: '+237692222222', feeCents: 0, isFailed: false };
  return { operatorTxId, ...usual, ...values, balanceCents };
}
