import type { Language } from './language.ts';
import { DECIMALS, formatCount, languageOfPage, NO_BREAK_SPACE } from './money.ts';
import type { Words } from './words.tsx';

// How numbers and times are written.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * +237 6 70 00 00 01, as numbers are read aloud in Cameroon; others in groups of three. A masked
 * one has the same shape: +237 6 7• •• •• 01.
 */
export function formatMsisdn(msisdn: string): string {
  const number = NATIONAL.test(msisdn) ? `+237${msisdn}` : msisdn;
  const shown = number.replaceAll('*', '•');
  const national = /^\+237([\d•])([\d•]{2})([\d•]{2})([\d•]{2})([\d•]{2})$/.exec(shown);
  if (national !== null) return ['+237', ...national.slice(1)].join(NO_BREAK_SPACE);
  return shown.replace(/([\d•]{3})(?=[\d•])/g, `$1${NO_BREAK_SPACE}`);
}

/** As people in Cameroon write their numbers, without the country. */
const NATIONAL = /^[26]\d{8}$/;

/** 6 50: the beginning of a number, in the groups of the whole one. */
export function formatPrefix(prefix: string): string {
  return prefix.replace(/(?<=^\d(?:\d\d)*)(?=\d)/g, NO_BREAK_SPACE);
}

/** What is no number in full stays as it is: a name, a bank account, a short code. */
export function sayNumber(value: string): string {
  return value.startsWith('+') || NATIONAL.test(value) ? formatMsisdn(value) : value;
}

/** With the year if it is not the present one. */
export function formatTime(iso: string, language: Language, now = new Date()): string {
  const at = new Date(iso);
  const day = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Africa/Douala',
    day: 'numeric',
    month: 'short',
    ...(yearOf(at) === yearOf(now) ? {} : { year: 'numeric' }),
  }).format(at);
  return `${day}${BEFORE_HOUR[language]}${formatHour(iso)}`;
}

/** 15 nov. à 14:05, 15 Nov, 14:05: seconds are in the hover. */
const BEFORE_HOUR = { fr: ' à ', en: ', ' } as const satisfies Record<Language, string>;

function yearOf(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Douala', year: 'numeric' }).format(
    at,
  );
}

export function formatDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Africa/Douala',
    day: 'numeric',
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

/** 15 nov., 15 Nov. */
export function formatDay(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Africa/Douala',
    day: 'numeric',
    month: 'short',
  }).format(new Date(iso));
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

export function formatSeconds(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return `${Math.round(seconds)}${NO_BREAK_SPACE}s`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)}${NO_BREAK_SPACE}min`;
  return `${Math.round(seconds / HOUR_S)}${NO_BREAK_SPACE}h`;
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

/** Within a week the moment; further ahead about how long until then. */
export function formatAhead(
  iso: string,
  now: number,
  { ahead, language }: Pick<Words, 'ahead'> & { readonly language: Language },
): string {
  const days = (Date.parse(iso) - now) / DAY_MS;
  if (days <= DAYS_FORESEEN) return ahead.at(formatTime(iso, language, new Date(now)));
  if (days < 2 * MONTH_DAYS) return ahead.days(Math.round(days));
  return ahead.months(Math.round(days / MONTH_DAYS));
}

const DAYS_FORESEEN = 7;
const MONTH_DAYS = 30.4;

export function formatPercent(share: number): string {
  const percent = Math.round(share * 100);
  return languageOfPage() === 'en' ? `${percent}%` : `${percent}${NO_BREAK_SPACE}%`;
}

/** nov., Nov */
export function formatMonth(iso: string, language: Language): string {
  return inDouala(iso, language, { month: 'short' });
}

/** lun., Mon */
export function formatWeekday(iso: string, language: Language): string {
  return inDouala(iso, language, { weekday: 'short' });
}

function inDouala(iso: string, language: Language, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'Africa/Douala', ...form }).format(
    new Date(iso),
  );
}

const THOUSAND = 1_000;
const MILLION = 1_000_000;

/** 950, 18k, 2.5M or 2,5 M, 16M: an axis has little room. */
export function shortAmount(xaf: number, language: Language = languageOfPage()): string {
  const thousands = Math.round(xaf / THOUSAND);
  if (Math.abs(thousands) >= THOUSAND)
    return `${inMillions(xaf, language)}${UNIT_SPACE[language]}M`;
  return Math.abs(xaf) >= THOUSAND ? `${formatCount(thousands)}k` : formatCount(xaf);
}

/** With one decimal below ten millions, unless it is 0. */
function inMillions(xaf: number, language: Language): string {
  const tenths = Math.round(Math.abs(xaf) / (MILLION / 10));
  if (tenths >= 100) return formatCount(Math.round(xaf / MILLION));
  const whole = formatCount(Math.sign(xaf) * Math.floor(tenths / 10));
  return tenths % 10 === 0 ? whole : `${whole}${DECIMALS[language]}${tenths % 10}`;
}

const UNIT_SPACE = { fr: NO_BREAK_SPACE, en: '' } as const satisfies Record<Language, string>;

/**
 * Enough of a UUID to tell two apart on one screen: the end, since ids made together begin alike.
 */
export function shortId(id: string): string {
  return `…${id.slice(-6)}`;
}

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const satisfies Record<Language, string>;

/** What people call a payment by: the platform's reference, or what made one that is ours. */
export function referenceName(reference: string, { fields }: RefundWords): string {
  return OF_REFUND.test(reference) ? fields.refundByStaff : reference;
}

interface RefundWords {
  readonly fields: { readonly refundByStaff: string };
}

/** The reference of a withdrawal with which staff give money back. */
const OF_REFUND = /^staff-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
