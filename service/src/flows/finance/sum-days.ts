import { createHash } from 'node:crypto';
import { findAuditHead } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import {
  ADDED_TABLES,
  type AddedDay,
  type AddedTable,
  type ClosingRow,
  listAddedDays,
  listArchivedIds,
  listClosings,
  streamSummedTransactions,
} from '../../db/finance/closings.ts';
import type { AuditAnchor } from '../../domain/access/audit-anchor.ts';
import {
  type BrokenClosing,
  compareAdded,
  compareSums,
  countLines,
  createdText,
  type DaySums,
  endOfDay,
  firstTime,
  groupLines,
  lastTime,
  namedText,
  type RowSum,
  readClosing,
  SUMMED_BOOKS,
  SUMMED_TABLES,
  type SummedLines,
  type SummedTable,
  type SummedTransaction,
  type SumsByMonth,
} from '../../domain/finance/closing.ts';
import { mustHave, type SealRow } from '../../domain/seals/seal.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';

/** Whether the rows of a transaction or webhook with this id were put into a file. */
export type IsArchived = (table: SummedTable, id: string) => boolean;

export async function readArchived(connection: Queryable): Promise<IsArchived> {
  const ranges = await listArchivedIds(connection);
  return (wanted, id) =>
    ranges.some(({ table, fromId, toId }) => table === wanted && id >= fromId && id < toId);
}

/** Sums what came to be after one day, which is already summed, on each of the days that follow. */
export async function sumDays(
  connection: Queryable,
  { lastSummed, days }: { readonly lastSummed: string | null; readonly days: readonly string[] },
): Promise<readonly DaySums[]> {
  const since = lastSummed === null ? null : endOfDay(lastSummed);
  const isArchived = await readArchived(connection);
  const summer = createDaySummer({ since, days, isArchived });
  for await (const rows of streamSummedTransactions(connection, since)) {
    rows.forEach(summer.addTransaction);
  }
  await addTables(connection, summer, { since });
  const head = await findAuditHead(connection);
  const audit = head && { line: head.id, hash: head.hash, at: head.at.toISOString() };
  return summer.sums().map((sums) => ({ ...sums, audit }));
}

/** Adds what is only ever added to, besides histories. */
async function addTables(
  connection: Queryable,
  { addDay }: DaySummer,
  {
    since,
    tables = ADDED_TABLES,
  }: { readonly since: Date | null; readonly tables?: readonly SummedTable[] | undefined },
): Promise<void> {
  for (const table of ADDED_TABLES.filter((one) => tables.includes(one))) {
    for (const day of await listAddedDays(connection, table, since)) addDay(table, day);
  }
}

/** What is sealed of a closing: its hash covers its content, and the closings before it. */
export function sealedClosing({ day, hash }: Pick<ClosingRow, 'day' | 'hash'>): string {
  return JSON.stringify(['closing', day, hash]);
}

export interface StoredSums {
  /** Is given every transaction. */
  readonly addTransaction: DaySummer['addTransaction'];
  readonly readTables: (connection: Queryable, tables?: readonly SummedTable[]) => Promise<void>;
  /** Lines of the audit log that sealed closings know. */
  readonly anchors: readonly AuditAnchor[];
  /** What is wrong, once everything was given and read. */
  readonly compare: () => readonly BrokenClosing[];
  /** The same of what the books rest on, once the tables were read. */
  readonly compareBooks: () => readonly BrokenClosing[];
}

/** Reads all sums, in order to compare them with the rows. */
export async function openDaySums(
  connection: Queryable,
  { seal, isArchived }: { readonly seal: SealRow; readonly isArchived: IsArchived },
): Promise<StoredSums> {
  const closings = await listClosings(connection);
  const read = closings.map((closing) => ({
    ...closing,
    sums: readClosing(closing.content).sums ?? null,
  }));
  const first = read.findIndex(({ sums, seal: stored }) => sums !== null || stored !== null);
  const sealed = first === -1 ? [] : read.slice(first);
  const broken = sealed.flatMap((closing) => {
    const problem = sealProblem(closing, seal);
    return problem === null ? [] : [{ day: closing.day, problem }];
  });
  const summed = sealed.flatMap(({ day, sums }) => (sums === null ? [] : [{ day, sums }]));
  const summer = createDaySummer({ since: null, days: summed.map(({ day }) => day), isArchived });
  const isMonthArchived = (table: SummedTable, month: string) =>
    isArchived(table, firstIdAt(new Date(`${month}-01`)));
  const compareDays = (compareDay: (stored: DaySums, found: FoundSums) => readonly string[]) => {
    const found = summer.sums();
    return summed.flatMap(({ day, sums }, index) =>
      compareDay(sums, found[index] ?? createSums().sums()).map((problem) => ({ day, problem })),
    );
  };
  const ofBooks = { tables: SUMMED_BOOKS, isArchived: isMonthArchived };
  const isAny = summed.length > 0;
  return {
    addTransaction: isAny ? summer.addTransaction : () => {},
    readTables: async (other, tables) =>
      isAny ? addTables(other, summer, { since: null, tables }) : undefined,
    anchors: summed
      .filter(({ day }) => !broken.some((one) => one.day === day))
      .flatMap(({ sums: { audit } }) => audit ?? []),
    compare: () => [
      ...broken,
      ...compareDays((stored, found) => compareSums(stored, found, isMonthArchived)),
    ],
    compareBooks: () => [
      ...broken,
      ...compareDays((stored, found) => compareAdded(stored, found, ofBooks)),
    ],
  };
}

