import type { Language } from './language.ts';

// XAF has no sub-unit, and thousands are separated by a narrow space, so amounts look the same in
// both languages. Some balances have hundredths, before which each language has its own mark.

/** Between the digits of a number: narrow, and no line breaks there. */
const NARROW_SPACE = '\u202f';
export const NO_BREAK_SPACE = '\u00a0';

/** As wide as a plus, and never at the end of a line. */
const MINUS = '\u2212';

export function formatMoney(amountXaf: number): string {
  return `${formatCount(amountXaf)}${NO_BREAK_SPACE}FCFA`;
}

/** A balance that this person does not see. */
export const HIDDEN_BALANCE = '•••';

/** 319 001,25 in French, 319 001.25 in English; without hundredths like all other amounts. */
export function formatBalance(xaf: number, language: Language = languageOfPage()): string {
  const cents = Math.round(Math.abs(xaf) * 100);
  const sign = xaf < 0 ? MINUS : '';
  const whole = formatCount(Math.floor(cents / 100));
  const rest = cents % 100;
  if (rest === 0) return `${sign}${whole}${NO_BREAK_SPACE}FCFA`;
  const number = `${whole}${DECIMALS[language]}${String(rest).padStart(2, '0')}`;
  return `${sign}${number}${NO_BREAK_SPACE}FCFA`;
}

export const DECIMALS = { fr: ',', en: '.' } as const satisfies Record<Language, string>;

export function languageOfPage(): Language {
  return document.documentElement.lang === 'en' ? 'en' : 'fr';
}

export function formatCount(count: number): string {
  const digits = String(Math.trunc(Math.abs(count))).replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
  return count <= -1 ? `${MINUS}${digits}` : digits;
}

/**
 * A balance as a person types it, in hundredths: `50500.25`, `50 500,25`. Null for anything that
 * could be read in two ways, such as `7,943`.
 */
export function readBalance(typed: string): number | null {
  const plain = typed.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/(?:FCFA|XAF)$/i, '');
  const found = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(plain);
  if (found === null) return null;
  const [, whole = '', rest = ''] = found;
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'));
}

/** An amount as a person types it, with or without spaces; null for anything else. */
export function readCount(typed: string): number | null {
  const plain = typed.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/(?:FCFA|XAF)$/i, '');
  return /^\d{1,16}$/.test(plain) ? Number(plain) : null;
}
