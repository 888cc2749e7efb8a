/**
 * Hundredths of an amount as portals write it: `1 234,50`, `1,234.50`, `-500 XAF`; null: it is
 * none. Three digits after the last mark are thousands, since the franc has no thousandths.
 */
export function readCents(text: string): number | null {
  const plain = text.replaceAll(/\s|\u00A0|\u202F|'|XAF|FCFA|F CFA/gi, '');
  const [, sign, digits = ''] = /^([+-]?)([\d.,]+)$/.exec(plain) ?? [];
  if (sign === undefined || !/\d/.test(digits)) return null;
  const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  if (!/^\d*(?:[.,]\d{3})*$/.test(whole) || whole === '') return null;
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? (sign === '-' ? -cents : cents) : null;
}

/** Douala has no summer time. */
const DOUALA = '+01:00';
const DAY_MS = 86_400_000;
/** The day 0 of spreadsheets. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** A time in Douala in one of the forms of portals, or as a spreadsheet counts days. */
export function readStatementTime(
  text: string,
  { dayFirst }: { readonly dayFirst: boolean },
): Date | null {
  const plain = text.trim();
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) {
    const local = FIRST_DAY + Math.round((Number(plain) * DAY_MS) / 1_000) * 1_000;
    return new Date(local - 3_600_000);
  }
  const time = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?`;
  const iso = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${time}$`).exec(plain);
  if (iso !== null) return timeOf([iso[1], iso[2], iso[3]], iso.slice(4));
  const other = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${time}$`).exec(plain);
  if (other === null) return null;
  const [, first, second, year] = other;
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return timeOf([year, month, day], other.slice(4));
}

type Part = string | undefined;

function timeOf(date: readonly Part[], [hour, minute, second, zone]: readonly Part[]): Date | null {
  const two = (part: Part) => (part ?? '0').padStart(2, '0');
  const day = `${date[0]}-${two(date[1])}-${two(date[2])}`;
  const at = new Date(`${day}T${two(hour)}:${two(minute)}:${two(second)}${zone ?? DOUALA}`);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return null;
  // JavaScript moves a day that the month does not have into the next month.
  return midnight.toISOString().startsWith(day) ? at : null;
}
