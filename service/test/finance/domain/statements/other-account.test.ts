import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOtherAccount } from '../../../../src/domain/finance/statements/doubts.ts';
import type { SheetRow } from '../../../../src/domain/finance/statements/find-table.ts';
import type { StatementMapping } from '../../../../src/domain/finance/statements/mapping.ts';
import { readStatement } from '../../../../src/domain/finance/statements/read-statement.ts';

const OWN = '+237652003333';
const MAPPING: StatementMapping = {
  id: 'test',
  version: 1,
  operator: 'mtn',
  dayFirst: true,
  succeeded: [],
  failed: [],
  hasNoStatus: true,
  columns: {
    at: ['Date'],
    id: ['Id'],
    amount: ['Amount'],
    party: ['Customer'],
  },
  directionBy: 'sign',
};

/** Five payments of one customer, with the account in each row. */
function fileOf(account: string, above: readonly string[] = [], agent = ''): readonly SheetRow[] {
  const payments = [1, 2, 3, 4, 5].map((n) => [
    `0${n}/10/2026 10:00`,
    `73401836${n}0`,
    account,
    '237670000001',
    n % 2 === 0 ? '-500' : '700',
    agent,
  ]);
  const cells = [above, ['Date', 'Id', 'Account', 'Customer', 'Amount', 'Agent'], ...payments];
  return cells.map((row, index) => ({ row: index + 1, cells: row }));
}

function accountIn(
  rows: readonly SheetRow[],
  { mapping = MAPPING, covers = [] as readonly SheetRow[] } = {},
): unknown {
  const read = readStatement({ kind: 'csv', rows }, { mappings: [mapping], number: OWN });
  assert.equal(read.kind, 'read', JSON.stringify(read));
  const { lines } = read;
  return findOtherAccount({ lines, rows, covers, number: OWN }, mapping)?.params ?? null;
}

const OTHER = { text: '+237670099999' };

test('a file of which every row, or a line above them, names another account is refused', () => {
  assert.deepEqual(accountIn(fileOf('237670099999')), OTHER);
  assert.deepEqual(accountIn(fileOf('', ['Account', '+237 670 099 999'])), OTHER);
  const covers = [{ row: 3, cells: ['Account number', '+237 670 099 999'] }];
  assert.deepEqual(accountIn(fileOf(''), { covers }), OTHER);
});

test('a file that names our account too is ours, and so is one that names none', () => {
  assert.equal(accountIn(fileOf('237652003333', ['Help', '670 09 99 99'])), null);
  assert.equal(accountIn(fileOf('237652003333', [], '237670099999')), null);
  assert.equal(accountIn(fileOf('')), null);
});

test('the only customer, and a number within a text above the lines, are no accounts', () => {
  assert.equal(accountIn(fileOf('', ['Questions? Call 670 09 99 99'])), null);
});

test('a number that the mapping expects is refused nowhere', () => {
  const expected = { Account: ['237670099999'] };
  const mapping = { ...MAPPING, expected };
  assert.equal(accountIn(fileOf('237670099999'), { mapping }), null);
});
