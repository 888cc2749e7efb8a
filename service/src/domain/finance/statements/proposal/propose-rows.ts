import {
  areIds,
  type ColumnContents,
  failureIn,
  findId,
  isDay,
  namesFee,
  namesReversal,
} from '../column-contents.ts';
import type { RowPattern, StatementMapping } from '../mapping.ts';
import { plainText } from '../read-line.ts';
import { compilePattern, isTextPattern, isValuePattern, proposePatterns } from '../text-pattern.ts';
import { fold } from '../values.ts';
import type { LocatedTable } from './locate-table.ts';

const MAX_LEFT_OUT = 20;

/** Totals, units and headings that repeat, by the first words in them. */
export function leftOutRows({ others, payments, names }: LocatedTable): readonly RowPattern[] {
  const found = new Map<string, RowPattern>();
  for (const row of others) {
    // A heading that repeats is left out by itself.
    if (row.every((cell, at) => fold(cell) === fold(names[at] ?? ''))) continue;
    const place = row.findIndex((cell) => /\p{L}/u.test(cell) && !isDay(cell.trim()));
    const [, words = '', rest = ''] = /^(\D*\p{L}\D*)(.*)$/su.exec(row[place]?.trim() ?? '') ?? [];
    const pattern = rest === '' ? words.trim() : `${words.replace(/[^\p{L}\s]+$/u, '')}{skip}`;
    const isFirst = row.findIndex((cell) => cell.trim() !== '') === place;
    const column = names[place]?.trim() ?? '';
    const fits = isTextPattern(pattern) ? compilePattern(pattern) : () => '';
    const isOfPayment = payments.some((cells) => fits(cells[place] ?? '') !== null);
    if (isOfPayment || (!isFirst && column === '')) continue;
    if (words === '' || fits(plainText(row[place] ?? '')) === null) continue;
    found.set(`${column} ${pattern}`, isFirst ? { pattern } : { column, pattern });
  }
  return [...found.values()].slice(0, MAX_LEFT_OUT);
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
    const isClear = words.isDisjointFrom(others) && words.size <= MAX_FEE_WORDS;
    if (isClear && [...words].every(isTextPattern)) {
      return [...words].map((pattern) => ({ column: column.name, pattern }));
    }
  }
  return null;
}

const MAX_FEE_WORDS = 5;

/**
 * Patterns of the ids of fees, where these are the id of a payment with something constant around
 * it, such as `/C`: each row whose id fits has the word of a fee.
 */
export function feeIdsOf(
  id: ColumnContents,
  columns: readonly ColumnContents[],
): readonly RowPattern[] {
  const ids = id.values.map(plainText);
  const isFee = (row: number) =>
    columns.some((one) => one !== id && namesFee(one.values[row] ?? ''));
  const patterns = ids.flatMap((text, row) => {
    const paid = isFee(row) ? ids.find((one) => one !== text && isWithin(text, one)) : undefined;
    return paid === undefined ? [] : [text.replace(paid, () => '{value}')];
  });
  const isClear = (pattern: string) => {
    const find = compilePattern(pattern);
    const known = new Set(ids);
    return ids.every((text, row) => {
      const paid = find(text);
      return paid === null || (isFee(row) && known.has(paid));
    });
  };
  const differing = [...new Set(patterns)];
  const isFew = differing.length <= MAX_FEE_WORDS;
  return isFew && differing.every((one) => isTextPattern(one) && isClear(one))
    ? differing.map((pattern) => ({ column: id.name, pattern }))
    : [];
}

/** Not `123456` in `1234567`: a mark parts the id from what stands around it. */
function isWithin(text: string, id: string): boolean {
  const [before = '', after] = text.split(id);
  return (
    after !== undefined &&
    id !== '' &&
    /(?:^|[^\p{L}\d])$/u.test(before) &&
    /^(?:$|[^\p{L}\d])/u.test(after)
  );
}

/**
 * Patterns of texts such as `Annulation de PP1117.A2`, which name the id of the payment that a row
 * takes back; some of these payments are in the file.
 */
export function reversalRowsOf(
  id: ColumnContents,
  columns: readonly ColumnContents[],
): readonly RowPattern[] {
  const ids = new Set(id.values.map(plainText));
  for (const column of columns) {
    if (column === id) continue;
    const texts = column.values.map(plainText);
    const found = texts.filter(namesReversal).flatMap((text) => findId(text, 'last') ?? []);
    if (!found.some(({ value }) => ids.has(value))) continue;
    const patterns = proposePatterns(found).filter(isValuePattern);
    const finders = patterns.map(compilePattern);
    const isOther = (text: string) =>
      !namesReversal(text) && finders.some((find) => find(text) !== null);
    if (patterns.length > 0 && !texts.some(isOther)) {
      return patterns.map((pattern) => ({ column: column.name, pattern }));
    }
  }
  return [];
}

function wordsOf({ values }: ColumnContents, wanted: (row: number) => boolean): Set<string> {
  return new Set(values.filter((_, row) => wanted(row)).map(plainText));
}

/**
 * The words that mark a payment that did not happen, where no column is the status; `null` if no
 * text has one. A word that most lines have says nothing of a line, which is left to a person.
 */
export function failedRowsOf(
  columns: readonly ColumnContents[],
  known: readonly Pick<StatementMapping, 'failed'>[],
): readonly RowPattern[] | null {
  const found = columns.map(({ name, values }) => {
    const words = values.flatMap((text) => failureIn(plainText(text), known) ?? []);
    const isTelling = words.length * 2 < values.length;
    return {
      name,
      words,
      patterns: isTelling ? [...new Set(words.map(({ pattern }) => pattern))] : [],
    };
  });
  if (found.every(({ words }) => words.length === 0)) return null;
  return found
    .flatMap(({ name, patterns }) => patterns.map((pattern) => ({ column: name, pattern })))
    .filter(({ pattern }) => isTextPattern(pattern))
    .slice(0, MAX_FAILED);
}

const MAX_FAILED = 10;
