import { inflateRawSync } from 'node:zlib';
import { FileProblem } from './file-problem.ts';

/** The most bytes that are unpacked; an archive that declares less than it has is refused. */
const MOST_BYTES = 400 * 2 ** 20;
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Reads files of a ZIP archive by their names, or returns `null` for a missing name. */
function openZip(archive: Buffer): (name: string) => Buffer | null {
  const entries = listEntries(archive);
  let left = MOST_BYTES;
  return (name) => {
    const entry = entries.get(name);
    if (entry === undefined) return null;
    const start = entry.offset + 30;
    const header = archive.subarray(entry.offset, start);
    if (header.length < 30) throw new FileProblem('file_cut');
    const from = start + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = archive.subarray(from, from + entry.packed);
    if (packed.length < entry.packed) throw new FileProblem('file_cut');
    const file = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left });
    left -= file.length;
    if (left <= 0) throw new FileProblem('file_unpacks_too_large');
    return file;
  };
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

/** The cells of the first sheet as texts. No entity but XML's own is resolved, and no formula run. */
export function readXlsx(file: Buffer): readonly (readonly string[])[] {
  const read = openZip(file);
  const sheet = read('xl/worksheets/sheet1.xml');
  if (sheet === null) throw new FileProblem('file_without_sheet');
  const shared = read('xl/sharedStrings.xml');
  return rowsOf(sheet.toString('utf8'), shared === null ? [] : textsOf(shared.toString('utf8')));
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

function rowsOf(xml: string, shared: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const [, inner = ''] of xml.matchAll(/<row\b[^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)) {
    const row: string[] = [];
    for (const cell of inner.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const [, attributes = '', content = ''] = cell;
      const column = columnOf(/\br="([A-Z]{1,3})\d+"/.exec(attributes)?.[1]) ?? row.length;
      if (column >= MOST_COLUMNS) throw new FileProblem('file_too_wide');
      while (row.length < column) row.push('');
      row[column] = valueOf(/\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n', content, shared);
    }
    rows.push(row);
  }
  return rows;
}

const MOST_COLUMNS = 200;

function valueOf(type: string, content: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textIn(content);
  const value = unescape(/<v\b[^>]*>([^<]*)<\/v>/.exec(content)?.[1] ?? '');
  return type === 's' ? (shared[Number(value)] ?? '') : value;
}

/** `A` → 0, `AB` → 27. */
function columnOf(letters: string | undefined): number | null {
  if (letters === undefined) return null;
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  }),
);

function unescape(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return ENTITIES.get(String(name)) ?? all;
  });
}
