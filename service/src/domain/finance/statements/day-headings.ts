import { isDay } from './column-contents.ts';

/** The day of a row in which nothing else stands, such as `>> Lundi 2 novembre 2026`. */
export function dayOfHeading(cells: readonly string[]): string | null {
  const [only = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (others.length > 0) return null;
  const text = only.replace(/^[^\p{L}\d]+/u, '').replace(/[^\p{L}\d]+$/u, '');
  return /\D/.test(text) && isDay(text) ? text : null;
}
