import { areIds, type ColumnContents, namesFee } from './column-contents.ts';
import type { LocatedTable } from './locate-table.ts';
import type { RowPattern } from './mapping.ts';
import { plainText } from './read-line.ts';
import { compilePattern, isTextPattern } from './text-pattern.ts';

const MOST_LEFT_OUT = 20;

/** Totals, units and headings that repeat, by the first words in them. */
export function leftOutRows({ others, payments, names }: LocatedTable): readonly RowPattern[] {
  const found = new Map<string, RowPattern>();
  for (const row of others) {
    const place = row.findIndex((cell) => /\p{L}/u.test(cell));
    const [, words = '', rest = ''] = /^(\D*\p{L}\D*)(.*)$/su.exec(row[place]?.trim() ?? '') ?? [];
    const pattern = rest === '' ? words.trim() : `${words.trim()} {skip}`;
    const isFirst = row.findIndex((cell) => cell.trim() !== '') === place;
    const column = names[place]?.trim() ?? '';
    const fits = isTextPattern(pattern) ? compilePattern(pattern) : () => '';
    const isOfPayment = payments.some((cells) => fits(cells[place] ?? '') !== null);
    if (isOfPayment || (!isFirst && column === '')) continue;
    found.set(`${column} ${pattern}`, isFirst ? { pattern } : { column, pattern });
  }
  return [...found.values()].slice(0, MOST_LEFT_OUT);
}

/**
 * The words that mark the fee of a payment, where rows have the id of another one: each id has one
 * row without such a word, and no row with such a word has an id of its own.
 */
export function feeRowsOf(
  id: ColumnContents,
  columns: readonly ColumnContents[],
): readonly RowPattern[] | null {
  const rows = Map.groupBy(id.values.keys(), (row) => plainText(id.values[row] ?? ''));
  const shared = rows
    .values()
    .filter((several) => several.length > 1)
    .toArray();
  const inShared = new Set(shared.flat());
  for (const column of columns) {
    if (column === id || shared.length === 0) continue;
    const isFee = (row: number) => namesFee(column.values[row] ?? '');
    const payments = id.values.filter((_, row) => !(inShared.has(row) && isFee(row)));
    if (!areIds({ ...id, values: payments })) continue;
    const words = wordsOf(column, (row) => inShared.has(row) && isFee(row));
    const others = wordsOf(column, (row) => !(inShared.has(row) && isFee(row)));
    const isClear = words.isDisjointFrom(others) && words.size <= MOST_FEE_WORDS;
    if (isClear && [...words].every(isTextPattern)) {
      return [...words].map((pattern) => ({ column: column.name, pattern }));
    }
  }
  return null;
}

const MOST_FEE_WORDS = 5;

function wordsOf({ values }: ColumnContents, wanted: (row: number) => boolean): Set<string> {
  return new Set(values.filter((_, row) => wanted(row)).map(plainText));
}
