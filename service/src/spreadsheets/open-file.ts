import { isUtf8 } from 'node:buffer';
import { FileProblem } from './file-problem.ts';
import { readCsv } from './read-csv.ts';
import { type FileRow, readXlsx } from './read-xlsx.ts';

const MOST_ROWS = 250_000;
const ZIP = Buffer.from([0x50, 0x4b]);

/** The rows of a CSV or XLSX file; the end of a row that is empty may be missing in XLSX only. */
export function openFile(file: Buffer): {
  readonly kind: 'csv' | 'xlsx';
  readonly rows: Generator<FileRow>;
} {
  const isXlsx = file.subarray(0, 2).equals(ZIP);
  const rows = isXlsx ? readXlsx(file) : readCsv(decode(file));
  return { kind: isXlsx ? 'xlsx' : 'csv', rows: limited(rows) };
}

function* limited(rows: Iterable<FileRow>): Generator<FileRow> {
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > MOST_ROWS) throw new FileProblem('file_too_long');
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
