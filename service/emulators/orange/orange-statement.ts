import { crc32, deflateRawSync } from 'node:zlib';
import type { Answer } from '../http.ts';
import {
  type AskedStatement,
  type ExportedRow,
  exportRows,
  fileAnswer,
  inDouala,
} from '../portal/statement.ts';
import type { OrangeState } from './orange-state.ts';

const HEAD = [
  'N° transaction',
  'Date et heure',
  'Service',
  'Numéro expéditeur',
  'Numéro destinataire',
  'Montant (FCFA)',
  'Frais (FCFA)',
  'Solde après',
  'Statut',
];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The web portal's export of the whole account: XLSX, in French, with a title above the table. */
export function exportOrange(
  { core }: Pick<OrangeState, 'core'>,
  { direction, number }: AskedStatement,
): Answer {
  const rows = exportRows(core.payments.list(), {
    number,
    floatXaf: core.payments.float(direction),
    idOf: ({ details, reference }) => details.txnid ?? reference,
  });
  const table = [[`Relevé du compte ${national(number)}`], [], HEAD, ...rows.map(cellsOf)];
  return fileAnswer('orange.xlsx', XLSX, workbookOf(table));
}

type Cell = string | number;

function cellsOf(row: ExportedRow): readonly Cell[] {
  const [year, month, day, time] = inDouala(row.at);
  return [
    row.id,
    `${day}/${month}/${year} ${time}`,
    'Orange Money',
    national(row.from),
    national(row.to),
    row.amount,
    0,
    row.balance ?? '',
    row.isDone ? 'Succès' : 'Échec',
  ];
}

function national(number: string): string {
  return number.replace(/^\+?237/, '');
}

/**
 * A spreadsheet with shared strings, referenced by index. The service's own writer is not used, so
 * the service reads a file of another program.
 */
function workbookOf(table: readonly (readonly Cell[])[]): Buffer {
  const texts = [...new Set(table.flat().filter((cell) => typeof cell === 'string'))];
  const sheet = table.map((cells, row) => {
    const written = cells.map((cell, column) => {
      const cellRef = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
      return typeof cell === 'number'
        ? `<c ${cellRef}><v>${cell}</v></c>`
        : `<c ${cellRef} t="s"><v>${texts.indexOf(cell)}</v></c>`;
    });
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const shared = texts.map((text) => `<si><t>${text.replaceAll('&', '&amp;')}</t></si>`);
  return zipOf({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${shared.join('')}</sst>`,
  });
}

function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const location = Buffer.alloc(14);
    location.writeUInt32LE(offset, 10);
    const local = [Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed];
    const version = Buffer.from([20, 0]);
    directory.push(Buffer.from('PK\u0001\u0002'), version, facts, location, Buffer.from(name));
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from('PK\u0005\u0006'), end]);
}
