import { isCameroonNumber, normaliseMsisdn } from '../../msisdn.ts';
import { type SmsText, standsAt, type Token, touches } from './tokens.ts';
import { NOT_MONEY, OTHER_CURRENCIES, UNITS } from './vocabulary.ts';

// Reads one value at a token. What could be understood in two ways is refused: a human can ask the
// operator, the service cannot.

/**
 * An amount with its unit, before or after it: `10000 XAF`, `4054FCFA`, `FCFA 0`, `5000.00`,
 * `7,943`. A comma separates thousands and a dot hundredths. Refused: `1.250` and `1.250.000`,
 * where the dot may be either, `5000,00`, and `100 000`, which may be two numbers.
 */
export function readMoney(text: SmsText, index: number, unit: UnitRule): MoneyRead {
  const unitBefore = unitAt(text, index);
  const first = index + unitBefore;
  const number = readNumber(text, first);
  if (number === null) return { kind: 'refused', reason: 'amount_unclear' };
  const unitAfter = unitAt(text, number.next);
  const { hundredths } = number;
  if (unitAfter > 0) return { kind: 'money', hundredths, next: number.next + unitAfter };

  const after = text.tokens[number.next];
  const ends = after === undefined || (ENDS.has(after.text) && !mayGoOn(text, number.next));
  if ((unitBefore > 0 || unit === 'optional') && ends) {
    return { kind: 'money', hundredths, next: number.next };
  }
  if (after?.kind !== 'word') return { kind: 'refused', reason: 'amount_unclear' };
  if (OTHER_CURRENCIES.has(after.text)) return { kind: 'elsewhere', reason: 'other_currency' };
  if (NOT_MONEY.has(after.text)) return { kind: 'elsewhere', reason: 'not_money' };
  return { kind: 'refused', reason: 'unknown_currency' };
}

/** `1, 250` and `1 ,250 FCFA` may be one amount that a gateway has broken, or two. */
function mayGoOn(text: SmsText, index: number): boolean {
  const digits = text.tokens[index + 1];
  if (!DECIMAL_MARKS.has(text.tokens[index]?.text ?? '') || digits?.kind !== 'digits') return false;
  const rest = readNumber(text, index + 1);
  return digits.text.length === 3 || (rest !== null && unitAt(text, rest.next) > 0);
}

const DECIMAL_MARKS: ReadonlySet<string> = new Set([',', '.']);

export type UnitRule = 'required' | 'optional';

export type MoneyRead =
  | { readonly kind: 'money'; readonly hundredths: number; readonly next: number }
  | { readonly kind: 'refused'; readonly reason: 'amount_unclear' | 'unknown_currency' }
  | { readonly kind: 'elsewhere'; readonly reason: 'other_currency' | 'not_money' };

/** Nine national digits, or 237 and nine digits; `null` for a shorter, masked or foreign number. */
export function readNumberOfPhone(text: SmsText, index: number): PhoneRead | null {
  const plus = text.tokens[index]?.text === '+' ? 1 : 0;
  if (plus === 1 && !touches(text, index)) return null;
  const digits = text.tokens[index + plus];
  if (digits?.kind !== 'digits' || isGluedAfter(text, index + plus)) return null;
  const read = normaliseMsisdn(`${plus === 1 ? '+' : ''}${digits.text}`);
  if (read.kind === 'invalid' || !isCameroonNumber(read.msisdn)) return null;
  return { msisdn: read.msisdn, next: index + plus + 1 };
}

export interface PhoneRead {
  readonly msisdn: string;
  readonly next: number;
}

/** `2026-06-24 12:44:33` in the time of Douala. */
export function readTime(text: SmsText, index: number): { time: Date; next: number } | null {
  const first = text.tokens[index];
  const last = text.tokens[index + TIME_TOKENS - 1];
  if (first === undefined || last === undefined || isGluedAfter(text, index + TIME_TOKENS - 1)) {
    return null;
  }
  const parts = TIME.exec(text.raw.slice(first.start, last.end));
  const time = parts === null ? null : timeInDouala(parts.slice(1).map(Number));
  return time === null ? null : { time, next: index + TIME_TOKENS };
}

