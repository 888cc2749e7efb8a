import { type Fields, fieldsOf, listOf } from '../../json.ts';
import { normaliseLine } from '../../lines/line.ts';
import { type ColumnContents, findWithin } from './column-contents.ts';
import type { SheetRow } from './find-table.ts';
import { locateTable } from './locate-table.ts';
import type { Column } from './mapping.ts';
import { partyOf, plainText } from './read-line.ts';
import { proposePatterns } from './text-pattern.ts';
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
    ...signOf(mapping, contentsOf, number),
  };
}

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
