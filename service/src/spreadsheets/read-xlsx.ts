import { inflateRawSync } from 'node:zlib';
import { cellCounter, FileProblem, MAX_COLUMNS } from './file-problem.ts';

/** The most bytes that are unpacked; an archive that declares less than it has is refused. */
const MAX_BYTES = 256 * 2 ** 20;
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

interface Zip {
  readonly names: readonly string[];
  /** `null` for a missing name. */
  readonly read: (name: string) => Buffer | null;
}

function openZip(archive: Buffer): Zip {
  const entries = listEntries(archive);
  let left = MAX_BYTES;
  const read = (name: string): Buffer | null => {
    const entry = entries.get(name);
    if (entry === undefined) return null;
    const start = entry.offset + 30;
    const header = archive.subarray(entry.offset, start);
    if (header.length < 30) throw new FileProblem('file_cut');
    const from = start + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = archive.subarray(from, from + entry.packed);
    if (packed.length < entry.packed) throw new FileProblem('file_cut');
    const file = entry.method === 0 ? packed : unpack(packed, left);
    left -= file.length;
    if (left <= 0) throw new FileProblem('file_unpacks_too_large');
    return file;
  };
  return { names: [...entries.keys()], read };
}

function unpack(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new FileProblem(isTooLarge ? 'file_unpacks_too_large' : 'file_cut');
  }
}

interface Entry {
  readonly offset: number;
  readonly packed: number;
  readonly method: number;
}

function listEntries(archive: Buffer): ReadonlyMap<string, Entry> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.length < end + 22 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) {
    throw new FileProblem('file_cut');
  }
  const entries = new Map<string, Entry>();
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let one = 0; one < count; one += 1) {
    if (archive.length < at + 46 || archive.readUInt32LE(at) !== DIRECTORY_ENTRY) {
      throw new FileProblem('file_cut');
    }
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    entries.set(name, {
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** A row of a file of others. */
export interface FileRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Which cells are formulas; what these gave last is in `cells`. */
  readonly formulas?: readonly number[];
  /** The file ends here without a line break: the last cell may go on. */
  readonly isOpen?: boolean;
}

export interface XlsxRows {
  readonly rows: Generator<FileRow>;
  /** The first rows of the other sheets. */
  readonly covers: readonly FileRow[];
}

/**
 * The rows of the sheet that has the most: another may be a cover. No entity but XML's own is
 * resolved, and no formula run.
 */
export function readXlsx(file: Buffer): XlsxRows {
  const { names, read } = openZip(file);
  const [first, ...others] = names
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .flatMap((name) => read(name) ?? [])
    .map((xml) => ({ xml, rows: countOf(xml, '<row') }))
    .sort((a, b) => b.rows - a.rows);
  if (first === undefined) throw new FileProblem('file_without_sheet');
  const stored = read('xl/sharedStrings.xml');
  const shared = stored === null ? [] : textsOf(stored.toString('utf8'));
  const headings = headingsIn(firstRowsOf(first.xml, shared));
  const covers = others.map(({ xml }) => firstRowsOf(xml, shared));
  const isContinued = covers.some((rows) => !headings.isDisjointFrom(headingsIn(rows)));
  if (isContinued) throw new FileProblem('file_of_several_tables');
  return { rows: rowsOf(first.xml.toString('utf8'), shared), covers: covers.flat() };
}

function countOf(xml: Buffer, text: string): number {
  let count = 0;
  for (let at = xml.indexOf(text); at >= 0; at = xml.indexOf(text, at + 1)) count += 1;
  return count;
}

/** Headings stand in one of the first rows. */
const MAX_HEADINGS = 40;
const FIRST_BYTES = 2 ** 20;
/** So few texts may be the same in a cover and in a table. */
const FEWEST_CELLS = 4;

function firstRowsOf(xml: Buffer, shared: readonly string[]): readonly FileRow[] {
  return [...rowsOf(xml.toString('utf8', 0, FIRST_BYTES), shared).take(MAX_HEADINGS)];
}

/** The first rows of a sheet that may be headings. */
function headingsIn(rows: readonly FileRow[]): ReadonlySet<string> {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== ''));
  return new Set(
    filled.filter(({ length }) => length >= FEWEST_CELLS).map((cells) => cells.join('\n')),
  );
}

function textsOf(xml: string): readonly string[] {
  return [...xml.matchAll(/<si\b[^>]*>([\s\S]*?)<\/si>/g)].map(([, inner = '']) => textIn(inner));
}

/** All `<t>` joined: a text may be in several pieces with forms of their own. */
function textIn(xml: string): string {
  return [...xml.matchAll(/<t\b[^>]*>([^<]*)<\/t>/g)]
    .map(([, text = '']) => unescape(text))
    .join('');
}

function* rowsOf(xml: string, shared: readonly string[]): Generator<FileRow> {
  let row = 0;
  const count = cellCounter();
  for (const match of xml.matchAll(/<row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g)) {
    const [, attributes = '', inner = ''] = match;
    // Rows that are empty may be missing.
    row = Math.max(row + 1, Number(/\br="(\d{1,7})"/.exec(attributes)?.[1] ?? 0));
    const { cells, formulas, width } = cellsOf(inner, shared);
    count(row, width);
    yield { row, cells, formulas };
  }
}

function cellsOf(xml: string, shared: readonly string[]) {
  const cells: string[] = [];
  const formulas: number[] = [];
  let width = 0;
  for (const match of xml.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const [, attributes = '', content = ''] = match;
    const column = columnOf(/\br="([A-Z]{1,3})\d+"/.exec(attributes)?.[1]) ?? width;
    if (column >= MAX_COLUMNS) throw new FileProblem('file_too_wide');
    width = Math.max(width, column + 1);
    const value = valueOf(/\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n', content, shared);
    if (/<f\b/.test(content)) formulas.push(column);
    if (value === '') continue;
    while (cells.length < column) cells.push('');
    cells[column] = value;
  }
  return { cells, formulas, width };
}

function valueOf(type: string, content: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textIn(content);
  const value = unescape(/<v\b[^>]*>([^<]*)<\/v>/.exec(content)?.[1] ?? '');
  if (type === 's') return shared[Number(value)] ?? '';
  return type === 'n' ? plainNumber(value) : value;
}

/** Spreadsheets keep `44.480000000000004` and `1.5E7`, and show 44.48 and 15000000. */
function plainNumber(value: string): string {
  if (!/e|\.\d{9,}/i.test(value) || value.trim() === '') return value;
  return String(Number(Number(value).toPrecision(15)));
}

/** `A` → 0, `AB` → 27. */
function columnOf(letters: string | undefined): number | null {
  if (letters === undefined) return null;
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescape(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    // No column of ours can keep a zero.
    if (!Number.isNaN(code)) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return ENTITIES.get(String(name)) ?? all;
  });
}
