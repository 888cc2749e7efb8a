import { isUtf8 } from 'node:buffer';
import { cellCounter, FileProblem, MAX_COLUMNS } from './file-problem.ts';
import { type FileRow, readXlsx, type XlsxRows } from './read-xlsx.ts';

const MAX_ROWS = 250_000;
const ZIP = Buffer.from([0x50, 0x4b]);

/** The rows of a CSV or XLSX file; the end of a row that is empty may be missing in XLSX only. */
export function openFile(file: Buffer): XlsxRows & { readonly kind: 'csv' | 'xlsx' } {
  if (!file.subarray(0, 2).equals(ZIP)) {
    return { kind: 'csv', rows: limited(readCsv(decode(file))), covers: [] };
  }
  const { rows, covers } = readXlsx(file);
  return { kind: 'xlsx', rows: limited(rows), covers };
}

function* limited(rows: Iterable<FileRow>): Generator<FileRow> {
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > MAX_ROWS) throw new FileProblem('file_too_long');
    yield row;
  }
}

/** Portals write UTF-8, UTF-16 with or without its mark, or the older encodings of Windows. */
function decode(bytes: Buffer): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // No column of ours can keep it.
  return text.replaceAll('\0', '');
}

function encodingOf(bytes: Buffer): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Every other byte of a plain text in UTF-16 is zero.
  const sample = bytes.subarray(0, 1_000);
  const zerosAt = (side: number) =>
    sample.reduce((sum, byte, at) => (byte === 0 && at % 2 === side ? sum + 1 : sum), 0);
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/**
 * The rows of a CSV text, one after the other. The separator is the one that parts most lines into
 * the same number of cells, unless the file says it in a first line `sep=;`.
 */
function* readCsv(text: string): Generator<FileRow> {
  const said = /^sep=([;,\t|])\r?\n/i.exec(text);
  const separator = said?.[1] ?? separatorOf(text);
  const count = cellCounter();
  let at = said?.[0].length ?? 0;
  for (let row = said === null ? 1 : 2; at < text.length; row += 1) {
    const cells: string[] = [];
    const cellAt = (place: number) => readCell(text, place, { row, separator });
    let cell = cellAt(at);
    for (; cell.end === separator; cell = cellAt(cell.next)) {
      cells.push(cell.text);
      if (cells.length >= MAX_COLUMNS) throw new FileProblem('file_too_wide', row);
    }
    cells.push(cell.text);
    count(row, cells.length);
    yield { row, cells, isOpen: cell.end === '' && !cell.isQuoted };
    at = cell.next;
  }
}

interface CsvCell {
  readonly text: string;
  readonly isQuoted: boolean;
  /** The separator or line break after it; empty at the end of the file. */
  readonly end: string;
  readonly next: number;
}

function readCell(
  text: string,
  start: number,
  { row, separator }: { readonly row: number; readonly separator: string },
): CsvCell {
  const isQuoted = text[start] === '"';
  const close = isQuoted ? closingQuote(text, start + 1) : start - 1;
  if (close === null) throw new FileProblem('file_cut', row);
  const from = close + 1;
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  const rest = text.slice(from, end).replace(/\r$/, '');
  const inner = isQuoted ? text.slice(start + 1, from - 1).replaceAll('""', '"') : '';
  return { text: inner + rest, isQuoted, end: text[end] ?? '', next: end + 1 };
}

function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return null;
}

/** As many lines are looked at. */
const SAMPLE = 50;

function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')
    .slice(0, SAMPLE);
  const scores = [';', '\t', ',', '|'].map((separator) => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const cells = line.split(separator).length;
      counts.set(cells, (counts.get(cells) ?? 0) + 1);
    }
    const weights = counts.entries().map(([cells, times]) => (cells - 1) * times);
    return { separator, score: Math.max(...weights) };
  });
  return scores.toSorted((a, b) => b.score - a.score)[0]?.separator ?? ',';
}
