import { normaliseLine } from '../../lines/line.ts';
import type { Operator } from '../../operators/operator.ts';
import {
  areIds,
  type ColumnContents,
  DATE_ORDERS,
  type DateOrder,
  directionOf,
  fewWordsOf,
  findParties,
  findWithinTexts,
  hintOf,
  isClock,
  isDay,
  isFigure,
  isNumber,
  share,
} from './column-contents.ts';
import { findTable, type SheetRow } from './find-table.ts';
import { type LocatedTable, locateTable } from './locate-table.ts';
import { type Column, impliedDirection, type StatementMapping } from './mapping.ts';
import { feeRowsOf, leftOutRows } from './propose-rows.ts';
import { partyOf } from './read-line.ts';
import { readStatement, type Sheet } from './read-statement.ts';
import { fold, readStatementTime } from './values.ts';

/** The beginning of a file, which is read more than once. */
interface FirstRows extends Sheet {
  readonly rows: readonly SheetRow[];
}

export interface ProposedFor {
  readonly operator: Operator;
  /** Our own, in the books' spelling. */
  readonly number: string;
  /** The mappings of this operator that are there already. */
  readonly known: readonly StatementMapping[];
}

/**
 * How a file may be read: by a known mapping if its columns have these names, otherwise by the
 * contents of its columns. Of several ways the one whose balances follow each other is right. What
 * cannot be found is left for a person to say.
 */
export function proposeMapping(sheet: FirstRows, wanted: ProposedFor): StatementMapping {
  const { known, number } = wanted;
  const found = findTable(sheet.rows, known);
  if (!('problem' in found)) {
    const { mapping } = found;
    if (readStatement(sheet, { mappings: [mapping], number }).kind === 'read') return mapping;
  }
  return chooseMapping(sheet, locateTable(sheet.rows), wanted);
}

/** A meaning for some columns. */
type Meanings = Readonly<Partial<Record<Column, ColumnContents>>>;

function chooseMapping(
  sheet: FirstRows,
  table: LocatedTable,
  wanted: ProposedFor,
): StatementMapping {
  const fixed = fixedMeanings(table, wanted);
  const frame = frameOf(table, fixed, wanted);
  const ways = [...listMoneyMeanings(table, fixed, wanted)].map((money) => {
    const mapping = { ...frame, ...describeMoney({ ...fixed, ...money }, table, wanted) };
    const hints = Object.entries(money).map(([column, { name }]) =>
      hintOf(name, column as Column, wanted.known),
    );
    const rank = hints.reduce((sum: number, hint) => sum + hint, 0);
    return { money, mapping, rank: rank + rankOf(sheet, mapping, wanted) };
  });
  const [best] = ways.toSorted((a, b) => b.rank - a.rank);
  if (best === undefined) return { ...frame, ...describeMoney(fixed, table, wanted) };
  const { money, mapping, rank } = best;
  const isUnclear = ways.some((one) => one.rank === rank && isTurned(one.money, money));
  return isUnclear ? withoutDirection(mapping) : mapping;
}

/** Whether the same columns were read the other way round. */
function isTurned(one: Meanings, other: Meanings): boolean {
  const isSwapped = (a: Column, b: Column) =>
    one[a] !== undefined && one[a] === other[b] && one[b] === other[a];
  return isSwapped('debit', 'credit') || isSwapped('from', 'to');
}

/** Nothing says which way the money went: a person has to. */
function withoutDirection(mapping: StatementMapping): StatementMapping {
  const { debit: _debit, credit: _credit, from: _from, to: _to, ...columns } = mapping.columns;
  return { ...mapping, columns };
}

/** A proof counts for more than all names, a problem for more than one. */
function rankOf(sheet: FirstRows, mapping: StatementMapping, { number }: ProposedFor): number {
  const read = readStatement(sheet, { mappings: [mapping], number });
  if (read.kind === 'refused') return -3 * read.problems.length;
  return read.proof === 'balance_chain' ? 1_000 : read.proof === 'control_sum' ? 500 : 100;
}

/** What no other column can be, whatever the money is read from. */
function fixedMeanings({ columns }: LocatedTable, { known }: ProposedFor): Meanings {
  const meanings: Partial<Record<Column, ColumnContents>> = {};
  const take = (column: Column, test: (one: ColumnContents) => boolean): void => {
    const taken = new Set(Object.values(meanings));
    const [first] = columns
      .filter((one) => !taken.has(one) && test(one))
      .toSorted((a, b) => hintOf(b.name, column, known) - hintOf(a.name, column, known));
    if (first !== undefined) meanings[column] = first;
  };
  const isFull = ({ values }: ColumnContents) => values.every((value) => value !== '');
  take('at', (one) => isFull(one) && share(one.values, isDay) === 1);
  take('time', ({ values }) => share(values, isClock) > 0.95);
  take('id', (one) => isFull(one) && (areIds(one) || feeRowsOf(one, columns) !== null));
  take('status', (one) => isFull(one) && fewWordsOf(one).some(isStatusOf(known)));
  return meanings;
}

function isStatusOf(known: readonly StatementMapping[]): (word: string) => boolean {
  const words = new Set(
    known.flatMap(({ succeeded, failed }) => [...succeeded, ...failed].map(fold)),
  );
  return (word) => words.has(fold(word));
}

