import { maskMsisdn, normaliseMsisdn } from '../domain/msisdn.ts';

/** Longer runs of digits are ids of operators. */
const NUMBERS = /(?<!\d)(?:\+?237)?[26]\d{8}(?!\d)/g;

/** A text as it may be shown: players' numbers masked, those of our own lines whole. */
export function maskNumbers(text: string, ownLines: readonly string[]): string {
  return text.replace(NUMBERS, (digits) => {
    const number = normaliseMsisdn(digits);
    if (number.kind === 'invalid') return '***';
    return ownLines.includes(number.msisdn) ? digits : maskMsisdn(number.msisdn);
  });
}
