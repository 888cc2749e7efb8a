import { type Fields, fieldsOf, listOf } from '../../json.ts';
import { normaliseLine } from '../../lines/line.ts';
import { type ColumnContents, findWithin } from './column-contents.ts';
import type { SheetRow } from './find-table.ts';
import { findHeader, locateTable } from './locate-table.ts';
import type { Column } from './mapping.ts';
import { partyOf, plainText } from './read-line.ts';
import { compilePattern, isTextPattern, proposePatterns } from './text-pattern.ts';
import { fold } from './values.ts';

interface OfFile {
  readonly rows: readonly SheetRow[];
  readonly number: string;
}

/** Adds what follows from the file to what a person has said so far. */
export function completeMapping(mapping: Fields, { rows, number }: OfFile): Fields {
  const { columns } = locateTable(rows);
  const contentsOf = (column: unknown) => {
    const [heading] = listOf(fieldsOf(mapping['columns'])[String(column)]);
    return columns.find(({ name }) => fold(name) === fold(String(heading)));
  };
  return {
    ...mapping,
    ...completePatterns(mapping, contentsOf),
    ...completeRows(mapping, rows),
    ...signOf(mapping, contentsOf, number),
  };
}

/** A word that no cell is, but some cells have, stands for these. */
function completeRows(mapping: Fields, rows: readonly SheetRow[]): Fields {
  const header = findHeader(rows);
  const names = (rows[header]?.cells ?? []).map(fold);
  const textsIn = (column: unknown) => {
    const place = column === undefined ? null : names.indexOf(fold(String(column)));
    return rows.slice(header + 1).map(({ cells }) => {
      const own = place === null ? cells.find((cell) => cell.trim() !== '') : cells[place];
      return plainText(own ?? '');
    });
  };
  const complete = (row: Fields): Fields => {
    const word = String(row['pattern']);
    if (word.includes('{') || !isTextPattern(word)) return row;
    const texts = textsIn(row['column']);
    const pattern = [word, `${word}{skip}`, `{skip}${word}{skip}`].find((one) =>
      texts.some((text) => compilePattern(one)(text) !== null),
    );
    return pattern === undefined ? row : { ...row, pattern };
  };
  const lists = ROW_LISTS.filter((list) => mapping[list] !== undefined);
  return Object.fromEntries(
    lists.map((list) => [list, listOf(mapping[list]).map((row) => complete(fieldsOf(row)))]),
  );
}

const ROW_LISTS = ['leftOut', 'failedRows', 'feeRows'] as const;

type ContentsOf = (column: Column | string) => ColumnContents | undefined;

/** Proposes patterns where a person has said that a value is a part of a text, and not yet how. */
function completePatterns(mapping: Fields, contentsOf: ContentsOf): Fields {
  const asked = Object.entries(fieldsOf(mapping['patterns'])).map(([column, patterns]) => {
    if (listOf(patterns).length > 0) return [column, patterns];
    const texts = (contentsOf(column)?.values ?? []).map(plainText).filter((text) => text !== '');
    const proposed = proposePatterns(
      texts.flatMap((text) => findWithin(column as Column)(text) ?? []),
    );
    return [column, proposed.length > 0 ? proposed : texts.slice(0, 1)];
  });
  return asked.length === 0 ? {} : { patterns: Object.fromEntries(asked) };
}

/** Where sender and recipient do not name us, as by a fee, only a minus says which way money went. */
function signOf(mapping: Fields, contentsOf: ContentsOf, number: string): Fields {
  const own = normaliseLine(number);
  const [from, to, amount] = ['from', 'to', 'amount'].map(contentsOf);
  const isOther = ['debit', 'credit', 'direction'].some((one) => contentsOf(one) !== undefined);
  if (mapping['directionBy'] !== undefined || isOther || amount === undefined) return {};
  const sides = [from, to].filter((one) => one !== undefined);
  const hasMinus = amount.values.some((text) => /^[-\u2212]/.test(text));
  const named = amount.values.map((_, row) =>
    sides.map(({ values }) => partyOf(values[row] ?? '')),
  );
  const isUnnamed = sides.length > 0 && named.some((parties) => !parties.includes(own));
  // Two numbers that are not ours: the statement may be of another wallet.
  const isOfOthers = named.some(
    (parties) => parties.length > 1 && parties.every((one) => one !== null && one !== own),
  );
  return hasMinus && isUnnamed && !isOfOthers ? { directionBy: 'sign' } : {};
}
