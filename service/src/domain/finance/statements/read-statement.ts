import { normaliseLine } from '../../lines/line.ts';
import type { Message } from '../../messages/message.ts';
import { spellId } from '../../operators/operator.ts';
import { findBreaks } from './balance-chain.ts';
import { dayOfHeading } from './day-headings.ts';
import {
  type FoundTable,
  failureReader,
  findTable,
  hiddenStatusFinder,
  MAX_ABOVE,
  type SheetRow,
  statusReader,
} from './find-table.ts';
import type { StatementMapping, StatementProblem } from './mapping.ts';
import { proveReading, type ReadingProven } from './prove-reading.ts';
import {
  lineReader,
  partyOf,
  plainText,
  type SignedLine,
  type StatementLine,
  unclear,
} from './read-line.ts';
import {
  isNewestFirst,
  isRuler,
  joinFees,
  placeOf,
  type RowLine,
  rowMatcher,
  textReader,
} from './special-rows.ts';
import { dayOf, fold } from './values.ts';

/** The rows of a file. In CSV every row has all its cells, in XLSX empty ones may be missing. */
export interface Sheet {
  readonly kind: 'csv' | 'xlsx';
  readonly rows: Iterable<SheetRow>;
  /** What stands on other sheets of the file. */
  readonly covers?: readonly SheetRow[];
}

export type ReadStatement =
  | ({
      readonly kind: 'read';
      readonly mapping: StatementMapping;
      readonly lines: readonly StatementLine[];
    } & ReadingProven)
  | {
      readonly kind: 'refused';
      readonly problems: readonly StatementProblem[];
      /** What could be read all the same, for a person who looks for the right mapping. */
      readonly lines: readonly StatementLine[];
    };

const MAX_PROBLEMS = 50;

/** Reads a statement of one of our numbers completely, or reports what is wrong with which line. */
export function readStatement(
  sheet: Sheet,
  { mappings, number }: { readonly mappings: readonly StatementMapping[]; readonly number: string },
): ReadStatement {
  const rows = sheet.rows[Symbol.iterator]();
  const start = takeFirst(rows, MAX_ABOVE);
  const table = findTable(start, mappings);
  if ('problem' in table) return refused([table]);
  const { header, mapping } = table;
  const above = [...(sheet.covers ?? []), ...start.slice(0, header)];
  const missing = findUnexpected(above, { table, number });
  if (missing !== null) return refused([{ row: start[header]?.row ?? 1, problem: missing }]);

  const hidden = hiddenStatusFinder(table);
  const problems: StatementProblem[] = [];
  const signed: SignedRow[] = [];
  const others: (readonly string[])[] = [];
  const read = rowReader(table, { number, kind: sheet.kind, above: start.slice(0, header) });
  let last: SheetRow | null = null;
  for (const row of chain(start.slice(header + 1), rows)) {
    const line = read(row);
    if (line === null) {
      others.push(row.cells);
      continue;
    }
    hidden.look(row.cells);
    if ('code' in line) problems.push({ row: row.row, problem: line });
    else signed.push(line);
    last = row;
  }
  const failure = hidden.found();
  if (failure !== null) {
    const problem: Message = { code: 'statement_column_of_failure', params: { text: failure } };
    return refused([{ row: start[header]?.row ?? 1, problem }]);
  }
  if (signed.length === 0 && problems.length === 0) {
    const problem: Message = { code: 'statement_without_rows' };
    return refused([{ row: start[header]?.row ?? 1, problem }]);
  }
  if (problems.length > 0) {
    const readable = withoutFees(directLines(signed, mapping, []), mapping, []);
    return refused(problems, joinFees(readable, []));
  }
  // Balances and sums are of rows, whatever they are rows of.
  const directed = withoutFees(directLines(signed, mapping, problems), mapping, problems);
  const lines = joinFees(directed, problems);
  const checks = [
    () => findTwice(lines),
    () => findStrayDays(directed, mapping),
    () => findBreaks(directed),
    () => findOpenEnd(last, table, directed),
  ];
  for (const check of checks) if (problems.length === 0) problems.push(...check());
  if (problems.length > 0) return refused(problems, lines);
  return { kind: 'read', mapping, lines, ...proveReading(directed, others, table) };
}

function refused(
  problems: readonly StatementProblem[],
  lines: readonly StatementLine[] = [],
): ReadStatement {
  return { kind: 'refused', problems: problems.slice(0, MAX_PROBLEMS), lines };
}

