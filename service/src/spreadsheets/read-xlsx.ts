import { FileProblem } from './file-problem.ts';
import { openZip } from './read-zip.ts';

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

/** All `<t>` together: a text may be in several pieces with forms of their own. */
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

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescape(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return ENTITIES[String(name)] ?? all;
  });
}
