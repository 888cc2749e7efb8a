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
import { failedRowsOf, feeRowsOf, leftOutRows } from './propose-rows.ts';
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

/** What the money is read from, and the words of its direction if the file has no usual ones. */
interface Money {
  readonly meanings: Meanings;
  readonly words?: NonNullable<StatementMapping['directionWords']>;
  readonly amountHasFee?: true;
}

function chooseMapping(
  sheet: FirstRows,
  table: LocatedTable,
  wanted: ProposedFor,
): StatementMapping {
  const fixed = fixedMeanings(table, wanted);
  const plain = frameOf(table, fixed, wanted);
  const frames = [plain, ...guessStatus(plain, fixed)];
  const ways = [...listMoneyMeanings(table, fixed, wanted)].flatMap((money) => {
    const described = describeMoney(money, fixed, { table, wanted });
    const hints = Object.entries(money.meanings).map(([column, { name }]) =>
      hintOf(name, column as Column, wanted.known),
    );
    const isNamed = namesNet(money.meanings) === (money.amountHasFee === true);
    const hint = hints.reduce((sum: number, one) => sum + one, isNamed ? 1 : 0);
    return frames.map((frame) => {
      const mapping = { ...frame, ...described };
      const rank = rankOf(sheet, mapping, wanted) + hint;
      // What a status means is guessed only where the balances say it.
      return { money, frame, mapping, rank: frame === plain || rank >= PROVEN ? rank : -Infinity };
    });
  });
  const [first] = ways.toSorted((a, b) => b.rank - a.rank);
  if (first === undefined)
    return { ...plain, ...describeMoney({ meanings: {} }, fixed, { table, wanted }) };
  const rivals = ways.filter(({ rank }) => rank === first.rank);
  const isGuess = rivals.every(({ frame }) => frame === first.frame);
  const mapping = isGuess ? first.mapping : { ...first.mapping, ...plain };
  const isUnclear = rivals.some(({ money }) => isTurned(money, first.money));
  return isUnclear ? withoutDirection(mapping) : mapping;
}

/** Whether the names of the columns say that the fee is in the amount. */
function namesNet({ amount, debit, credit, fee }: Meanings): boolean {
  const isNet = [amount, debit, credit].some((one) =>
    /\bnet(?:te)?s?\b/.test(fold(one?.name ?? '')),
  );
  return isNet || /\b(?:dont|of which|incl|compris)/.test(fold(fee?.name ?? ''));
}

/** Whether the same columns were read the other way round. */
function isTurned(one: Money, other: Money): boolean {
  const isSwapped = (a: Column, b: Column) =>
    one.meanings[a] !== undefined &&
    one.meanings[a] === other.meanings[b] &&
    one.meanings[b] === other.meanings[a];
  const isReworded =
    one.words !== undefined &&
    one.meanings.direction === other.meanings.direction &&
    one.words.in[0] === other.words?.out[0];
  return isSwapped('debit', 'credit') || isSwapped('from', 'to') || isReworded;
}

/** Nothing says which way the money went: a person has to. */
function withoutDirection(mapping: StatementMapping): StatementMapping {
  const { debit: _debit, credit: _credit, from: _from, to: _to, ...columns } = mapping.columns;
  const words = mapping.directionWords === undefined ? {} : { directionWords: { in: [], out: [] } };
  return { ...mapping, columns, ...words };
}

const PROVEN = 1_000;

