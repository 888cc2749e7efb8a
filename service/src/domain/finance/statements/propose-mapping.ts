import { type Fields, fieldsOf, listOf } from '../../json.ts';
import { normaliseLine } from '../../lines/line.ts';
import type { Operator } from '../../operators/operator.ts';
import {
  areIds,
  type ColumnContents,
  DATE_ORDERS,
  type DateOrder,
  directionOf,
  fewWordsOf,
  findWithin,
  findWithinTexts,
  hintOf,
  isClock,
  isDay,
  isFigure,
  isNumber,
  share,
} from './column-contents.ts';
import { findTable, MOST_ABOVE, type SheetRow } from './find-table.ts';
import {
  type Column,
  impliedDirection,
  type LeftOutRow,
  type StatementMapping,
} from './mapping.ts';
import { partyOf, plainText } from './read-line.ts';
import { readStatement, type Sheet } from './read-statement.ts';
import { compilePattern, isTextPattern, proposePatterns } from './text-pattern.ts';
import { fold, readStatementTime } from './values.ts';

type Row = readonly string[];

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

/** The row with the names of the columns: the one above the first payment with the most cells. */
export function findHeader(rows: readonly SheetRow[]): number {
  const first = rows.findIndex(({ cells }) => isPayment(cells));
  const above = rows.slice(0, first < 0 ? MOST_ABOVE : first).map(({ cells }) => cells);
  const widest = above.reduce((most, row) => Math.max(most, filledOf(row)), 0);
  return above.findIndex((row) => widest > 1 && filledOf(row) === widest);
}

interface LocatedTable {
  readonly names: Row;
  readonly columns: readonly ColumnContents[];
  readonly others: readonly Row[];
  readonly payments: readonly Row[];
}

/** A search over so many payments is quick; all of the rows are read once it is over. */
const MOST_PAYMENTS = 200;

function locateTable(rows: readonly SheetRow[]): LocatedTable {
  const header = findHeader(rows);
  const names = rows[header]?.cells ?? [];
  const below = rows
    .slice(header + 1)
    .map(({ cells }) => cells)
    .filter((row) => filledOf(row) > 0);
  const payments = below.filter(isPayment).slice(0, MOST_PAYMENTS);
  const columns = names.flatMap((cell, place): ColumnContents[] => {
    const name = cell.trim();
    // A mapping finds a column by its name.
    const isFirst = names.findIndex((one) => fold(one) === fold(name)) === place;
    if (fold(name) === '' || !isFirst) return [];
    return [{ place, name, values: payments.map((row) => row[place]?.trim() ?? '') }];
  });
  return { names, columns, payments, others: below.filter((row) => !isPayment(row)) };
}

function filledOf(row: Row): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

/** A row with a day, and a figure beside it. */
function isPayment(row: Row): boolean {
  const cells = row.map((cell) => cell.trim());
  const day = cells.findIndex(isDay);
  return day >= 0 && cells.some((cell, place) => place !== day && isFigure(cell));
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
  take('id', (one) => isFull(one) && areIds(one));
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
function frameOf(table: LocatedTable, { at, status }: Meanings, { operator, known }: ProposedFor) {
  const words = (of: 'succeeded' | 'failed') => [...new Set(known.flatMap((one) => one[of]))];
  const leftOut = leftOutRows(table);
  return {
    id: 'proposal',
    version: 1,
    operator,
    ...dateOrderOf(at?.values ?? []),
    succeeded: words('succeeded'),
    failed: words('failed'),
    ...(status === undefined ? { hasNoStatus: true } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
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

const MOST_LEFT_OUT = 20;

/** Totals, units and headings that repeat, by the first words in them. */
function leftOutRows({ others, payments, names }: LocatedTable): readonly LeftOutRow[] {
  const found = new Map<string, LeftOutRow>();
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
  { known }: ProposedFor,
): Pick<StatementMapping, 'columns' | 'patterns' | 'directionBy' | 'directionWords'> {
  const { id, from, direction } = meanings;
  const taken = new Set(Object.values(meanings));
  const free = columns.filter((column) => !taken.has(column));
  const parts = {
    ...(id === undefined ? { id: findWithinTexts('id', free, known) } : {}),
    ...(from === undefined ? { party: findWithinTexts('party', free, known) } : {}),
  };
  const found = Object.entries(parts).flatMap(([column, part]) =>
    part === null ? [] : [{ ...part, column }],
  );
  const named = Object.fromEntries([
    ...Object.entries(meanings).map(([column, { name }]) => [column, [name]]),
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
    directionBy: impliedDirection(named),
    ...(direction === undefined ? {} : { directionWords: { in: words('in'), out: words('out') } }),
  };
}

/** Proposes patterns where a person has said that a value is a part of a text, and not yet how. */
export function completePatterns(mapping: Fields, rows: readonly SheetRow[]): Fields {
  const { names, columns } = locateTable(rows);
  const asked = Object.entries(fieldsOf(mapping['patterns'])).map(([column, patterns]) => {
    if (listOf(patterns).length > 0) return [column, patterns];
    const [heading] = listOf(fieldsOf(mapping['columns'])[column]);
    const place = names.findIndex((name) => fold(name) === fold(String(heading)));
    const values = columns.find((one) => one.place === place)?.values.map(plainText) ?? [];
    const texts = values.filter((value) => value !== '');
    const proposed = proposePatterns(
      texts.flatMap((text) => findWithin(column as Column)(text) ?? []),
    );
    return [column, proposed.length > 0 ? proposed : texts.slice(0, 1)];
  });
  return asked.length === 0 ? mapping : { ...mapping, patterns: Object.fromEntries(asked) };
}
