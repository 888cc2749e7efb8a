import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Sheet } from '../../../src/domain/finance/statements/read-statement.ts';
import { lookAtFile, READ_LIMITS, type ReadLimits } from '../../../src/flows/finance/read-file.ts';

/** Rows of cells as a file has them. */
export function sheetOf(rows: readonly (readonly string[])[], kind: Sheet['kind'] = 'xlsx'): Sheet {
  return { kind, rows: rows.map((cells, index) => ({ row: index + 1, cells })) };
}

/** The rows of a small file, or what is wrong with it. */
export async function rowsOf(file: Buffer, limits: ReadLimits = READ_LIMITS) {
  const unknown = { operator: 'mtn', number: '', given: null, known: [] } as const;
  const look = await lookAtFile(file, unknown, limits);
  return look.kind === 'look' ? { kind: 'rows' as const, rows: look.rows } : look;
}

/** A workbook whose sheets have just this XML; it says of itself that it unpacks to nothing. */
export function xlsxWith(...sheets: readonly string[]): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  for (const [index, rows] of sheets.entries()) {
    const name = Buffer.from(`xl/worksheets/sheet${index + 1}.xml`);
    const packed = deflateRawSync(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(Buffer.concat(files).length, 42);
    files.push(local, name, packed);
    entries.push(entry, name);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(sheets.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(Buffer.concat(files).length, 16);
  return Buffer.concat([...files, ...entries, end]);
}

/** 250 000 × 200 cells with nothing in them, in about 14 kB, below these rows. */
export function emptyCells(rows = ''): Buffer {
  return xlsxWith(`${rows}${'<row><c r="GR1"/></row>'.repeat(250_000)}`);
}

/** An export as no release knows it: strange-forms.json has some of them. */
export interface StrangeForm {
  readonly name: string;
  readonly proof: 'balance_chain' | 'control_sum';
  /** Its lines; `{number}` stands for ours. */
  readonly file: readonly string[];
  readonly payments: readonly {
    readonly id: string;
    readonly at: string;
    readonly direction: 'in' | 'out';
    readonly xaf: number;
    readonly other: string;
  }[];
}

export const STRANGE_FORMS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'strange-forms.json'), 'utf8'),
) as readonly StrangeForm[];

export function writeStrangeFile({ file }: StrangeForm, own: string): string {
  return `${file.join('\r\n')}\r\n`.replaceAll('{number}', own);
}
