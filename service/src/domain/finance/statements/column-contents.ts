import { normaliseLine } from '../../lines/line.ts';
import { OPERATORS } from '../../operators/operator.ts';
import type { Column, StatementMapping } from './mapping.ts';
import { partyOf, plainText } from './read-line.ts';
import { proposePatterns, type ValueWithin } from './text-pattern.ts';
import { fold, readCents, readStatementTime } from './values.ts';

// What a column of an unknown export may be, by its contents and its name.

export interface ColumnContents {
  readonly place: number;
  readonly name: string;
  /** Of the rows that are payments, without the blanks around them. */
  readonly values: readonly string[];
}

/** The order of day, month and year. */
export type DateOrder = Pick<StatementMapping, 'dayFirst' | 'yearFirst'>;

export const DATE_ORDERS: readonly DateOrder[] = [
  { dayFirst: true },
  { dayFirst: false },
  { dayFirst: true, yearFirst: true },
];

/** Spreadsheets count days; these are from 2009 to 2050, and few columns of amounts lie between. */
const COUNTED_DAYS = [40_000, 55_000] as const;

export function isDay(text: string): boolean {
  if (/^\d+(?:[.,]\d+)?$/.test(text)) {
    const [first, last] = COUNTED_DAYS;
    return /^\d{5}(?:\.\d+)?$/.test(text) && Number(text) > first && Number(text) < last;
  }
  return DATE_ORDERS.some((order) => readStatementTime(text, order) !== null);
}

/** A time of day without its day; spreadsheets write it as a part of one. */
export function isClock(text: string): boolean {
  return /^\d{1,2} ?[:hH] ?\d{2}(?::\d{2})?(?: ?[ap]m)?$/i.test(text) || /^0\.\d{3,}$/.test(text);
}

export function isFigure(text: string): boolean {
  return readCents(text) !== null;
}

/** A phone number; a merchant's code could as well be an amount. */
export function isNumber(text: string): boolean {
  return /^\+?[\d ]{9,}$/.test(text) && normaliseLine(text).startsWith('+237');
}

/** A phone number within other words, with what stands before and after it. */
function findNumber(text: string): ValueWithin | null {
  return partAt(text, /(?<!\d)(?:\+?237 ?)?6(?: ?\d){8}(?!\d)/.exec(text));
}

/**
 * The longest word with a digit that could be an id: no phone number, day, time or amount. Of two,
 * such as those of what was taken back and of its return, the first or the last.
 */
export function findId(text: string, which: 'first' | 'last' = 'first'): ValueWithin | null {
  const isId = (word: string) =>
    isIdText(word) && !isNumber(word) && !isDay(word) && !/^\d{1,3}(?:[.,]\d{3})*$/.test(word);
  const ids = text
    .matchAll(/[\p{L}\d][\p{L}\d._/-]*[\p{L}\d]/gu)
    .filter(([word]) => isId(word))
    .toArray();
  const inOrder = which === 'first' ? ids : ids.toReversed();
  const [longest] = inOrder.toSorted(([a], [b]) => b.length - a.length);
  return partAt(text, longest ?? null);
}

/** Where a value is within a text, by what the value is. */
const FINDERS: Readonly<Record<Column, (text: string) => ValueWithin | null>> = {
  id: (text) => findId(text),
  from: findNumber,
  to: findNumber,
  party: findNumber,
  amount: findMoney,
  debit: findMoney,
  credit: findMoney,
  fee: findMoney,
  balance: findMoney,
  at: findFigure,
  time: findFigure,
  // Words have no mark of their own.
  status: () => null,
  direction: () => null,
};

export function findWithin(column: Column): (text: string) => ValueWithin | null {
  return FINDERS[column];
}

