import {
  type ByOperator,
  forEachOperator,
  OPERATORS,
  type Operator,
} from './operators/operator.ts';

/**
 * Reads the number of a deposit or withdrawal. Accepted: E.164 with a plus sign, `237` and nine
 * digits, and the nine national digits alone; nothing else, because a guess would pay a stranger.
 */
export function normaliseMsisdn(text: string): NormalisedMsisdn {
  if (NATIONAL.test(text)) return { kind: 'valid', msisdn: `${CAMEROON}${text}` };
  if (NATIONAL_WITH_COUNTRY.test(text)) return { kind: 'valid', msisdn: `+${text}` };
  if (!E164.test(text)) {
    return {
      kind: 'invalid',
      reason:
        'the accepted forms are E.164 (+237670000000), 237 and nine digits (237670000000), ' +
        'and nine digits (670000000), without spaces or other separators',
    };
  }
  if (text.startsWith(CAMEROON) && text.length !== CAMEROON_LENGTH) {
    return { kind: 'invalid', reason: 'a +237 number must have 9 digits after the country code' };
  }
  return { kind: 'valid', msisdn: text };
}

/** For operator detection, where people paste numbers as they are printed. */
export function normaliseLoosely(text: string): NormalisedMsisdn {
  const compact = text.replaceAll(PRINTED_SEPARATORS, '');
  return normaliseMsisdn(compact.replace(/^00/, '+'));
}

export type NormalisedMsisdn =
  | { readonly kind: 'valid'; readonly msisdn: string }
  | { readonly kind: 'invalid'; readonly reason: string };

/** National prefixes of each operator, without the country code. */
export type PrefixTable = ByOperator<readonly string[]>;

/** The interface's table. Prefixes move between operators, so a setting may replace it. */
export const DEFAULT_PREFIXES: PrefixTable = forEachOperator(({ prefixes }) => prefixes);

/** The operator with the longest matching prefix, or `null` if unknown or of another country. */
export function operatorOf(prefixes: PrefixTable, msisdn: string): Operator | null {
  if (!msisdn.startsWith(CAMEROON)) return null;
  let found: Operator | null = null;
  let foundLength = 0;
  for (const operator of OPERATORS) {
    for (const prefix of prefixes[operator]) {
      if (prefix.length <= foundLength || !msisdn.startsWith(prefix, CAMEROON.length)) continue;
      found = operator;
      foundLength = prefix.length;
    }
  }
  return found;
}

/**
 * The operator that a number belongs to, if it is another one. Only a known prefix contradicts; an
 * unknown prefix is taken as it is.
 */
export function contradictingOperator(
  prefixes: PrefixTable,
  msisdn: string,
  operator: Operator,
): Operator | null {
  const known = operatorOf(prefixes, msisdn);
  return known === operator ? null : known;
}

/** Any number in E.164 with plus. */
export function isE164(text: string): boolean {
  return E164.test(text);
}

/** The nine digits that are dialled within Cameroon, or `null` for a number of another country. */
export function nationalDigits(msisdn: string): string | null {
  if (!msisdn.startsWith(CAMEROON) || msisdn.length !== CAMEROON_LENGTH) return null;
  return msisdn.slice(CAMEROON.length);
}

/** What people pay to besides numbers: the short code that an operator gives to a merchant. */
export function isMerchantCode(text: string): boolean {
  return /^[0-9]{4,15}$/.test(text);
}

/** Fixed lines start with 2 and mobile lines with 6; no other number is in service. */
export function isCameroonNumber(msisdn: string): boolean {
  return CAMEROON_NUMBER.test(msisdn);
}

/** `+237670000012` → `+23767*****12`: enough to recognise a number, not enough to call it. */
export function maskMsisdn(msisdn: string): string {
  const countryCode = COUNTRY_CODE.exec(msisdn)?.[0];
  if (countryCode === undefined || !E164.test(msisdn)) return '***';
  const national = msisdn.slice(countryCode.length);
  // Four visible digits would reveal most of a very short number, so it shows only the last two.
  const head = national.length >= LENGTH_TO_SHOW_HEAD ? national.slice(0, 2) : '';
  const hidden = '*'.repeat(national.length - head.length - 2);
  return `${countryCode}${head}${hidden}${lastDigits(msisdn)}`;
}

/** What tells one's own numbers apart, and tells a stranger none of them. */
export function lastDigits(msisdn: string): string {
  return msisdn.slice(-2);
}

/** A text with the numbers in it masked, however they are printed, except ours. */
export function maskNumbersIn(text: string, ours: readonly string[] = []): string {
  return text.replace(NUMBERS_IN_TEXT, (printed) => {
    const number = normaliseLoosely(printed);
    if (number.kind === 'invalid') return '***';
    return ours.includes(number.msisdn) ? printed : maskMsisdn(number.msisdn);
  });
}

/** Whether a text is a number or has one in it, however it is printed. */
export function namesNumber(text: string): boolean {
  return normaliseLoosely(text).kind === 'valid' || maskNumbersIn(text) !== text;
}

/** Replaces an erased number; no country has it. */
export const ERASED_NUMBER = '+99900000000';

/** How an erased text begins. */
export const ERASED_TEXT = '(erased)';

const COUNTRY = '237';
const CAMEROON = `+${COUNTRY}`;
const SUBSCRIBER = '[26][0-9]{8}';
const CAMEROON_LENGTH = CAMEROON.length + 9;
const LENGTH_TO_SHOW_HEAD = 8;

// [0-9] makes it clear that digits of other scripts do not count.
const E164 = /^\+[1-9][0-9]{7,14}$/;
const NATIONAL = /^[1-9][0-9]{8}$/;
const NATIONAL_WITH_COUNTRY = new RegExp(`^${COUNTRY}[0-9]{9}$`);
const CAMEROON_NUMBER = new RegExp(`^\\+${COUNTRY}${SUBSCRIBER}$`);

/** The source of a pattern that finds numbers of Cameroon in running text, with or without 237. */
export const CAMEROON_NUMBER_IN_TEXT = `(?:\\+?${COUNTRY})?${SUBSCRIBER}`;
const SEPARATOR = '[ \u00A0\u202F.()-]';
const PRINTED_SEPARATORS = new RegExp(SEPARATOR, 'g');

/** Longer runs of digits are ids of operators, and a currency makes it an amount. */
const NUMBERS_IN_TEXT = new RegExp(
  `(?<!\\d)(?:(?:(?:\\+|00)?${COUNTRY}${SEPARATOR}?)?[26](?:${SEPARATOR}?\\d){8}` +
    `|\\+[1-9]\\d{7,14})(?!\\d)(?!\\s?(?:XAF|F?CFA))`,
  'g',
);

// Country codes have one, two or three digits; the short ones are listed, the rest have three.
const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[0-9]{3})/;