/**
 * Whether there is something here that was meant as a value: digits, also of another script,
 * letters that look like digits, a masked number, or a unit. It separates a damaged payment, which
 * a person must see, from an advert that begins with the same words.
 */
export function looksLikeValue(text: SmsText, index: number): boolean {
  const token = text.tokens[index];
  if (token === undefined) return false;
  if (token.kind === 'digits' || unitAt(text, index) > 0) return true;
  if (token.kind === 'mark') return /[+*\p{Nd}-]/u.test(token.text);
  const next = text.tokens[index + 1];
  return /^[olisx]{1,2}$/.test(token.text) && touches(text, index) && next?.kind === 'digits';
}

/** Whether a letter, a digit or a decimal follows without a gap. */
export function isGluedAfter(text: SmsText, index: number): boolean {
  if (!touches(text, index)) return false;
  const next = text.tokens[index + 1];
  if (next === undefined) return false;
  if (next.kind !== 'mark') return true;
  if (!MARKS_AFTER_VALUE.has(next.text)) return true;
  const second = text.tokens[index + 2];
  if (second === undefined || !touches(text, index + 1)) return false;
  return second.kind === 'digits' || second.text === '.' || second.text === ',';
}

interface NumberRead {
  readonly hundredths: number;
  readonly next: number;
}

function readNumber(text: SmsText, index: number): NumberRead | null {
  const first = text.tokens[index];
  if (first?.kind !== 'digits') return null;
  let whole = first.text;
  let last = index;
  const groups = (mark: string): Token | null => {
    const digits = text.tokens[last + 2];
    if (text.tokens[last + 1]?.text !== mark || digits?.kind !== 'digits') return null;
    return touches(text, last) && touches(text, last + 1) ? digits : null;
  };
  for (let group = groups(','); group !== null; group = groups(',')) {
    if (group.text.length !== 3 || first.text.length > 3) return null;
    whole += group.text;
    last += 2;
  }
  const decimals = groups('.');
  if (decimals !== null) last += 2;
  if ((decimals?.text.length ?? 0) > 2 || !WHOLE.test(whole)) return null;
  if (isGluedNumber(text, last)) return null;
  const hundredths = Number(whole) * 100 + Number((decimals?.text ?? '').padEnd(2, '0'));
  return { hundredths, next: last + 1 };
}

/** A unit may touch a number; anything else that touches it makes it doubtful. */
function isGluedNumber(text: SmsText, index: number): boolean {
  if (!isGluedAfter(text, index)) return false;
  return unitAt(text, index + 1) === 0 && !isKnownOtherUnit(text.tokens[index + 1]);
}

function isKnownOtherUnit(token: Token | undefined): boolean {
  return token !== undefined && (OTHER_CURRENCIES.has(token.text) || NOT_MONEY.has(token.text));
}

/** How many tokens the unit at this index has: none, one, or two for `F CFA`. */
function unitAt(text: SmsText, index: number): number {
  const unit = UNITS.find((words) => standsAt(text, index, words));
  if (unit === undefined) return 0;
  const last = text.tokens[index + unit.length - 1];
  const next = text.tokens[index + unit.length];
  // `FCFA5` after a number would be two numbers; before a number it only lacks a space.
  if (last !== undefined && next?.kind === 'word' && last.end === next.start) return 0;
  return unit.length;
}

/** Douala is one hour ahead of UTC in summer and winter. */
export function timeInDouala(parts: readonly (number | undefined)[]): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // JavaScript moves a day that the month does not have into the next month.
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return null;
  return new Date(Date.UTC(year, month - 1, day, hour - 1, minute, second));
}

const WHOLE = /^(?:0|[1-9][0-9]{0,11})$/;
const TIME = /^([0-9]{4})-([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})$/;
const TIME_TOKENS = 10;
const ENDS: ReadonlySet<string> = new Set(['.', ',', ';', '|', ')']);
const MARKS_AFTER_VALUE: ReadonlySet<string> = new Set(['.', ',', ';', ':', '|', ')', '(']);
