import { normaliseLine } from '../../../lines/line.ts';
import type { Operator } from '../../../operators/operator.ts';
import {
  areIds,
  type ColumnContents,
  DATE_ORDERS,
  type DateOrder,
  fewWordsOf,
  findParties,
  findWithinTexts,
  hintOf,
  isClock,
  isDay,
  namesOperator,
  share,
} from '../column-contents.ts';
import { findTable, type SheetRow } from '../find-table.ts';
import { type Column, impliedDirection, type StatementMapping } from '../mapping.ts';
import { partyOf } from '../read-line.ts';
import { readStatement, type Sheet } from '../read-statement.ts';
import { fold, readStatementTime } from '../values.ts';
import { type LocatedTable, locateTable } from './locate-table.ts';
import {
  isTurned,
  listMoney,
  type Meanings,
  type Money,
  rankNames,
  withNet,
} from './propose-money.ts';
import { failedRowsOf, feeIdsOf, feeRowsOf, leftOutRows, reversalRowsOf } from './propose-rows.ts';

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
  const table = locateTable(sheet.rows);
  const mapping = chooseMapping(sheet, table, wanted);
  return { ...mapping, ...expectOwn(sheet, { table, mapping, number }) };
}

/** Then the next file of another account is refused. */
function expectOwn(
  sheet: FirstRows,
  { table, mapping, number }: ChosenFor,
): Pick<StatementMapping, 'expected' | 'expectedAbove'> {
  const isOwn = (cell: string) => partyOf(cell) === normaliseLine(number);
  const above = [...(sheet.covers ?? []).map(({ cells }) => cells), ...table.above];
  const { lines } = readStatement(sheet, { mappings: [mapping], number });
  // Where money only came, a column of receivers has nothing but our number, too.
  const goesBothWays = new Set(lines.map(({ direction }) => direction)).size > 1;
  const columns = table.columns.filter(({ values }) => goesBothWays && values.every(isOwn));
  const expected = Object.fromEntries(columns.map(({ name }) => [name, ['{number}']]));
  return {
    ...(columns.length > 0 ? { expected } : {}),
    ...(above.some((row) => row.some(isOwn)) ? { expectedAbove: ['{number}'] } : {}),
  };
}

interface ChosenFor extends Pick<ProposedFor, 'number'> {
  readonly table: LocatedTable;
  readonly mapping: StatementMapping;
}

/** A way to read the file, and how much speaks for it. */
interface Way {
  readonly money: Money;
  readonly frame: Frame;
  readonly mapping: StatementMapping;
  readonly rank: number;
}

/** At most this many rows are read in every way, the others only in those that were best. */
const FIRST_ROWS = 40;
const MAX_BEST = 12;

function chooseMapping(
  sheet: FirstRows,
  table: LocatedTable,
  wanted: ProposedFor,
): StatementMapping {
  const fixed = fixedMeanings(table, wanted);
  const plain = frameOf(table, fixed, wanted);
  const guesses = guessStatus(plain, fixed);
  const inTable = { fixed, table, wanted };
  const rankAll = (rows: FirstRows, several: readonly Money[], frames: readonly Frame[]): Way[] =>
    several
      .flatMap((money) => {
        const described = describeMoney(money, inTable);
        return frames.map((frame) => ({ money, frame, mapping: { ...frame, ...described } }));
      })
      .map((way) => ({ ...way, rank: rankOf(rows, way, wanted) }))
      // What a status means is guessed only where the balances say it.
      .filter(({ frame, rank }) => frame === plain || rows !== sheet || rank >= AGREES)
      .toSorted((a, b) => b.rank - a.rank);

  const all = [...listMoney(table, fixed, wanted)];
  const start = { ...sheet, rows: sheet.rows.slice(0, table.header + 1 + FIRST_ROWS) };
  const tried = guesses.length > 0 ? guesses : [plain];
  const isFew = all.length <= MAX_BEST;
  const sorted = isFew ? all : rankAll(start, all, tried).map(({ money }) => money);
  const best = [...new Set(sorted)].slice(0, MAX_BEST);
  const ways = rankAll(sheet, best.flatMap(withNet), [plain, ...guesses]);
  const [first] = ways;
  if (first === undefined) return { ...plain, ...describeMoney({ meanings: {} }, inTable) };
  const rivals = ways.filter(({ rank }) => rank === first.rank);
  const isSure = rivals.every(({ frame }) => frame === first.frame);
  const mapping = isSure ? first.mapping : { ...first.mapping, ...plain };
  const isUnclear = rivals.some(({ money }) => isTurned(money, first.money));
  return isUnclear ? withoutDirection(mapping) : mapping;
}

/** Nothing says which way the money went: a person has to. */
function withoutDirection(mapping: StatementMapping): StatementMapping {
  const { debit: _debit, credit: _credit, from: _from, to: _to, ...columns } = mapping.columns;
  const words = mapping.directionWords === undefined ? {} : { directionWords: { in: [], out: [] } };
  return { ...mapping, columns, ...words };
}

