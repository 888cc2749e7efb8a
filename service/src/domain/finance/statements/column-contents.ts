import { normaliseLine } from '../../lines/line.ts';
import type { Column, StatementMapping } from './mapping.ts';
import { plainText } from './read-line.ts';
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
  return /^\d{1,2}[:hH]\d{2}(?::\d{2})?(?: ?[ap]m)?$/i.test(text) || /^0\.\d{3,}$/.test(text);
}

export function isFigure(text: string): boolean {
  return readCents(text) !== null;
}

/** A phone number; a merchant's code could as well be an amount. */
export function isNumber(text: string): boolean {
  return /^\+?[\d ]{9,}$/.test(text) && normaliseLine(text).startsWith('+237');
}

/** A phone number within other words, with what stands before and after it. */
export function findNumber(
  text: string,
): { readonly before: string; readonly number: string; readonly after: string } | null {
  const found = /(?<!\d)(?:\+?237 ?)?6(?: ?\d){8}(?!\d)/.exec(text);
  if (found === null) return null;
  const [number] = found;
  const end = found.index + number.length;
  return { before: text.slice(0, found.index), number, after: text.slice(end) };
}

/** Unlike a count of lines, an id is long, and no two payments have the same. */
export function areIds({ values }: ColumnContents): boolean {
  const ids = values.map(plainText);
  const isId = (text: string) => text.length >= 6 && /\d/.test(text) && !/[\s:]/.test(text);
  return new Set(ids).size === ids.length && ids.every((text) => isId(text) && !isNumber(text));
}

/** Few different words: a status or a direction. */
const MOST_WORDS = 12;

export function fewWordsOf({ values }: ColumnContents): readonly string[] {
  const words = new Map(values.map((value) => [fold(value), value]));
  words.delete('');
  const isWord = (text: string) => /[a-z]/.test(text);
  const isFew = words.size > 0 && words.size <= MOST_WORDS;
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

/** How the words of a direction begin, without accents and capitals. */
const DIRECTION_WORDS = {
  in: ['credit', 'in', 'entree', 'recu', 'recept', 'depot', 'deposit', 'received', 'incoming'],
  out: ['debit', 'out', 'sortie', 'envoi', 'envoye', 'retrait', 'withdraw', 'sent', 'outgoing'],
} as const;

export function directionOf(word: string): 'in' | 'out' | null {
  const folded = fold(word);
  const begins = (words: readonly string[]) => words.some((one) => folded.startsWith(one));
  if (begins(DIRECTION_WORDS.in)) return 'in';
  return begins(DIRECTION_WORDS.out) ? 'out' : null;
}
