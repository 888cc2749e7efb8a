import { normaliseLine } from '../../lines/line.ts';
import type { Message } from '../../messages/message.ts';
import { spellId } from '../../operators/operator.ts';
import { type FoundTable, findTable, type StatusReader, statusReader } from './find-table.ts';
import type { Column, StatementMapping, StatementProblem } from './mapping.ts';

/**
 * Hundredths of an amount as portals write it: `1 234,50`, `1,234.50`, `-500 XAF`; otherwise
 * `null`. Three digits after a mark are thousands, since the franc has no thousandths; but only in
 * groups that are right, so that `5000.000` and `0.500` are refused rather than read as more.
 */
export function readCents(text: string): number | null {
  const plain = text.replaceAll(/\s|\u00A0|\u202F|'|XAF|FCFA|F CFA/gi, '');
  const [, sign, digits = ''] = /^([+-]?)([\d.,]+)$/.exec(plain) ?? [];
  if (sign === undefined || !/\d/.test(digits)) return null;
  const [, whole = '', mark, part = ''] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(digits) ?? [];
  const groups = /^(?:\d+|[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*)$/.exec(whole);
  if (groups === null || (mark !== undefined && groups[1] === mark)) return null;
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? (sign === '-' ? -cents : cents) : null;
}

/** Douala has no summer time. */
const DOUALA = '+01:00';
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** A time in Douala in one of the portals' forms, or as a spreadsheet counts days. */
export function readStatementTime(
  text: string,
  { dayFirst }: { readonly dayFirst: boolean },
): Date | null {
  const plain = text.trim();
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) {
    const local = FIRST_DAY + Math.round((Number(plain) * DAY_MS) / 1_000) * 1_000;
    return new Date(local - 3_600_000);
  }
  const time = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?`;
  const iso = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${time}$`).exec(plain);
  if (iso !== null) return timeOf([iso[1], iso[2], iso[3]], iso.slice(4));
  const other = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${time}$`).exec(plain);
  if (other === null) return null;
  const [, first, second, year] = other;
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return timeOf([year, month, day], other.slice(4));
}

type Part = string | undefined;

function timeOf(date: readonly Part[], [hour, minute, second, zone]: readonly Part[]): Date | null {
  const two = (part: Part) => (part ?? '0').padStart(2, '0');
  const day = `${date[0]}-${two(date[1])}-${two(date[2])}`;
  const at = new Date(`${day}T${two(hour)}:${two(minute)}:${two(second)}${zone ?? DOUALA}`);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return null;
  // JavaScript moves a day that the month does not have into the next month.
  return midnight.toISOString().startsWith(day) ? at : null;
}

/** A line of an operator's statement. */
export interface StatementLine {
  /** The row in the file, from 1. */
  readonly row: number;
  readonly operatorTxId: string;
  readonly direction: 'in' | 'out';
  readonly other: string | null;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly at: Date;
  readonly balanceCents: number | null;
  /** The operator says that it did not happen. */
  readonly isFailed: boolean;
}

export type ReadStatement =
  | { readonly kind: 'read'; readonly mapping: string; readonly lines: readonly StatementLine[] }
  | { readonly kind: 'refused'; readonly problems: readonly StatementProblem[] };

const MOST_PROBLEMS = 50;

/** Reads a statement of one of our numbers completely, or reports what is wrong with which line. */
export function readStatement(
  rows: readonly (readonly string[])[],
  { mappings, number }: { readonly mappings: readonly StatementMapping[]; readonly number: string },
): ReadStatement {
  const table = findTable(rows, mappings);
  if ('problem' in table) return { kind: 'refused', problems: [table] };
  const readStatus = statusReader(table);
  const problems: StatementProblem[] = [];
  const signed: SignedLine[] = [];
  for (const [index, cells] of rows.slice(table.header + 1).entries()) {
    const row = table.header + index + 2;
    if (cells.every((cell) => cell.trim() === '')) continue;
    const line = readLine(table, { row, cells, number, readStatus });
    if ('code' in line) problems.push({ row, problem: line });
    else signed.push(line);
  }
  const lines = problems.length > 0 ? [] : directLines(signed, table.mapping, problems);
  if (lines.length === 0 && problems.length === 0) {
    problems.push({ row: table.header + 1, problem: { code: 'statement_without_rows' } });
  }
  if (problems.length === 0) problems.push(...findTwice(lines));
  if (problems.length === 0) problems.push(...findBreaks(lines));
  if (problems.length > 0) return { kind: 'refused', problems: problems.slice(0, MOST_PROBLEMS) };
  return { kind: 'read', mapping: `${table.mapping.id} v${table.mapping.version}`, lines };
}

interface Cells {
  readonly row: number;
  readonly cells: readonly string[];
  readonly number: string;
  readonly readStatus: StatusReader;
}

/** A line with the signs that the file gives it. */
interface SignedLine extends StatementLine {
  readonly isNegative: boolean;
}

/** Returns a message if something is wrong with the line. */
function readLine(
  { mapping, places }: FoundTable,
  { row, cells, number, readStatus }: Cells,
): SignedLine | Message {
  const cell = (column: Column) => cells[places[column] ?? -1]?.trim() ?? '';
  const operatorTxId = spellId(mapping.operator, cell('id'));
  if (operatorTxId === '') return { code: 'row_without_id' };
  const at = readStatementTime(cell('at'), mapping);
  if (at === null) return { code: 'row_time_unclear', params: { text: cell('at') } };
  const amountCents = readCents(cell('amount'));
  if (amountCents === null || amountCents === 0) {
    return { code: 'row_amount_unclear', params: { text: cell('amount') } };
  }
  const feeCents = cell('fee') === '' ? 0 : readCents(cell('fee'));
  if (feeCents === null) return { code: 'row_fee_unclear', params: { text: cell('fee') } };
  const balanceCents = cell('balance') === '' ? null : readCents(cell('balance'));
  if (balanceCents === null && cell('balance') !== '') {
    return { code: 'row_balance_unclear', params: { text: cell('balance') } };
  }
  const status = readStatus(cell('status'));
  if (status === null) return { code: 'row_status_unclear', params: { text: cell('status') } };
  const [from, to] = [partyOf(cell('from')), partyOf(cell('to'))];
  const own = normaliseLine(number);
  if (from !== own && to !== own) return { code: 'row_of_others', params: { text: number } };
  const direction = from === own ? 'out' : 'in';
  return {
    row,
    operatorTxId,
    direction,
    other: direction === 'out' ? to : from,
    amountCents: Math.abs(amountCents),
    feeCents: Math.abs(feeCents),
    at,
    balanceCents,
    isFailed: status === 'failed',
    isNegative: amountCents < 0,
  };
}

/**
 * A minus before money that came means that it was taken back, and so it left. Before money that
 * left it is either how the file writes all such lines, or that it came back: a file that does both
 * is refused unless its mapping says which.
 */
function directLines(
  signed: readonly SignedLine[],
  { minusMeansOut }: StatementMapping,
  problems: StatementProblem[],
): readonly StatementLine[] {
  const sent = signed.filter(({ direction }) => direction === 'out');
  const isMixed = new Set(sent.map(({ isNegative }) => isNegative)).size > 1;
  const marksOut = minusMeansOut ?? sent.some(({ isNegative }) => isNegative);
  return signed.map(({ isNegative, ...line }) => {
    const { direction, row } = line;
    if (isMixed && minusMeansOut === undefined && direction === 'out' && isNegative) {
      problems.push({ row, problem: { code: 'row_sign_unclear' } });
    }
    const isTurned = isNegative !== (direction === 'out' && marksOut);
    return isTurned ? { ...line, direction: direction === 'in' ? 'out' : 'in' } : line;
  });
}

/** `FRI:237670000001/MSISDN` and `670 00 00 01` are numbers; a name without one gives `null`. */
function partyOf(text: string): string | null {
  const digits = /\+?\d[\d ]{4,}/.exec(text)?.[0];
  return digits === undefined ? null : normaliseLine(digits.replaceAll(' ', ''));
}

function findTwice(lines: readonly StatementLine[]): readonly StatementProblem[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ row, operatorTxId, direction }) => {
    const name = `${operatorTxId} ${direction}`;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, row);
    if (first === undefined) return [];
    return [{ row, problem: { code: 'row_twice', params: { row: first } } }];
  });
}

/** Finds running balances that do not follow from the one before; newest or oldest first. */
function findBreaks(lines: readonly StatementLine[]): readonly StatementProblem[] {
  const reported = lines.filter((line) => line.balanceCents !== null && !line.isFailed);
  const [first, last] = [reported[0], reported.at(-1)];
  if (first === undefined || last === undefined) return [];
  const inOrder = first.at <= last.at ? reported : reported.toReversed();
  return inOrder.flatMap((line, index) => {
    const before = inOrder[index - 1];
    if (before === undefined || follows(before, line)) return [];
    const problem: Message = { code: 'row_balance_breaks', params: { row: before.row } };
    return [{ row: line.row, problem }];
  });
}

function follows(before: StatementLine, line: StatementLine): boolean {
  const { direction, amountCents, feeCents } = line;
  const moved = (line.balanceCents ?? 0) - (before.balanceCents ?? 0);
  const signed = direction === 'in' ? amountCents : -amountCents;
  // Contracts differ on whether the fee has a line of its own.
  return moved === signed - feeCents || moved === signed;
}