function sealProblem(closing: ClosingRow, seal: SealRow): string | null {
  if (closing.seal === null) return 'its seal was taken away';
  const wanted = mustHave(seal, sealedClosing(closing), closing.seal);
  if (wanted === null || closing.seal.replaceAll('-', '') === wanted) return null;
  return 'it was changed after it was sealed';
}

type FoundSums = Omit<DaySums, 'audit'>;

interface DaySummer {
  /** They come in the order of their ids. */
  readonly addTransaction: (row: SummedTransaction) => void;
  /** They come in the order of their days. */
  readonly addDay: (table: AddedTable, day: AddedDay) => void;
  /** One for each day. */
  readonly sums: () => readonly FoundSums[];
}

/** Everything until the end of the first day belongs to it, if nothing before is summed. */
function createDaySummer(order: {
  readonly since: Date | null;
  readonly days: readonly string[];
  readonly isArchived: IsArchived;
}): DaySummer {
  const first = order.since?.getTime() ?? -Infinity;
  const ends = order.days.map((day) => endOfDay(day).getTime());
  const last = ends.at(-1) ?? -Infinity;
  const parts = ends.map(createSums);
  const monthOf = createMonths();
  // Neighbours are mostly of one day.
  let [from, to, part] = [last, last, parts[0]];
  const partOf = (atMs: number) => {
    if (atMs >= from && atMs < to) return part;
    if (!(atMs >= first && atMs < last)) return undefined;
    const index = ends.findIndex((end) => atMs < end);
    [from, to, part] = [ends[index - 1] ?? first, ends[index] ?? last, parts[index]];
    return part;
  };
  const addLines = (id: string, lines: SummedLines, its: Sums | undefined) => {
    const sum = its?.added('transitions', monthOf(id));
    sum?.add(`${id} ${lines.path} ${lines.times}`, countLines(lines));
  };
  return {
    addTransaction: (row) => {
      partOf(row.createdAtMs)?.created.add(createdText(row));
      const named = namedText(row);
      if (named !== null) partOf(row.updatedAtMs)?.named.add(named);
      const { id, path, times } = row;
      if (path === null || times === null || order.isArchived('transitions', id)) return;
      const lines = { path, times };
      const [begun, ended] = [partOf(firstTime(lines)), partOf(lastTime(lines))];
      // Nearly all end on the day on which they began.
      if (begun === ended) addLines(id, lines, begun);
      else for (const [its, some] of groupLines(lines, partOf)) addLines(id, some, its);
    },
    addDay: (table, { day, month, rows, digest }) => {
      const lastMoment = endOfDay(day).getTime() - 1;
      partOf(lastMoment)?.added(table, month).add(`${day} ${rows} ${digest}`, rows);
    },
    sums: () => parts.map(({ sums }) => sums()),
  };
}

type Sums = ReturnType<typeof createSums>;

function createSums() {
  const [created, named] = [createSum(), createSum()];
  const tables = new Map(SUMMED_TABLES.map((table) => [table, new Map<string, RunningSum>()]));
  const added = (table: SummedTable, month: string): RunningSum => {
    const months = tables.get(table);
    const sum = months?.get(month) ?? createSum();
    months?.set(month, sum);
    return sum;
  };
  const monthsOf = (table: SummedTable): SumsByMonth => {
    const months = [...(tables.get(table) ?? [])];
    return Object.fromEntries(months.map(([month, sum]) => [month, sum.sum()]));
  };
  const sums = (): FoundSums => ({
    created: created.sum(),
    named: named.sum(),
    added: byTable(monthsOf),
  });
  return { created, named, added, sums };
}

function byTable(
  of: (table: SummedTable) => SumsByMonth,
): Readonly<Record<SummedTable, SumsByMonth>> {
  return {
    transitions: of('transitions'),
    webhook_attempts: of('webhook_attempts'),
    evidence: of('evidence'),
    receipts: of('receipts'),
    sms_messages: of('sms_messages'),
    book_entries: of('book_entries'),
    statements: of('statements'),
    statement_lines: of('statement_lines'),
    balance_steps: of('balance_steps'),
  };
}

/** Finds the month of UTC in which an id was made; most ids are of the month of the one before. */
function createMonths(): (id: string) => string {
  let [month, fromId, toId] = ['', '', ''];
  return (id) => {
    if (id >= fromId && id < toId) return month;
    const at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
    const monthFrom = (months: number) =>
      new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
    month = at.toISOString().slice(0, 7);
    [fromId, toId] = [firstIdAt(monthFrom(0)), firstIdAt(monthFrom(1))];
    return month;
  };
}

interface RunningSum {
  readonly add: (text: string, rows?: number) => void;
  readonly sum: () => RowSum;
}

/** Hashing many short texts at once takes a tenth of the time. */
const HASHED_AT_ONCE = 65_536;

function createSum(): RunningSum {
  const hash = createHash('sha256');
  let [sum, waiting] = [0, ''];
  return {
    add: (text, rows = 1) => {
      sum += rows;
      waiting += `${text}\n`;
      if (waiting.length < HASHED_AT_ONCE) return;
      hash.update(waiting);
      waiting = '';
    },
    sum: () => ({ rows: sum, digest: hash.copy().update(waiting).digest('hex') }),
  };
}
