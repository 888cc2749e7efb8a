import type { Cell } from './write-xlsx.ts';

/** Row by row, so that a long file needs no memory. */
export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(`${row.map(csvCell).join(',')}\r\n`);
}

/** A quote keeps a spreadsheet from running a text as a formula; a number is never one. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