/** All that does not depend on where the money stands. */
function frameOf(
  table: LocatedTable,
  { at, status, id }: Meanings,
  { operator, known }: ProposedFor,
) {
  const words = (of: 'succeeded' | 'failed') => [...new Set(known.flatMap((one) => one[of]))];
  const leftOut = leftOutRows(table);
  const feeRows = id === undefined || areIds(id) ? null : feeRowsOf(id, table.columns);
  return {
    id: 'proposal',
    version: 1,
    operator,
    ...dateOrderOf(at?.values ?? []),
    succeeded: words('succeeded'),
    failed: words('failed'),
    ...(status === undefined ? { hasNoStatus: true } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(feeRows === null ? {} : { feeRows }),
  };
}

/** A statement is of a short time: of two orders that can be read the shorter one is right. */
function dateOrderOf(days: readonly string[]): DateOrder {
  const spans = DATE_ORDERS.map((order) => {
    const times = days.map((day) => readStatementTime(day, order)?.getTime() ?? Number.NaN);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    return { order, span: Number.isNaN(last - first) ? Number.POSITIVE_INFINITY : last - first };
  });
  const [best] = spans.toSorted((a, b) => a.span - b.span);
  return best?.order ?? { dayFirst: true };
}

/** Each way in which the columns of figures may be read. */
function* listMoneyMeanings(
  { columns }: LocatedTable,
  fixed: Meanings,
  { number, known }: ProposedFor,
): Generator<Meanings> {
  const taken = new Set(Object.values(fixed));
  const free = columns.filter((one) => !taken.has(one));
  const figures = free.filter(
    ({ values }) => share(values, isFigure) === 1 && share(values, isNumber) < 0.5,
  );
  for (const moved of listMoved(free, figures, number)) {
    const used = new Set(Object.values(moved));
    const rest = figures.filter((one) => !used.has(one));
    for (const balance of [...rest, undefined]) {
      const fee = rest.find((one) => one !== balance && hintOf(one.name, 'fee', known) > 0);
      yield {
        ...moved,
        ...(balance === undefined ? {} : { balance }),
        ...(fee === undefined ? {} : { fee }),
      };
    }
  }
}

/** What was moved, and which way. */
function* listMoved(
  free: readonly ColumnContents[],
  figures: readonly ColumnContents[],
  number: string,
): Generator<Meanings> {
  const own = normaliseLine(number);
  const isOwn = (text: string) => partyOf(text) === own;
  const holders = free.filter(({ values }) => values.some(isOwn));
  const directions = free.filter((one) =>
    fewWordsOf(one).some((word) => directionOf(word) !== null),
  );
  for (const amount of figures) {
    for (const from of holders) {
      for (const to of free) {
        if (to !== from && to !== amount && isEitherOwn(from, to, isOwn)) {
          yield { from, to, amount };
          yield { from: to, to: from, amount };
        }
      }
    }
    for (const direction of directions) yield { direction, amount };
    if (amount.values.some((value) => value.startsWith('-'))) yield { amount };
  }
  for (const debit of figures) {
    for (const credit of figures) {
      if (debit !== credit && isEitherFilled(debit, credit)) yield { debit, credit };
    }
  }
}

function isEitherOwn(
  from: ColumnContents,
  to: ColumnContents,
  isOwn: (text: string) => boolean,
): boolean {
  return from.values.every((value, index) => isOwn(value) !== isOwn(to.values[index] ?? ''));
}

/** One of the two has a figure in each row, and the other none or zero. */
function isEitherFilled(debit: ColumnContents, credit: ColumnContents): boolean {
  const isSome = (text: string | undefined) => /[1-9]/.test(text ?? '');
  return debit.values.every((value, index) => isSome(value) !== isSome(credit.values[index]));
}

/** The columns by name, what stands within texts, and what says which way the money went. */
function describeMoney(
  meanings: Meanings,
  { columns }: LocatedTable,
  { known, number }: ProposedFor,
): Pick<StatementMapping, 'columns' | 'patterns' | 'directionBy' | 'directionWords'> {
  const { id, from, direction } = meanings;
  const taken = new Set(Object.values(meanings));
  const free = columns.filter((column) => !taken.has(column));
  const pair = from === undefined ? findParties(free, normaliseLine(number)) : null;
  const parts = {
    ...(id === undefined ? { id: findWithinTexts('id', free, known) } : {}),
    ...(from === undefined && pair === null
      ? { party: findWithinTexts('party', free, known) }
      : {}),
  };
  const found = Object.entries(parts).flatMap(([column, part]) =>
    part === null ? [] : [{ ...part, column }],
  );
  const named = Object.fromEntries([
    ...Object.entries({ ...meanings, ...pair }).map(([column, { name }]) => [column, [name]]),
    ...found.map(({ column, name }) => [column, [name]]),
  ]) as StatementMapping['columns'];
  const patterns = found.filter((one) => one.patterns.length > 0);
  const words = (wanted: 'in' | 'out') =>
    direction === undefined
      ? []
      : fewWordsOf(direction).filter((word) => directionOf(word) === wanted);
  return {
    columns: named,
    ...(patterns.length > 0
      ? { patterns: Object.fromEntries(patterns.map((one) => [one.column, one.patterns])) }
      : {}),
    directionBy: impliedDirection(meanings),
    ...(direction === undefined ? {} : { directionWords: { in: words('in'), out: words('out') } }),
  };
}