/** A proof counts for more than all names, a problem for more than one. */
function rankOf(sheet: FirstRows, mapping: StatementMapping, { number }: ProposedFor): number {
  const read = readStatement(sheet, { mappings: [mapping], number });
  if (read.kind === 'refused') return -3 * read.problems.length;
  return read.proof === 'balance_chain' ? PROVEN : read.proof === 'control_sum' ? 500 : 100;
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
  const failedRows = status === undefined ? failedRowsOf(table.columns, known) : [];
  return {
    id: 'proposal',
    version: 1,
    operator,
    ...dateOrderOf(at?.values ?? []),
    succeeded: words('succeeded'),
    failed: words('failed'),
    ...(failedRows === null ? { hasNoStatus: true } : failedRows.length > 0 ? { failedRows } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(feeRows === null ? {} : { feeRows }),
  };
}

type Frame = ReturnType<typeof frameOf>;

/** More words would be many guesses. */
const MOST_UNKNOWN = 2;

/** What unknown words of the status could mean. */
function guessStatus(frame: Frame, { status }: Meanings): readonly Frame[] {
  const isFailed = (word: string) =>
    frame.failed.some((one) => `${fold(word)} `.startsWith(`${fold(one)} `));
  const isKnown = (word: string) =>
    isFailed(word) || frame.succeeded.some((one) => fold(one) === fold(word));
  const unknown = status === undefined ? [] : fewWordsOf(status).filter((word) => !isKnown(word));
  if (unknown.length === 0 || unknown.length > MOST_UNKNOWN) return [];
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

/** Each way in which the columns of figures may be read. */
function* listMoneyMeanings(
  { columns }: LocatedTable,
  fixed: Meanings,
  { number, known }: ProposedFor,
): Generator<Money> {
  const taken = new Set(Object.values(fixed));
  const free = columns.filter((one) => !taken.has(one));
  const figures = free.filter(
    ({ values }) => share(values, isFigure) === 1 && share(values, isNumber) < 0.5,
  );
  // A column that is called a balance has to be one: without it nothing would show what is wrong.
  const balances = figures.filter(({ name }) => hintOf(name, 'balance', known) > 0);
  const amounts = figures.filter((one) => !balances.includes(one));
  for (const { meanings: moved, words } of listMoved(free, amounts, number)) {
    const used = new Set(Object.values(moved));
    const rest = figures.filter((one) => !used.has(one));
    for (const balance of balances.length > 0 ? balances : [...rest, undefined]) {
      const fee = rest.find((one) => one !== balance && hintOf(one.name, 'fee', known) > 0);
      const meanings = {
        ...moved,
        ...(balance === undefined ? {} : { balance }),
        ...(fee === undefined ? {} : { fee }),
      };
      const money = words === undefined ? { meanings } : { meanings, words };
      yield money;
      if (fee !== undefined) yield { ...money, amountHasFee: true };
    }
  }
}

/** What was moved, and which way. */
function* listMoved(
  free: readonly ColumnContents[],
  figures: readonly ColumnContents[],
  number: string,
): Generator<Money> {
  const own = normaliseLine(number);
  const isOwn = (text: string) => partyOf(text) === own;
  const holders = free.filter(({ values }) => values.some(isOwn));
  const directions = free.flatMap((direction) =>
    wordsOfDirection(direction).map((words) => ({ direction, words })),
  );
  for (const amount of figures) {
    for (const from of holders) {
      for (const to of free) {
        if (to !== from && to !== amount && isEitherOwn(from, to, isOwn)) {
          yield { meanings: { from, to, amount } };
          yield { meanings: { from: to, to: from, amount } };
        }
      }
    }
    for (const { direction, words } of directions) yield { meanings: { direction, amount }, words };
    if (amount.values.some((value) => value.startsWith('-'))) yield { meanings: { amount } };
  }
  for (const debit of figures) {
    for (const credit of figures) {
      if (debit !== credit && isEitherFilled(debit, credit)) yield { meanings: { debit, credit } };
    }
  }
}

/** By the words themselves; of two that say nothing either may be the one for what came. */
function wordsOfDirection(column: ColumnContents): readonly NonNullable<Money['words']>[] {
  const words = fewWordsOf(column);
  const meant = (wanted: 'in' | 'out') => words.filter((word) => directionOf(word) === wanted);
  const said = { in: meant('in'), out: meant('out') };
  if (said.in.length + said.out.length > 0) return [said];
  const [a, b] = words;
  if (a === undefined || b === undefined || words.length > 2) return [];
  return [
    { in: [a], out: [b] },
    { in: [b], out: [a] },
  ];
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
  { meanings: moved, words, amountHasFee }: Money,
  fixed: Meanings,
  { table: { columns }, wanted: { known, number } }: TableOfFile,
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

interface TableOfFile {
  readonly table: LocatedTable;
  readonly wanted: ProposedFor;
}
