import type { Language, Words } from './words.tsx';

// How figures, numbers and times are written. XAF has no sub-unit, and both languages separate
// thousands by a space, so money looks the same in both.

const NO_BREAK_SPACE = '\u00a0';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function formatMoney(amountXaf: number): string {
  return `${formatCount(amountXaf)}${NO_BREAK_SPACE}FCFA`;
}

/**
 * Balances have hundredths although amounts have none. With a point, as in the operators' texts,
 * so that the two can be compared by eye.
 */
export function formatBalance(xaf: number): string {
  const cents = Math.round(Math.abs(xaf) * 100);
  const whole = formatCount(Math.floor(cents / 100));
  const rest = cents % 100 === 0 ? '' : `.${String(cents % 100).padStart(2, '0')}`;
  return `${xaf < 0 ? '-' : ''}${whole}${rest}${NO_BREAK_SPACE}FCFA`;
}

export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
}

/** +237 6 70 00 00 01, as numbers are read aloud in Cameroon; others in groups of three. */
export function formatMsisdn(msisdn: string): string {
  const national = /^\+237(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(msisdn);
  if (national !== null) return ['+237', ...national.slice(1)].join(NO_BREAK_SPACE);
  return msisdn.replace(/(\d{3})(?=\d)/g, `$1${NO_BREAK_SPACE}`);
}

/** With the year if it is not the present one. */
export function formatTime(iso: string, language: Language, now = new Date()): string {
  const at = new Date(iso);
  return new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Africa/Douala',
    day: '2-digit',
    month: 'short',
    ...(yearOf(at) === yearOf(now) ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

function yearOf(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Douala', year: 'numeric' }).format(
    at,
  );
}

export function formatDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Africa/Douala',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
  }).format(new Date(iso));
}

export function formatHour(iso: string): string {
  return new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Africa/Douala',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));
}

/** For the hover: 2026-11-15 09:30:00 UTC. */
export function formatUtc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function formatAge(fromIso: string, now: number, words: Words): string {
  const ageMs = now - Date.parse(fromIso);
  if (ageMs < MINUTE_MS) return words.ages.now;
  if (ageMs < HOUR_MS) return words.ages.minutes(Math.floor(ageMs / MINUTE_MS));
  if (ageMs < 2 * DAY_MS) return words.ages.hours(Math.floor(ageMs / HOUR_MS));
  return words.ages.days(Math.floor(ageMs / DAY_MS));
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}${NO_BREAK_SPACE}%`;
}

/**
 * Enough of a UUID to tell two apart on one screen: the end, since ids made together begin alike.
 */
export function shortId(id: string): string {
  return `…${id.slice(-6)}`;
}

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const satisfies Record<Language, string>;