const AGREES = 1_000;

/** What agrees counts for more than all names, a problem for more than one. */
function rankOf(
  sheet: FirstRows,
  { money, mapping }: Omit<Way, 'rank'>,
  wanted: ProposedFor,
): number {
  const { number, known } = wanted;
  const read = readStatement(sheet, { mappings: [mapping], number });
  const named = rankNames(money, known);
  if (read.kind === 'refused') return named - 3 * read.problems.length;
  const { agrees } = read;
  return named + (agrees === 'balance_chain' ? AGREES : agrees === 'control_sum' ? 500 : 100);
}

/** What no other column can be, whatever the money is read from. */
function fixedMeanings({ columns }: LocatedTable, { known }: ProposedFor): Meanings {
  const meanings: Partial<Record<Column, ColumnContents>> = {};
  const take = (column: Column, test: (one: ColumnContents) => boolean): void => {
    const taken = new Set(Object.values(meanings));
    const [first] = columns
      .filter((one) => one.values.length > 0 && !taken.has(one) && test(one))
      .toSorted((a, b) => hintOf(b.name, column, known) - hintOf(a.name, column, known));
    if (first !== undefined) meanings[column] = first;
  };
  const isFull = ({ values }: ColumnContents) => values.every((value) => value !== '');
  // What never was has none: most of the others are filled.
  const isOfOperator = ({ name, ...one }: ColumnContents) => {
    const values = one.values.filter((value) => value !== '');
    const isMost = values.length * 2 > one.values.length;
    return isMost && namesOperator(name) && areIds({ ...one, name, values });
  };
  take('at', (one) => isFull(one) && share(one.values, isDay) === 1);
  take('time', ({ values }) => share(values, isClock) > 0.95);
  take('id', isOfOperator);
  if (meanings.id === undefined)
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
  const feeRows =
    id === undefined
      ? []
      : areIds(id)
        ? feeIdsOf(id, table.columns)
        : (feeRowsOf(id, table.columns) ?? []);
  const reversalRows = id === undefined ? [] : reversalRowsOf(id, table.columns);
  const failedRows =
    status === undefined && table.payments.length > 0 ? failedRowsOf(table.columns, known) : [];
  return {
    id: 'proposal',
    version: 1,
    operator,
    ...dateOrderOf(at?.values ?? table.daysAbove),
    ...(table.daysAbove.length > 0 ? { dateAbove: true } : {}),
    succeeded: words('succeeded'),
    failed: words('failed'),
    ...(failedRows === null ? { hasNoStatus: true } : failedRows.length > 0 ? { failedRows } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(feeRows.length === 0 ? {} : { feeRows }),
    ...(reversalRows.length === 0 ? {} : { reversalRows }),
  };
}

type Frame = ReturnType<typeof frameOf>;

/** More words would be many guesses. */
const MAX_UNKNOWN = 2;

/** What unknown words of the status could mean. */
function guessStatus(frame: Frame, { status }: Meanings): readonly Frame[] {
  const isFailed = (word: string) =>
    frame.failed.some((one) => `${fold(word)} `.startsWith(`${fold(one)} `));
  const isKnown = (word: string) =>
    isFailed(word) || frame.succeeded.some((one) => fold(one) === fold(word));
  const unknown = status === undefined ? [] : fewWordsOf(status).filter((word) => !isKnown(word));
  if (unknown.length === 0 || unknown.length > MAX_UNKNOWN) return [];
  return unknown.reduce<readonly Frame[]>(
    (frames, word) =>
      frames.flatMap((one) => [
        { ...one, succeeded: [...one.succeeded, word] },
        { ...one, failed: [...one.failed, word] },
      ]),
    [frame],
  );
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

/** The columns by name, what stands within texts, and what says which way the money went. */
function describeMoney(
  { meanings: moved, words, amountHasFee }: Money,
  { fixed, table: { columns }, wanted: { known, number } }: InTable,
): Pick<StatementMapping, DescribedBy> {
  const meanings = { ...fixed, ...moved };
  const { id, from } = meanings;
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
  return {
    columns: named,
    ...(patterns.length > 0
      ? { patterns: Object.fromEntries(patterns.map((one) => [one.column, one.patterns])) }
      : {}),
    directionBy: impliedDirection(meanings),
    ...(words === undefined ? {} : { directionWords: words }),
    ...(amountHasFee === undefined ? {} : { amountHasFee }),
  };
}

type DescribedBy = 'columns' | 'patterns' | 'directionBy' | 'directionWords' | 'amountHasFee';

interface InTable {
  readonly fixed: Meanings;
  readonly table: LocatedTable;
  readonly wanted: ProposedFor;
}
