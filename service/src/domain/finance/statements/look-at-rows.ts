import { type Fields, fieldsOf, listOf } from '../../json.ts';
import type { Message } from '../../messages/message.ts';
import type { Operator } from '../../operators/operator.ts';
import { doubtsOf } from './doubts.ts';
import { type FoundTable, findTable, type SheetRow, statusReader } from './find-table.ts';
import {
  COLUMNS,
  type Column,
  checkMapping,
  type StatementMapping,
  type StatementProblem,
} from './mapping.ts';
import { completeMapping } from './proposal/complete-mapping.ts';
import { findHeader } from './proposal/locate-table.ts';
import { proposeMapping } from './proposal/propose-mapping.ts';
import type { ReadingProof } from './prove-reading.ts';
import { plainText, type StatementLine } from './read-line.ts';
import { readStatement, type Sheet } from './read-statement.ts';
import { compilePattern, isTextPattern, isValuePattern } from './text-pattern.ts';
import { fold } from './values.ts';

/** What a person sees who looks for the mapping of a file. */
export interface StatementLook {
  readonly problems: readonly StatementProblem[];
  readonly rows: readonly Pick<SheetRow, 'row' | 'cells'>[];
  /** Whether what was read is the whole file. */
  readonly isWhole: boolean;
  /** As it was given or is proposed. */
  readonly mapping: Fields;
  /** The columns that it has to name yet. */
  readonly missing: readonly Column[];
  /** Of the rows, the one with the names of the columns; -1 if there is none. */
  readonly header: number;
  readonly words: readonly FoundWord[];
  readonly parts: readonly FoundPart[];
  /** What each pattern of rows that are no payments fits. */
  readonly leftOut: readonly TriedPattern[];
  readonly failedRows: readonly TriedPattern[];
  readonly feeRows: readonly TriedPattern[];
  readonly reversalRows: readonly TriedPattern[];
  readonly lines: readonly StatementLine[];
  readonly agrees: ReadingProof | null;
  readonly proof: ReadingProof | null;
  /** What no balance shows, and a person should look at. */
  readonly doubts: readonly Message[];
}

/** A word in the column of the status or the direction, and what the mapping takes it for. */
export interface FoundWord {
  readonly column: 'status' | 'direction';
  readonly word: string;
  readonly means: 'succeeded' | 'failed' | 'in' | 'out' | null;
}

/** What a pattern finds in the first rows. */
export interface TriedPattern {
  readonly pattern: string;
  /** Otherwise it says nothing, or not where the value is. */
  readonly isPattern: boolean;
  readonly count: number;
  /** The first of them. */
  readonly found: readonly { readonly row: number; readonly value: string }[];
}

/** A value that stands within the texts of a column. */
export interface FoundPart {
  readonly column: Column;
  readonly heading: string;
  readonly patterns: readonly TriedPattern[];
  /** How many rows have such a text. */
  readonly of: number;
  /** The first text that no pattern fits. */
  readonly missed: { readonly row: number; readonly text: string } | null;
}

export interface LookRequest {
  readonly operator: Operator;
  readonly number: string;
  /** `null` asks for a proposal. */
  readonly given: Fields | null;
  /** The mappings of this operator that are there already. */
  readonly known: readonly StatementMapping[];
}

/** Of a longer file a person sees the beginning; all of it is read before a mapping is kept. */
const MAX_ROWS = 500;
/** A cell is shown, so it need not be whole. */
const MAX_LETTERS = 200;

/** Reads the first rows of a file by the given mapping, otherwise by one that is proposed. */
export function lookAtRows(
  sheet: Sheet,
  { operator, number, given, known }: LookRequest,
): StatementLook {
  const first = [...Iterator.from(sheet.rows).take(MAX_ROWS + 1)];
  const rows = first.slice(0, MAX_ROWS);
  const { covers = [] } = sheet;
  const beginning = { kind: sheet.kind, rows, covers };
  const mapping =
    given === null
      ? { ...proposeMapping(beginning, { operator, number, known }) }
      : completeMapping(given, beginning, { operator, number });
  const seen = {
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: cells.map((cell) => cell.slice(0, MAX_LETTERS)),
    })),
    isWhole: first.length === rows.length,
    mapping,
  };
  const checked = checkMapping(mapping, { operator, name: 'preview', version: 1 });
  if (checked.kind === 'wrong') {
    const missing = COLUMNS.filter((column) => checked.fields.includes(`columns.${column}`));
    const nothing = { words: [], lines: [], agrees: null, proof: null, doubts: [] };
    const problems = wrongFields(checked.fields);
    const header = findHeader(rows);
    return {
      ...seen,
      ...nothing,
      ...tryPatterns(mapping, rows, header),
      header,
      missing,
      problems,
    };
  }
  const table = findTable(rows, [checked.mapping]);
  const found = 'problem' in table ? null : table;
  const read = readStatement(beginning, { mappings: [checked.mapping], number });
  const header = found?.header ?? findHeader(rows);
  return {
    ...seen,
    ...tryPatterns(mapping, rows, header),
    header,
    problems: read.kind === 'refused' ? read.problems : [],
    missing: [],
    words: found === null ? [] : listWords(rows, found),
    lines: read.lines,
    agrees: read.kind === 'read' ? read.agrees : null,
    proof: read.kind === 'read' ? read.proof : null,
    doubts: doubtsOf({ lines: read.lines, rows, covers, number }),
  };
}

