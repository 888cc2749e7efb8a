import { type Fields, fieldsOf, listOf } from '../../../json.ts';
import { normaliseLine } from '../../../lines/line.ts';
import type { Operator } from '../../../operators/operator.ts';
import { type ColumnContents, findFigure, findWithin } from '../column-contents.ts';
import type { SheetRow } from '../find-table.ts';
import { type Column, checkMapping } from '../mapping.ts';
import { partyOf, plainText } from '../read-line.ts';
import { readStatement, type Sheet } from '../read-statement.ts';
import { isRuler } from '../special-rows.ts';
import {
  compilePattern,
  isTextPattern,
  proposePatterns,
  type ValueWithin,
} from '../text-pattern.ts';
import { fold } from '../values.ts';
import { findHeader, locateTable } from './locate-table.ts';

interface FirstRows extends Sheet {
  readonly rows: readonly SheetRow[];
}

interface Wallet {
  readonly operator: Operator;
  readonly number: string;
}

/** Adds what follows from the file to what a person has said so far. */
export function completeMapping(mapping: Fields, sheet: FirstRows, wallet: Wallet): Fields {
  const { columns } = locateTable(sheet.rows);
  const contentsOf = (column: string) => {
    const [heading] = listOf(fieldsOf(mapping['columns'])[column]);
    return columns.find(({ name }) => fold(name) === fold(String(heading)));
  };
  const completed = {
    ...mapping,
    ...completeRows(mapping, sheet.rows),
    ...signOf(mapping, contentsOf, wallet.number),
  };
  const agrees = (patterns: Fields) => agreesWith({ ...completed, patterns }, sheet, wallet);
  return { ...completed, ...completePatterns(mapping, contentsOf, agrees) };
}

/** Whether balances or a sum of the file agree with what a mapping reads. */
function agreesWith(mapping: Fields, sheet: FirstRows, { operator, number }: Wallet): boolean {
  const checked = checkMapping(mapping, { operator, name: 'proposal', version: 1 });
  if (checked.kind === 'wrong') return false;
  const read = readStatement(sheet, { mappings: [checked.mapping], number });
  return read.kind === 'read' && read.agrees !== null;
}

/** A word that no cell is, but some cells have, stands for these. */
function completeRows(mapping: Fields, rows: readonly SheetRow[]): Fields {
  const header = findHeader(rows);
  const names = (rows[header]?.cells ?? []).map(fold);
  const textsIn = (column: unknown) => {
    const place = typeof column === 'string' ? names.indexOf(fold(column)) : null;
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
    lists.map((list) => {
      // Rows without letters and digits are left out by themselves.
      const given = listOf(mapping[list])
        .map(fieldsOf)
        .filter(({ pattern }) => !isRuler([String(pattern)]));
      return [list, given.map(complete)];
    }),
  );
}

const ROW_LISTS = ['leftOut', 'failedRows', 'feeRows'] as const;

type ContentsOf = (column: string) => ColumnContents | undefined;

/** What balances and sums are made of: if these agree, a figure was the right one. */
const PROVABLE = new Set(['amount', 'debit', 'credit', 'balance']);

/**
 * Proposes patterns where a person has said that a value is a part of a text, and not yet how. A
 * figure that is not called money is one only if balances or a sum say so.
 */
function completePatterns(
  mapping: Fields,
  contentsOf: ContentsOf,
  agrees: (patterns: Fields) => boolean,
): Fields {
  const given = fieldsOf(mapping['patterns']);
  const asked = Object.entries(given).map(([column, patterns]) => {
    if (listOf(patterns).length > 0) return [column, patterns];
    const texts = (contentsOf(column)?.values ?? []).map(plainText).filter((text) => text !== '');
    const wordings = (find: (text: string) => ValueWithin | null) =>
      proposePatterns(texts.flatMap((text) => find(text) ?? []));
    const proposed = wordings(findWithin(column as Column));
    if (proposed.length > 0) return [column, proposed];
    const bare = PROVABLE.has(column) ? wordings(findFigure) : [];
    const isRight = bare.length > 0 && agrees({ ...given, [column]: bare });
    return [column, isRight ? bare : texts.slice(0, 1)];
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
