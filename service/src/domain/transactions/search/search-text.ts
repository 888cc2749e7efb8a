import { DEFAULT_PREFIXES, normaliseLoosely, operatorOf } from '../../msisdn.ts';

/** What a person may have meant by a search text; several can fit. */
export interface SearchKeys {
  /** Of a transaction or of a player. */
  readonly id: string | null;
  readonly msisdn: string | null;
  /** As it was typed: a reference, or the operator's id. */
  readonly text: string;
  /** The beginnings of words of a payer's name, without accents and in lower case. */
  readonly name: readonly string[];
  readonly amountXaf: number | null;
  /** The end of a number, as a player reads it out. */
  readonly lastDigits: string | null;
  /** Both at once, as "1373 8000": the end of a number, then the amount. */
  readonly digitsAndAmount: { readonly lastDigits: string; readonly amountXaf: number } | null;
}

/** By what a transaction was found, the surest first. */
export const FOUND_BY = [
  'id',
  'reference',
  'operator_id',
  'number',
  'player',
  'payer_name',
  'digits_and_amount',
  'amount',
  'last_digits',
] as const;
export type FoundBy = (typeof FOUND_BY)[number];

const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;
const FIGURES = String.raw`(\d{1,3}(?:[ \u00A0\u202F.,]\d{3})+|\d{3,9})\s?(XAF|FCFA|CFA|F)?`;
const AMOUNT = new RegExp(`^${FIGURES}$`, 'i');
const DIGITS_AND_AMOUNT = new RegExp(String.raw`^(?:[…*.]+\s?)?(\d{3,4})\s+${FIGURES}$`, 'i');
const LAST_DIGITS = /^(?:[…*.]+\s?)?(\d(?:[ \u00A0\u202F.-]?\d){2,7})$/;
const SHORTEST_NAME = 3;

/**
 * Reads a search text. A person who may not see numbers cannot search by a part of one either:
 * digit by digit a program would learn the whole.
 */
export function readSearch(typed: string, may: { readonly seeNumbers: boolean }): SearchKeys {
  const text = typed.trim();
  const number = normaliseLoosely(text);
  const [, ending, sum] = DIGITS_AND_AMOUNT.exec(text) ?? [];
  // "1229 45000" and "2448 36000" have as many digits as a number, and no operator has such ones.
  const isNumber =
    number.kind === 'valid' &&
    (ending === undefined || operatorOf(DEFAULT_PREFIXES, number.msisdn) !== null);
  const msisdn = isNumber ? number.msisdn : null;
  const [, figures, currency] = AMOUNT.exec(text) ?? [];
  const [, digits] = LAST_DIGITS.exec(text) ?? [];
  const mayBePart = may.seeNumbers && msisdn === null;
  const isPart = mayBePart && currency === undefined;
  return {
    id: UUID.test(text) ? text : null,
    msisdn,
    text,
    name: nameWords(text),
    amountXaf: figures === undefined || msisdn !== null ? null : Number(withoutSigns(figures)),
    lastDigits: digits === undefined || !isPart ? null : withoutSigns(digits),
    digitsAndAmount:
      ending === undefined || sum === undefined || !mayBePart
        ? null
        : { lastDigits: ending, amountXaf: Number(withoutSigns(sum)) },
  };
}

function withoutSigns(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Texts with digits are ids and references; a name has none. */
function nameWords(text: string): readonly string[] {
  if (/\d/.test(text)) return [];
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z]+/g) ?? [];
  return words.some(({ length }) => length >= SHORTEST_NAME) ? words : [];
}
