import { normaliseLine } from '../../../lines/line.ts';
import {
  type ColumnContents,
  directionOf,
  fewWordsOf,
  hintOf,
  isFigure,
  isNumber,
  namesNet,
  share,
} from '../column-contents.ts';
import type { Column, StatementMapping } from '../mapping.ts';
import { partyOf } from '../read-line.ts';
import type { LocatedTable } from './locate-table.ts';

// The ways in which a file may say how much moved, and which way.

/** A meaning for some columns. */
export type Meanings = Readonly<Partial<Record<Column, ColumnContents>>>;

/** What the money is read from, and the words of its direction if the file has no usual ones. */
export interface Money {
  readonly meanings: Meanings;
  readonly words?: NonNullable<StatementMapping['directionWords']>;
  readonly amountHasFee?: boolean;
}

/** Each way in which the columns of figures may be read. */
export function* listMoney(
  { columns }: LocatedTable,
  fixed: Meanings,
  { number, known }: ProposedMoney,
): Generator<Money> {
  const taken = new Set(Object.values(fixed));
  const free = columns.filter((one) => !taken.has(one));
  const figures = free.filter(
    ({ values }) =>
      share(values, isFigure) === 1 && share(values, isNumber) < 0.5 && !isCount(values),
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
      yield words === undefined ? { meanings } : { meanings, words };
    }
  }
}

const FEWEST_COUNTED = 4;

/** Lines that are numbered one after the other: no money. */
function isCount(values: readonly string[]): boolean {
  const counts = values.filter((value) => value !== '').map(Number);
  const [first = 0] = counts;
  return counts.length >= FEWEST_COUNTED && counts.every((one, at) => one === first + at);
}

interface ProposedMoney {
  /** Our own. */
  readonly number: string;
  readonly known: readonly StatementMapping[];
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

/** The same, and with the fee within the amount. */
export function withNet(money: Money): readonly Money[] {
  return money.meanings.fee === undefined ? [money] : [money, { ...money, amountHasFee: true }];
}

/** How well the names of the columns suit what they are read as. */
export function rankNames(
  { meanings, amountHasFee = false }: Money,
  known: readonly StatementMapping[],
): number {
  return Object.entries(meanings).reduce(
    (sum: number, [column, { name }]) => sum + hintOf(name, column as Column, known),
    namesNet((column) => meanings[column]?.name ?? '') === amountHasFee ? 1 : 0,
  );
}

/** Whether the same columns were read the other way round. */
export function isTurned(one: Money, other: Money): boolean {
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
