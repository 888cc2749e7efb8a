import type { StatementMapping } from './mapping.ts';

/** `Frais (XAF) ` and `FRAIS XAF` are the same. */
export function fold(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, ' ').trim();
}

/** Groups of three digits, all parted by the same mark, or none; then up to two digits of cents. */
const FIGURE = /^(\d+|[1-9]\d{0,2}([ .,'])\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/;

/**
 * Hundredths of an amount as portals write it: `1 234,50`, `1,234.50`, `-500 XAF`, `(500)`;
 * otherwise `null`. Three digits after a mark are thousands, since the franc has no thousandths;
 * but only in groups that are right, so that `5000.000` and `0.500` are refused rather than read as
 * more.
 */
export function readCents(text: string): number | null {
  const plain = text
    .replaceAll(/\b(?:XAF|F\s?CFA|F)\b/gi, ' ')
    .replaceAll(/[\s\u00A0\u2007\u2009\u202F]+/g, ' ')
    .replaceAll('’', "'")
    .replaceAll('\u2212', '-')
    .trim();
  const [, sign = '', open = '', digits = '', close = '', after = ''] =
    /^([+-]?) ?(\(?)([\d .,']+?) ?(\)?) ?(-?)$/.exec(plain) ?? [];
  const signs = [sign, after, open].filter((mark) => mark !== '');
  if (signs.length > 1 || (open === '') !== (close === '')) return null;
  const [, whole = '', group, mark, part = ''] = FIGURE.exec(digits.trim()) ?? [];
  if (whole === '' || (mark !== undefined && group === mark)) return null;
  const cents = Number(whole.replaceAll(/\D/g, '')) * 100 + Number(part.padEnd(2, '0'));
  const isNegative = sign === '-' || after === '-' || open !== '';
  return Number.isSafeInteger(cents) ? (isNegative ? -cents : cents) : null;
}

/** Douala has no summer time. */
const DOUALA_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Counts the days of Douala. */
export function dayOf(at: Date): number {
  return Math.floor((at.getTime() + DOUALA_MS) / DAY_MS);
}

type Order = Pick<StatementMapping, 'dayFirst' | 'yearFirst'>;

/**
 * A time in Douala in one of the portals' forms, or as a spreadsheet counts days. Where the time of
 * day has a column of its own, the other one has only the day.
 */
export function readStatementTime(text: string, order: Order, ownTime?: string): Date | null {
  const day = readDay(text.trim(), order);
  if (day === null) return null;
  const rest = ownTime === undefined ? day.rest : ownTime.trim();
  if (ownTime !== undefined && (rest === '' || (readClock(day.rest)?.ms ?? -1) !== 0)) return null;
  const clock = readClock(rest);
  if (clock === null) return null;
  return new Date(day.ms + clock.ms - (clock.offsetMs ?? DOUALA_MS));
}

interface Day {
  readonly ms: number;
  /** What follows the day. */
  readonly rest: string;
}

const DATE_MARK = String.raw`[-/.\s]`;
const MONTH = String.raw`(\p{L}{3,})\.?`;
/** `1er`, `2nd`. */
const DAY_OF_MONTH = String.raw`(\d{1,2})(?:er|st|nd|rd|th)?`;

/** The forms of a day; each says what its three groups are. */
const DAY_FORMS: readonly {
  readonly form: RegExp;
  readonly parts: (order: Order) => string;
}[] = [
  { form: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/u, parts: () => 'ymd' },
  { form: /^(\d{4})(\d{2})(\d{2})(?!\d)/u, parts: () => 'ymd' },
  {
    form: new RegExp(`^(\\d{1,2})${DATE_MARK}(\\d{1,2})${DATE_MARK}(\\d{4}|\\d{2})(?!\\d)`, 'u'),
    parts: ({ dayFirst, yearFirst }) => (yearFirst ? 'ymd' : dayFirst ? 'dmy' : 'mdy'),
  },
  {
    form: new RegExp(`^${DAY_OF_MONTH}[-/.\\s]*${MONTH}[-/.,\\s]*(\\d{4}|\\d{2})(?!\\d)`, 'u'),
    parts: () => 'dmy',
  },
  {
    form: new RegExp(`^${MONTH}[-/.\\s]*${DAY_OF_MONTH}[-/.,\\s]+(\\d{4})(?!\\d)`, 'u'),
    parts: () => 'mdy',
  },
];

function readDay(text: string, order: Order): Day | null {
  if (/^\d{5}(?:\.\d+)?$/.test(text)) {
    const days = Math.floor(Number(text));
    return { ms: FIRST_DAY + days * DAY_MS, rest: String(Number(text) - days) };
  }
  // A name of a day says nothing more.
  const plain = text.replace(/^(?:\p{L}{3,}\.?,?\s+)(?=\d)/u, (word) =>
    monthOf(word) === null ? '' : word,
  );
  for (const { form, parts } of DAY_FORMS) {
    const found = form.exec(plain);
    if (found === null) continue;
    const part = (name: string) => found[parts(order).indexOf(name) + 1] ?? '';
    const month = /^\d/.test(part('m')) ? Number(part('m')) : monthOf(part('m'));
    const year = Number(part('y').padStart(4, '20'));
    const day = Number(part('d'));
    if (month === null || part('d').length > 2) return null;
    const ms = Date.UTC(year, month - 1, day);
    // JavaScript moves a day that the month does not have into the next month.
    const isThere = new Date(ms).getUTCMonth() === month - 1 && new Date(ms).getUTCDate() === day;
    return isThere ? { ms, rest: plain.slice(found[0].length) } : null;
  }
  return null;
}

const MONTHS = [
  ['janvier', 'january'],
  ['fevrier', 'february'],
  ['mars', 'march'],
  ['avril', 'april'],
  ['mai', 'may'],
  ['juin', 'june'],
  ['juillet', 'july'],
  ['aout', 'august'],
  ['septembre', 'september'],
  ['octobre', 'october'],
  ['novembre', 'november'],
  ['decembre', 'december'],
] as const;

/** From 1; a name may be cut after three letters, but `jui` may be two months. */
function monthOf(word: string): number | null {
  const start = fold(word);
  const months = [...MONTHS.keys()].filter((month) =>
    MONTHS[month]?.some((name) => name.startsWith(start)),
  );
  const [month] = months;
  return start.length < 3 || month === undefined || months.length > 1 ? null : month + 1;
}

/** `09:28:10`, `9h28`, `09:28 AM`, after a blank, a `T`, a comma or a word such as `à`. */
const CLOCK = new RegExp(
  [
    String.raw`^(?:[T,\s]|à|at|[-–]\s)*(\d{1,2})\s?[:hH]\s?(\d{2})?`,
    String.raw`(?:\s?(?::|m|mn|min)\s?(\d{2})s?)?(?:[.,]\d+)?(?:mn|min|m)?`,
    String.raw`\s*(?:([ap])\.?m\.?)?\s*(Z|UTC|GMT)?([+-]\d{2}:?\d{2})?$`,
  ].join(''),
  'iu',
);

/** The time of the day, midnight if there is none, with the zone if it is said. */
function readClock(text: string): { readonly ms: number; readonly offsetMs: number | null } | null {
  const plain = text.trim();
  if (plain === '') return { ms: 0, offsetMs: null };
  // A part of a day, as a spreadsheet has it.
  if (/^(?:0|0?\.\d+|\d(?:\.\d+)?e-\d+)$/i.test(plain)) {
    return { ms: Math.round((Number(plain) * DAY_MS) / 1_000) * 1_000, offsetMs: null };
  }
  const found = CLOCK.exec(text);
  if (found === null) return null;
  const [, hourText, minute = '0', second = '0', half, utc, offset] = found;
  const hour = half === undefined ? Number(hourText) : hourOfHalf(Number(hourText), half);
  if (hour === null || hour > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const ms = ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
  return { ms, offsetMs: utc === undefined && offset === undefined ? null : offsetOf(offset) };
}

function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetOf(offset: string | undefined): number {
  if (offset === undefined) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -ms : ms;
}
