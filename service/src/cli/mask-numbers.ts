import { CAMEROON_NUMBER_IN_TEXT, maskMsisdn, normaliseMsisdn } from '../domain/msisdn.ts';

/** Longer runs of digits are ids of operators. */
const NUMBERS = new RegExp(`(?<!\\d)${CAMEROON_NUMBER_IN_TEXT}(?!\\d)`, 'g');

/** A text as it may be shown: players' numbers masked, those of our own lines whole. */
export function maskNumbers(text: string, ownLines: readonly string[]): string {
  return text.replace(NUMBERS, (digits) => {
    const number = normaliseMsisdn(digits);
    if (number.kind === 'invalid') return '***';
    return ownLines.includes(number.msisdn) ? digits : maskMsisdn(number.msisdn);
  });
}