/** A figure with a word for francs beside it: what is only a number may be anything. */
function findMoney(text: string): ValueWithin | null {
  return partAt(text, /(?<![\d.,])\d(?:[\d .,']*\d)?(?=\s?(?:XAF|F\s?CFA|F)\b)/i.exec(text));
}

/** Any word with a digit. */
export function findFigure(text: string): ValueWithin | null {
  return partAt(text, /\S*\d\S*/.exec(text));
}

function partAt(text: string, found: RegExpExecArray | null): ValueWithin | null {
  if (found === null) return null;
  const [value] = found;
  const end = found.index + value.length;
  return { before: text.slice(0, found.index), value, after: text.slice(end) };
}

/** Unlike a count of lines, an id is long, and no two payments have the same. */
export function areIds({ values }: ColumnContents): boolean {
  const ids = values.map(plainText);
  const isTime = ids.every((text) => isDay(text) || isClock(text));
  const isEach = ids.every((text) => isIdText(text) && !isNumber(text));
  return new Set(ids).size === ids.length && isEach && !isTime;
}

function isIdText(text: string): boolean {
  return text.length >= 6 && /\d/.test(text) && !/[\s:]/.test(text);
}

/** Few different words: a status or a direction. */
const MAX_WORDS = 12;

export function fewWordsOf({ values }: ColumnContents): readonly string[] {
  const words = new Map(values.map((value) => [fold(value), value]));
  words.delete('');
  const isWord = (text: string) => /[a-z]/.test(text);
  const isFew = words.size > 0 && words.size <= MAX_WORDS;
  return isFew && [...words.keys()].every(isWord) ? [...words.values()] : [];
}

export function share(values: readonly string[], test: (text: string) => boolean): number {
  const filled = values.filter((value) => value !== '');
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
}

/** Words in the names of columns, without accents and capitals. */
const HINTS: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'transaction', 'reference', 'ref', 'identifiant', 'recu no', 'receipt'],
  at: ['date', 'jour', 'day'],
  time: ['heure', 'time', 'hour'],
  status: ['statut', 'status', 'etat', 'state', 'resultat', 'result'],
  direction: ['sens', 'direction', 'type', 'operation', 'nature'],
  from: ['de', 'from', 'expediteur', 'sender', 'emetteur', 'source', 'debite'],
  to: ['a', 'to', 'vers', 'destinataire', 'beneficiaire', 'recipient', 'credite'],
  party: [
    'correspondant',
    'contrepartie',
    'counterparty',
    'tiers',
    'party',
    'client',
    'customer',
    'numero',
    'number',
    'msisdn',
    'description',
    'libelle',
    'details',
  ],
  amount: ['montant', 'amount', 'somme', 'valeur', 'value'],
  debit: ['debit', 'sortie', 'sorties', 'out', 'retrait', 'withdrawn', 'envoye', 'sent'],
  credit: ['credit', 'entree', 'entrees', 'in', 'depot', 'recu', 'received'],
  fee: ['frais', 'fee', 'fees', 'commission', 'charge', 'charges'],
  balance: ['solde', 'balance'],
};

/** How well a name suits a meaning: 2 as a known export has it, 1 with a usual word, or 0. */
export function hintOf(
  name: string,
  column: Column,
  known: readonly Pick<StatementMapping, 'columns'>[],
): 0 | 1 | 2 {
  const folded = fold(name);
  if (known.some(({ columns }) => columns[column]?.some((one) => fold(one) === folded))) return 2;
  return HINTS[column].some((word) => ` ${folded} `.includes(` ${word} `)) ? 1 : 0;
}

/** Not of an aggregator, a platform or a bank. */
export function namesOperator(name: string): boolean {
  const folded = ` ${fold(name)} `;
  return [...OPERATORS, 'operateur', 'operator'].some((word) => folded.includes(` ${word} `));
}

/** Other forms of the words of failure than a mapping names. */
const FAILURE = /^(?:rejet|refus|echec|echou|fail|declin|unsuccess|cancel|annulee?s?$)/;

/** The word of failure in a text, with a pattern of the texts that have it in its place. */
export function failureIn(
  text: string,
  known: readonly Pick<StatementMapping, 'failed'>[],
): { readonly pattern: string } | null {
  const failed = new Set(known.flatMap((one) => one.failed.map(fold)));
  const word = text
    .matchAll(/[\p{L}\p{M}]+/gu)
    .find(([one]) => failed.has(fold(one)) || FAILURE.test(fold(one)));
  if (word === undefined) return null;
  return { pattern: word.index === 0 ? `${word[0]}{skip}` : `{skip}${word[0]}{skip}` };
}

/** Whether a text says that a row is a fee. */
export function namesFee(text: string): boolean {
  return /\b(?:frais|fees?|commissions?|charges?|taxes?|tax|tva|vat)\b/.test(fold(text));
}

/** Whether a text says that a row takes another one back. */
export function namesReversal(text: string): boolean {
  return /\b(?:annul|revers|extourn|contrepass|cancel)/.test(fold(text));
}

/** How a word of a direction begins, without accents and capitals. */
const DIRECTION_WORDS = {
  in: /\b(?:in|(?:credit|entree|recu|recept|depot|deposit|received|incoming)\w*)\b/,
  out: /\b(?:out|(?:debit|sortie|emis|envoi|envoye|retrait|withdraw|sent|outgoing)\w*)\b/,
} as const;

/** The direction that one of the words names; two that contradict each other name none. */
export function directionOf(words: string): 'in' | 'out' | null {
  const folded = fold(words);
  const [came, left] = [DIRECTION_WORDS.in.test(folded), DIRECTION_WORDS.out.test(folded)];
  if (came === left) return null;
  return came ? 'in' : 'out';
}

/** Sender and recipient by their names, where one of the two alone does not name the other side. */
export function findParties(
  columns: readonly ColumnContents[],
  own: string,
): Readonly<Record<'from' | 'to', ColumnContents>> | null {
  const named = (column: 'from' | 'to') =>
    columns.filter(({ name, values }) => hintOf(name, column, []) > 0 && values.some(hasNumber));
  const filled = ({ values }: ColumnContents) => values.filter(hasNumber).length;
  for (const from of named('from')) {
    for (const to of named('to')) {
      if (from === to) continue;
      const sides = from.values.map((text, row) => [text, to.values[row] ?? ''].filter(hasNumber));
      const either = sides.filter((texts) => texts.length > 0);
      // Two numbers that are not ours: the statement may be of another wallet.
      const isOurs = (texts: readonly string[]) => texts.some((text) => partyOf(text) === own);
      const isNeeded = either.length > Math.max(filled(from), filled(to)) || sides.some(isOurs);
      if (isNeeded && sides.every((texts) => texts.length < 2 || isOurs(texts)))
        return { from, to };
    }
  }
  return null;
}

function hasNumber(text: string): boolean {
  return findNumber(text) !== null;
}

/** The column with the id or the other side’s number, alone or within other words. */
export function findWithinTexts(
  meaning: 'id' | 'party',
  columns: readonly ColumnContents[],
  known: readonly StatementMapping[],
): { readonly name: string; readonly patterns: readonly string[] } | null {
  const finders =
    meaning === 'id'
      ? (['first', 'last'] as const).map((which) => (text: string) => findId(text, which))
      : [findNumber];
  const [best] = finders
    .flatMap((find) => columns.map((column) => ({ ...column, find })))
    .map(({ name, values, find }) => {
      const found = values.flatMap((text) => find(text) ?? []);
      const isEnough =
        meaning === 'id'
          ? found.length > 0 && new Set(found.map(({ value }) => value)).size === values.length
          : share(values, (text) => find(text) !== null) >= 0.5;
      const patterns = proposePatterns(found.filter(({ before, after }) => before + after !== ''));
      return { name, patterns, score: isEnough ? 1 + hintOf(name, meaning, known) : 0 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return best ?? null;
}

/** Whether the names of the columns say that the fee is in the amount. */
export function namesNet(nameOf: (column: Column) => string): boolean {
  const isNet = (['amount', 'debit', 'credit'] as const).some((column) =>
    /\bnet(?:te)?s?\b/.test(fold(nameOf(column))),
  );
  return isNet || /\b(?:dont|of which|incl|compris)/.test(fold(nameOf('fee')));
}