function takeFirst(rows: Iterator<SheetRow>, most: number): readonly SheetRow[] {
  const taken: SheetRow[] = [];
  while (taken.length < most) {
    const next = rows.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

function* chain(first: readonly SheetRow[], rest: Iterator<SheetRow>): Generator<SheetRow> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

type SignedRow = SignedLine & RowLine;
interface ReadRows extends Pick<Sheet, 'kind'> {
  readonly number: string;
  /** The table. */
  readonly above: readonly SheetRow[];
}

type RowReader = (row: SheetRow) => SignedRow | Message | null;

/** Reads a row; `null` is a row that is no payment: an empty one, a heading again, a total. */
function rowReader(table: FoundTable, { number, kind, above }: ReadRows): RowReader {
  const readLine = lineReader(table, number);
  const leftOut = rowMatcher(table.mapping.leftOut, table.head);
  const failedRow = failedRowReader(table);
  const feeRow = rowMatcher(table.mapping.feeRows, table.head);
  const reversalRow = rowMatcher(table.mapping.reversalRows, table.head);
  const readStatus = statusReader(table);
  const unexpectedIn = constantsReader(table, number);
  const head = table.head.map(fold);
  const width = head.findLastIndex((name) => name !== '') + 1;
  const isHeading = (cells: readonly string[]) =>
    head.every((name, place) => fold(cells[place] ?? '') === name);
  const hasDays = table.mapping.dateAbove === true;
  const days = above.map(({ cells }) => dayOfHeading(cells)).filter((one) => one !== null);
  let day = days.at(-1) ?? '';
  return (row) => {
    const { cells } = row;
    if (isRuler(cells)) return null;
    const heading = hasDays ? dayOfHeading(cells) : null;
    if (heading !== null) {
      day = heading;
      return null;
    }
    const isShort = kind === 'csv' && cells.length < width;
    const line = isShort ? ({ code: 'row_cut' } as const) : readLine({ ...row, day });
    const isLine = !('code' in line);
    if (leftOut(cells) !== null) return isLine ? { code: 'row_left_out_pays' } : null;
    if (!isLine && isHeading(cells)) return null;
    const failed = failedRow(cells);
    if (!isLine && line.code === 'row_without_id') {
      // Portals name no id of what never was.
      const status = plainText(cells[table.places.status ?? -1] ?? '');
      const said = failed === true ? 'failed' : readStatus(status);
      if (said === 'failed') return null;
      return said === null && status !== '' ? unclear('row_status_unclear', status) : line;
    }
    if (!isLine) return line;
    if (typeof failed !== 'boolean') return failed;
    const { operator, operatorTxId: own } = line;
    const nameIn = (found: string | null) => found && spellId(operator, found);
    const said = feeRow(cells);
    const feeOf = said === '' ? own : nameIn(said);
    // An id in the other direction is that of what was taken back.
    const operatorTxId = nameIn(reversalRow(cells)) || own;
    const isFailed = line.isFailed || failed;
    return unexpectedIn(cells) ?? { ...line, operatorTxId, isFailed, feeOf };
  };
}

/** Whether a text says that a payment did not happen; unclear if it has other words of failure. */
function failedRowReader({ mapping, head }: FoundTable) {
  const find = rowMatcher(mapping.failedRows, head);
  const textsOf = (mapping.failedRows ?? []).map(({ column }) => textReader(column, head));
  const isFailure = failureReader(mapping);
  return (cells: readonly string[]): boolean | Message => {
    if (find(cells) !== null) return true;
    const text = textsOf.map((textOf) => textOf(cells)).find((one) => isFailure(fold(one)));
    return text === undefined ? false : { code: 'row_status_unclear', params: { text } };
  };
}

/** Stands for our number in what is expected. */
const OWN = '{number}';

/** What every line must say besides: whose account it is of, in which currency. */
function constantsReader({ mapping, head }: FoundTable, number: string) {
  const own = normaliseLine(number);
  const columns = Object.entries(mapping.expected ?? {}).map(([name, values]) => ({
    name,
    place: placeOf(head, name),
    isOwn: values.includes(OWN),
    words: new Set(values.map(fold)),
  }));
  return (cells: readonly string[]): Message | null => {
    const wrong = columns.find(({ place, isOwn, words }) => {
      const text = plainText(cells[place] ?? '');
      return !(words.has(fold(text)) || (isOwn && partyOf(text) === own));
    });
    if (wrong === undefined) return null;
    const text = `${wrong.name}: ${cells[wrong.place] ?? ''}`;
    return { code: 'row_not_expected', params: { text } };
  };
}

/** A column of constants that is not there, or a text that does not stand above the table. */
function findUnexpected(
  above: readonly SheetRow[],
  { table, number }: { readonly table: FoundTable; readonly number: string },
): Message | null {
  const { mapping, head } = table;
  const texts = above.flatMap(({ cells }) => cells).filter((cell) => cell.trim() !== '');
  const digits = normaliseLine(number).slice(-9);
  const stands = (wanted: string) =>
    texts.some(
      (text) =>
        ` ${fold(text)} `.includes(` ${fold(wanted.replace(OWN, ' '))} `.replace('  ', ' ')) &&
        (!wanted.includes(OWN) || text.replaceAll(/\D/g, '').includes(digits)),
    );
  const missing =
    Object.keys(mapping.expected ?? {}).find((name) => placeOf(head, name) < 0) ??
    mapping.expectedAbove?.find((wanted) => !stands(wanted));
  return missing === undefined
    ? null
    : { code: 'statement_not_expected', params: { text: missing } };
}

/**
 * A minus before money that came means that it was taken back, and so it left. Before money that
 * left it is either how the file writes all such lines, or that it came back: a file that does both
 * is refused unless its mapping says which.
 */
function directLines(
  signed: readonly SignedRow[],
  { directionBy, minusMeansOut = directionBy === 'sign' ? true : undefined }: StatementMapping,
  problems: StatementProblem[],
): readonly RowLine[] {
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

/**
 * Where the fee is in the amount: of what came less was left, and what left was more. Whether what
 * was taken back has its fee in it nobody can see.
 */
function withoutFees(
  lines: readonly RowLine[],
  { amountHasFee }: StatementMapping,
  problems: StatementProblem[],
): readonly RowLine[] {
  if (amountHasFee !== true) return lines;
  const named = ({ operator, operatorTxId }: RowLine) => `${operator} ${operatorTxId}`;
  const sent = new Set(lines.filter(({ direction }) => direction === 'out').map(named));
  return lines.map((line) => {
    const { row, direction, amountCents: netCents, feeCents } = line;
    const amountCents = direction === 'in' ? netCents + feeCents : netCents - feeCents;
    const text = `${netCents / 100} / ${feeCents / 100}`;
    const isTakenBack = direction === 'in' && feeCents > 0 && sent.has(named(line));
    if (amountCents <= 0 || isTakenBack)
      problems.push({ row, problem: { code: 'row_fee_unclear', params: { text } } });
    return { ...line, amountCents };
  });
}

/**
 * Days above the lines go one way, forth or back. A date of another kind, such as that of printing
 * at the end of a page, would date what comes after it.
 */
function findStrayDays(
  lines: readonly StatementLine[],
  { dateAbove }: StatementMapping,
): readonly StatementProblem[] {
  if (dateAbove !== true) return [];
  const isBack = isNewestFirst(lines);
  const strays = lines.filter(({ at }, place) => {
    const days = dayOf(at) - dayOf(lines[place - 1]?.at ?? at);
    return isBack ? days > 0 : days < 0;
  });
  return strays.map(({ row }) => ({ row, problem: { code: 'row_day_unclear' } }));
}

function findTwice(lines: readonly StatementLine[]): readonly StatementProblem[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ row, operator, operatorTxId, direction }) => {
    const name = `${operator} ${operatorTxId} ${direction}`;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, row);
    if (first === undefined) return [];
    return [{ row, problem: { code: 'row_twice', params: { row: first } } }];
  });
}

/**
 * A file that ends without a line break may have been cut inside its last cell: `21` of `2100`. It
 * was not if the cell is of no use to us, or a balance that follows from the one before.
 */
function findOpenEnd(
  last: SheetRow | null,
  { mapping, places, head }: FoundTable,
  lines: readonly StatementLine[],
): readonly StatementProblem[] {
  if (last?.isOpen !== true || mapping.endsWithoutBreak === true) return [];
  const place = last.cells.length - 1;
  const isUsed =
    Object.values(places).includes(place) ||
    Object.keys(mapping.expected ?? {}).some((name) => placeOf(head, name) === place);
  const reported = lines.filter((line) => line.balanceCents !== null && !line.isFailed);
  const isProven =
    place === places.balance && reported.length > 1 && reported.some(({ row }) => row === last.row);
  if (!isUsed || isProven) return [];
  return [{ row: last.row, problem: { code: 'row_ends_the_file' } }];
}
