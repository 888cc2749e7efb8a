import { normaliseLoosely } from '../msisdn.ts';

/**
 * One spelling for a merchant line: E.164 for a phone number, and a merchant's short code as it is.
 */
export function normaliseLine(text: string): string {
  const number = normaliseLoosely(text);
  return number.kind === 'valid' ? number.msisdn : text.trim();
}
