/** The moment of a text, as we write it; null if it is none, or of no year from 1 to 9999. */
export function readMoment(text: string): string | null {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  const moment = new Date(at).toISOString();
  return /^(?!0000)\d{4}-/.test(moment) ? moment : null;
}

/** The day of a text such as `2026-03-01`; null if there is no such day. */
export function readDay(text: string): string | null {
  const isThere = readMoment(`${text}T00:00:00Z`)?.slice(0, DAY_LENGTH) === text;
  return isThere ? text : null;
}

const DAY_LENGTH = 10;