/** Without the columns that are missing, which are shown by themselves. */
export function wrongFields(fields: readonly string[]): readonly StatementProblem[] {
  const text = fields.filter((field) => !field.startsWith('columns.')).join(', ');
  return text === '' ? [] : [{ row: 0, problem: { code: 'mapping_wrong', params: { text } } }];
}

const MAX_FOUND = 3;

/** What each pattern of a mapping finds, also of one that is not whole yet. */
function tryPatterns(
  mapping: Fields,
  rows: readonly SheetRow[],
  header: number,
): Pick<StatementLook, 'parts' | 'leftOut' | 'failedRows' | 'feeRows' | 'reversalRows'> {
  const names = (rows[header]?.cells ?? []).map(fold);
  const isHeading = ({ cells }: SheetRow) =>
    names.every((name, at) => fold(cells[at] ?? '') === name);
  const textsOf = (heading: unknown, below: readonly SheetRow[]) => {
    const name = fold(String(heading));
    const place = name === '' ? -1 : names.indexOf(name);
    return below.flatMap(({ row, cells }) => {
      const own = heading === undefined ? cells.find((cell) => cell.trim() !== '') : cells[place];
      const text = plainText(own ?? '').slice(0, MAX_LETTERS);
      return text === '' ? [] : [{ row, text }];
    });
  };
  const below = rows.slice(header + 1).filter((row) => !isHeading(row));
  const tryRows = (patterns: unknown) =>
    listOf(patterns).map((one) => {
      const { column, pattern } = fieldsOf(one);
      return tryPattern(String(pattern), isTextPattern, textsOf(column, below));
    });
  const leftOut = tryRows(mapping['leftOut']);
  const isLeftOut = new Set(leftOut.flatMap(({ fits }) => fits.map(({ row }) => row)));
  const payments = below.filter(({ row }) => !isLeftOut.has(row));
  const columns = fieldsOf(mapping['columns']);
  const parts = Object.entries(fieldsOf(mapping['patterns'])).map(([column, patterns]) => {
    const [heading] = listOf(columns[column]);
    const texts = textsOf(heading ?? '', payments);
    const tried = listOf(patterns).map((one) => tryPattern(String(one), isValuePattern, texts));
    const fitted = new Set(tried.flatMap(({ fits }) => fits.map(({ row }) => row)));
    return {
      column: column as Column,
      heading: typeof heading === 'string' ? heading : '',
      patterns: tried.map(({ shown }) => shown),
      of: texts.length,
      missed: texts.find(({ row }) => !fitted.has(row)) ?? null,
    };
  });
  const shown = (tried: ReturnType<typeof tryRows>) => tried.map((one) => one.shown);
  return {
    parts,
    leftOut: shown(leftOut),
    failedRows: shown(tryRows(mapping['failedRows'])),
    feeRows: shown(tryRows(mapping['feeRows'])),
    reversalRows: shown(tryRows(mapping['reversalRows'])),
  };
}

function tryPattern(
  pattern: string,
  isRight: (text: string) => boolean,
  texts: readonly { readonly row: number; readonly text: string }[],
) {
  const isPattern = isRight(pattern);
  const find = isPattern ? compilePattern(pattern) : () => null;
  const fits = texts.flatMap(({ row, text }) => {
    const value = find(text);
    return value === null ? [] : [{ row, value: value === '' ? text : value }];
  });
  const found = fits.slice(0, MAX_FOUND);
  return { fits, shown: { pattern, isPattern, count: fits.length, found } };
}

const MAX_WORDS = 20;

function listWords(rows: readonly SheetRow[], table: FoundTable): readonly FoundWord[] {
  const readStatus = statusReader(table);
  const { in: came, out: left } = table.mapping.directionWords ?? { in: [], out: [] };
  const isOneOf = (words: readonly string[], word: string) =>
    words.some((one) => fold(one) === fold(word));
  const wordsIn = (column: FoundWord['column']) => {
    const place = table.places[column] ?? -1;
    const words = rows.slice(table.header + 1).map(({ cells }) => cells[place]?.trim() ?? '');
    const heading = fold(table.head[place] ?? '');
    const differing = [...new Set(words)].filter((word) => word !== '' && fold(word) !== heading);
    return differing.slice(0, MAX_WORDS);
  };
  return [
    ...wordsIn('status').map(
      (word): FoundWord => ({ column: 'status', word, means: readStatus(word) }),
    ),
    ...wordsIn('direction').map((word): FoundWord => {
      const means = isOneOf(came, word) ? 'in' : isOneOf(left, word) ? 'out' : null;
      return { column: 'direction', word, means };
    }),
  ];
}
