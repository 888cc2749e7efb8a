import assert from 'node:assert/strict';
import type { StatementMapping } from '../../../src/domain/finance/statements/mapping.ts';
import { readStatement } from '../../../src/domain/finance/statements/read-statement.ts';
import { sheetOf } from '../finance/sheet.ts';
import { pick, seeded } from '../providers/provider-garbage.ts';

const NUMBER = '+237670000000';
type Random = () => number;

/**
 * Reads damaged statements. None makes the reader throw, and whatever it reads is in the file:
 * the id, a direction with our number on its side, and the digits of the amount.
 */
export function fuzzStatements(
  mappings: readonly StatementMapping[],
  { statements, seed }: { readonly statements: number; readonly seed: number },
): { readonly read: number; readonly refused: number } {
  const random = seeded(seed);
  let read = 0;
  for (let n = 0; n < statements; n += 1) {
    const mapping = pick(random, mappings);
    const rows = damaged(random, statementOf(random, mapping));
    const shown = `seed ${seed}, number ${n}: ${JSON.stringify(rows)}`;
    const result = readStatement(sheetOf(rows, 'csv'), { mappings, number: NUMBER });
    if (result.kind === 'refused') {
      assert.ok(result.problems.length > 0, shown);
      continue;
    }
    read += 1;
    for (const line of result.lines) {
      const cells = (rows[line.row - 1] ?? []).map((cell) => cell.trim());
      assert.ok(cells.includes(line.operatorTxId), shown);
      assert.ok(line.amountCents > 0 && Number.isSafeInteger(line.amountCents), shown);
      assert.ok(
        cells.some((cell) => spells(cell, line.amountCents)),
        shown,
      );
      assert.ok(!Number.isNaN(line.at.getTime()), shown);
    }
  }
  return { read, refused: statements - read };
}

/** The digits of the cell are those of the amount, with its cents or without. */
function spells(cell: string, cents: number): boolean {
  const digits = cell.replaceAll(/\D/g, '').replace(/^0+/, '');
  const whole = String(cents / 100).replace('.', '');
  return [String(cents), whole, String(cents / 10)].includes(digits);
}

const SHIPPED = ['id', 'at', 'status', 'from', 'to', 'amount', 'fee', 'balance'] as const;

function statementOf(random: Random, { columns }: StatementMapping): string[][] {
  const header = SHIPPED.map((column) => pick(random, columns[column] ?? []));
  let balance = 100_000;
  const rows = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) => {
    const amount = 100 + Math.floor(random() * 5_000);
    const isIn = random() < 0.5;
    balance += isIn ? amount : -amount;
    const other = '+237670000009';
    const day = `2026-11-${String(index + 1).padStart(2, '0')} 10:00:00`;
    const [from, to] = isIn ? [other, NUMBER] : [NUMBER, other];
    return [`ID${index}`, day, 'OK', from, to, String(amount), '0', String(balance)];
  });
  return [header, ...rows];
}

const CELLS = [
  '',
  '-',
  'NaN',
  '1e5',
  '1,2,3',
  '1.234,56',
  '1 234,50 XAF',
  '٣٤٥',
  '9'.repeat(400),
  '=cmd()',
  '\0',
  '31/02/2026',
  '2026-13-45',
  '45978.5',
  '-500',
  '+237670000000',
  '{"a":1}',
];

/** Between one and four cells, rows or columns are changed, taken away or put elsewhere. */
function damaged(random: Random, rows: string[][]): string[][] {
  const times = Math.floor(random() * 5);
  for (let n = 0; n < times; n += 1) {
    const row = pick(random, rows);
    const at = Math.floor(random() * row.length);
    const kind = Math.floor(random() * 6);
    if (kind <= 2) row[at] = pick(random, CELLS);
    else if (kind === 3) row.splice(at, 1);
    else if (kind === 4) row.splice(at, 0, pick(random, CELLS));
    else rows.splice(Math.floor(random() * rows.length), 0, [...row]);
    if (row.length === 0) row.push('');
  }
  return rows;
}
