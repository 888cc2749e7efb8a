import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtRows } from '../../../../src/domain/finance/statements/look-at-rows.ts';
import { sheetOf } from '../../../support/finance/sheet.ts';

// One person may keep a mapping only if no other reading of the file would agree as well.

type Rows = readonly (readonly string[])[];
const request = { operator: 'orange', number: '+237690000000', known: [] } as const;
const lookAt = (rows: Rows, given: Readonly<Record<string, unknown>>) =>
  lookAtRows(sheetOf(rows), { ...request, given });
const provenBy = (rows: Rows, given: Readonly<Record<string, unknown>>) => {
  const { problems, agrees, proof } = lookAt(rows, given);
  assert.deepEqual(problems, []);
  return [agrees, proof];
};

const form = {
  columns: { at: ['Day'], id: ['Id'], amount: ['Amount'], fee: ['Charge'], balance: ['Balance'] },
  directionBy: 'sign',
  dayFirst: true,
  hasNoStatus: true,
  succeeded: [],
  failed: [],
};
const HEAD = ['Day', 'Id', 'Amount', 'Charge', 'Balance'];
const rowsWith = (balances: readonly string[], head: readonly string[] = HEAD): Rows => [
  head,
  ['17/11/2026 09:00', 'A1', '-5000', '50', balances[0] ?? ''],
  ['17/11/2026 10:00', 'A2', '-3000', '30', balances[1] ?? ''],
  ['17/11/2026 11:00', 'A3', '10000', '100', balances[2] ?? ''],
];
const APART = rowsWith(['94950', '91920', '101820']);
const ALONE = rowsWith(['95000', '92000', '102000']);

test('balances that change by amount and fee prove both', () => {
  assert.deepEqual(provenBy(APART, form), ['balance_chain', 'balance_chain']);
});

test('balances that change by the amount alone agree with it, and prove no fee', () => {
  assert.deepEqual(provenBy(ALONE, form), ['balance_chain', null]);
  assert.deepEqual(provenBy(ALONE, { ...form, amountHasFee: true }), ['balance_chain', null]);
  const { fee: _fee, ...columns } = form.columns;
  assert.deepEqual(provenBy(ALONE, { ...form, columns }), ['balance_chain', 'balance_chain']);
});

test('a heading that says net proves with the balances that the fee is in the amount', () => {
  const rows = rowsWith(['95000', '92000', '102000'], HEAD.with(2, 'Net amount'));
  const columns = { ...form.columns, amount: ['Net amount'] };
  const net = { ...form, columns, amountHasFee: true };
  assert.deepEqual(provenBy(rows, net), ['balance_chain', 'balance_chain']);
});

const { balance: _balance, ...unbalanced } = form.columns;
const FOOT: Rows = [
  ['Total debits', '8000', '', '', ''],
  ['Total credits', '10000', '', '', ''],
];
const summed = {
  ...form,
  columns: unbalanced,
  leftOut: [{ pattern: 'Total {skip}' }, { pattern: 'Balance {skip}' }],
};

test('sums prove fees only together with the balances before and after', () => {
  const rows = rowsWith([]);
  assert.deepEqual(provenBy([...rows, ...FOOT], summed), ['control_sum', null]);
  const balances: Rows = [
    ['Balance opening', '100000', '', '', ''],
    ['Balance closing', '101820', '', '', ''],
  ];
  const whole = [...rows, ...FOOT, ...balances];
  assert.deepEqual(provenBy(whole, summed), ['control_sum', 'control_sum']);
});

test('a sum in which failed payments count does not prove which of them failed', () => {
  const rows: Rows = [...rowsWith([]).map((row) => row.with(3, '')), ...FOOT];
  const failedRows = [{ column: 'Id', pattern: 'A2' }];
  assert.deepEqual(provenBy(rows, { ...summed, failedRows }), [null, null]);
});

test('what was taken back is refused where the fee is in the amount', () => {
  const rows: Rows = [
    HEAD,
    ['17/11/2026 09:00', 'A1', '-1010', '10', '98990'],
    ['17/11/2026 10:00', 'A1', '1010', '10', '100000'],
  ];
  const { problems } = lookAt(rows, { ...form, amountHasFee: true });
  assert.deepEqual(
    problems.map(({ row, problem }) => [row, problem.code]),
    [[3, 'row_fee_unclear']],
  );
});

test('days above the lines go one way: a date of printing refuses the file', () => {
  const dated = {
    ...form,
    columns: { time: ['Hour'], id: ['Id'], amount: ['Amount'], balance: ['Balance'] },
    dateAbove: true,
  };
  const day = (text: string) => [text, '', '', ''];
  const rows: Rows = [
    ['Hour', 'Id', 'Amount', 'Balance'],
    day('02/11/2026'),
    ['09:00', 'A1', '-1000', '99000'],
    day('05/12/2026'),
    ['10:00', 'A2', '-1000', '98000'],
    day('03/11/2026'),
    ['09:00', 'A3', '-1000', '97000'],
  ];
  const { problems } = lookAt(rows, dated);
  assert.deepEqual(
    problems.map(({ row, problem }) => [row, problem.code]),
    [[7, 'row_day_unclear']],
  );
  assert.deepEqual(lookAt(rows.toSpliced(3, 1), dated).problems, []);
});
