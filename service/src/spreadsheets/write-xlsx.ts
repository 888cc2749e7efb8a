import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

export type Cell = string | number | null;

/**
 * A workbook with one sheet, row by row, so that a long report needs no memory. Texts are written
 * as texts: no program takes one that begins with `=` for a formula.
 */
export async function* writeXlsx(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  const zip = startZip();
  for (const [name, text] of PARTS) yield* zip.add(name, [Buffer.from(text)]);
  yield* zip.add('xl/worksheets/sheet1.xml', sheetOf(rows));
  yield zip.end();
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPEN = 'http://schemas.openxmlformats.org';
const PARTS = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${OPEN}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${OPEN}/package/2006/relationships"><Relationship Id="r1" Type="${OPEN}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${OPEN}/spreadsheetml/2006/main" xmlns:r="${OPEN}/officeDocument/2006/relationships"><sheets><sheet name="Report" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${OPEN}/package/2006/relationships"><Relationship Id="r1" Type="${OPEN}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
] as const;

async function* sheetOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${XML}<worksheet xmlns="${OPEN}/spreadsheetml/2006/main"><sheetData>`);
  for await (const row of rows) yield Buffer.from(`<row>${row.map(cellOf).join('')}</row>`);
  yield Buffer.from('</sheetData></worksheet>');
}

function cellOf(value: Cell): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escape(text: string): string {
  // XML has no way to write most control characters.
  const printable = text.replaceAll(
    /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,
    '',
  );
  return printable.replaceAll(/[&<>]/g, (char) => ESCAPES[char] ?? char);
}

interface Zip {
  readonly add: (
    name: string,
    chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  ) => AsyncGenerator<Buffer>;
  readonly end: () => Buffer;
}

/** Sizes follow the data of each file, since they are known only then. */
const SIZES_FOLLOW = 0x08;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;

function startZip(): Zip {
  const directory: Buffer[] = [];
  let written = 0;
  const noted = (chunk: Buffer) => {
    written += chunk.length;
    return chunk;
  };
  return {
    add: async function* (name, chunks) {
      const offset = written;
      yield noted(Buffer.concat([headerOf(name), Buffer.from(name)]));
      const sums = { crc: 0, size: 0, packed: 0 };
      for await (const packed of deflate(chunks, sums)) yield noted(packed);
      const figures = Buffer.alloc(12);
      figures.writeUInt32LE(sums.crc, 0);
      figures.writeUInt32LE(sums.packed, 4);
      figures.writeUInt32LE(sums.size, 8);
      yield noted(Buffer.concat([Buffer.from([0x50, 0x4b, 7, 8]), figures]));
      directory.push(entryOf(name, { figures, offset }));
    },
    end: () => {
      const entries = Buffer.concat(directory);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(directory.length, 8);
      end.writeUInt16LE(directory.length, 10);
      end.writeUInt32LE(entries.length, 12);
      end.writeUInt32LE(written, 16);
      return Buffer.concat([entries, end]);
    },
  };
}

function headerOf(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(SIZES_FOLLOW | UTF8_NAMES, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return header;
}

function entryOf(
  name: string,
  { figures, offset }: { readonly figures: Buffer; readonly offset: number },
): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(SIZES_FOLLOW | UTF8_NAMES, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  figures.copy(entry, 16);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, Buffer.from(name)]);
}

async function* deflate(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  sums: { crc: number; size: number; packed: number },
): AsyncGenerator<Buffer> {
  const stream = createDeflateRaw();
  const feeding = (async () => {
    for await (const chunk of chunks) {
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.length;
      if (!stream.write(chunk)) await once(stream, 'drain');
    }
    stream.end();
  })();
  feeding.catch((error: Error) => stream.destroy(error));
  for await (const packed of stream as AsyncIterable<Buffer>) {
    sums.packed += packed.length;
    yield packed;
  }
  await feeding;
}
