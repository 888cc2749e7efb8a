import type { AuditAnchor } from '../access/audit-anchor.ts';
import type { SealedFacts, State } from '../transactions/transaction.ts';
import type { ComparedBalance } from './wallet.ts';

/** What is kept of a day: everything that finance needs later, as it was known then. */
export interface ClosingContent {
  readonly day: string;
  readonly accounts: readonly ClosedAccount[];
  readonly wallets: readonly ClosedWallet[];
  readonly differences: readonly { readonly kind: string; readonly count: number }[];
  /** Money that belongs to no one yet, and money that operators reversed, by age. */
  readonly unmatched: Ages;
  readonly disputed: Ages;
  /** Since release 0.3. */
  readonly closedAt?: string;
  /** In live, since release 0.3. */
  readonly sums?: DaySums;
}

/** A closing that was changed may be no JSON any more: then nothing is in it. */
export function readClosing(content: string): Partial<ClosingContent> {
  try {
    return JSON.parse(content) as ClosingContent;
  } catch {
    return {};
  }
}

/** What was under way at midnight is booked by then, and the day may be closed. */
export const BOOKED_WITHIN_MS = 15 * 60_000;

/** How many rows there are of a kind, and a digest of them in their order. */
export interface RowSum {
  readonly rows: number;
  readonly digest: string;
}

/** The tables whose rows are only ever added, but for words that go. */
export const SUMMED_TABLES = [
  'transitions',
  'webhook_attempts',
  'evidence',
  'receipts',
  'sms_messages',
  'book_entries',
  'statements',
  'statement_lines',
  'balance_steps',
] as const;
export type SummedTable = (typeof SUMMED_TABLES)[number];

/** Those that the books rest on alone: `momo books verify` compares them as well. */
export const SUMMED_BOOKS: readonly SummedTable[] = [
  'book_entries',
  'statements',
  'statement_lines',
  'balance_steps',
];

/** By the month of the transaction or webhook, since months leave for files one by one. */
export type SumsByMonth = Readonly<Record<string, RowSum>>;

/**
 * What has come to be since the sum before, until the end of the day, without what erasing a person
 * changes. The first one covers everything before it. Stored and hashed: its names never change.
 */
export interface DaySums {
  /** Transactions that were created. */
  readonly created: RowSum;
  /** Operators' ids that succeeded transactions have got. */
  readonly named: RowSum;
  /** Rows that are only ever added, of each table that was summed then. */
  readonly added: Readonly<Partial<Record<SummedTable, SumsByMonth>>>;
  /** The last line of the audit log before the day was closed. */
  readonly audit: AuditAnchor | null;
}

export interface ClosedAccount {
  readonly kind: string;
  readonly key: string;
  /** Debits less credits, in hundredths, as texts: they may exceed what numbers can hold. */
  readonly opening: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
}

/** Stored as release 0.2 stores it, and hashed: its names never change. */
export interface ClosedWallet {
  readonly wallet: string;
  readonly book: string;
  readonly told: string;
  readonly toldAt: string;
  readonly difference: string;
  readonly cause: string;
}

export function toClosedWallet(compared: ComparedBalance): ClosedWallet {
  const { wallet, bookCents, reportedCents, reportedAt, differenceCents, cause } = compared;
  return {
    wallet,
    book: String(bookCents),
    told: String(reportedCents),
    toldAt: reportedAt.toISOString(),
    difference: String(differenceCents),
    cause,
  };
}

/** A day whose closing, or what it was made of, is not as it was. */
export interface BrokenClosing {
  readonly day: string;
  readonly problem: string;
}

/** How many days each age but the last lasts: money is of the first whose days have not passed. */
export const AGE_DAYS = [1, 7, 30] as const;
export const AGES = ['day', 'week', 'month', 'older'] as const;
export type Ages = Readonly<Record<(typeof AGES)[number], string>>;

export function sumAges(ages: Ages): bigint {
  return AGES.reduce((sum, age) => sum + BigInt(ages[age]), 0n);
}

/** Whether opening and movements add up to the closing, and all accounts to zero. */
export function findImbalance({ accounts }: ClosingContent): string | null {
  let sum = 0n;
  for (const { kind, key, opening, debits, credits, closing } of accounts) {
    if (BigInt(opening) + BigInt(debits) - BigInt(credits) !== BigInt(closing)) {
      return `${kind} ${key} does not add up`;
    }
    sum += BigInt(closing);
  }
  return sum === 0n ? null : 'the accounts together are not zero';
}

/** The days that can be closed now, from the first open one: those that are over. */
export function daysToClose(open: {
  readonly first: string;
  readonly last: string;
}): readonly string[] {
  const days: string[] = [];
  for (let day = open.first; day <= open.last; day = nextDay(day)) days.push(day);
  return days;
}

/** Midnight in Douala, which has no summer time. */
export function endOfDay(day: string): Date {
  return new Date(`${nextDay(day)}T00:00:00+01:00`);
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** A transaction with its history, as a sum sees it. */
export interface SummedTransaction extends Omit<SealedFacts, 'msisdn'> {
  readonly state: State;
  readonly providerTxId: string | null;
  /** Times are numbers: a million dates take seconds to read. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Its lines as `<seq> <from> <to> <trigger>` with commas between them, or `null`. */
  readonly path: string | null;
  /** The times of its lines in milliseconds, with commas between them. */
  readonly times: string | null;
}

/** What never changes about it; erasing a person changes the number. */
export function createdText(row: SummedTransaction): string {
  const { createdAtMs, id, applicationId, playerId, direction, operator, amountXaf } = row;
  const { reference, collectionMode, callbackUrl, line, instructions } = row;
  // PostgreSQL stores no zero character, so no text can pass for two.
  return (
    `${createdAtMs} ${id} ${applicationId} ${playerId} ${direction} ${operator} ${amountXaf}\0` +
    `${reference}\0${collectionMode}\0${callbackUrl}\0${line}\0${instructions}`
  );
}

/**
 * The operator's id of a success, which never changes; one that came later is dated by its coming.
 */
export function namedText({ id, state, providerTxId, updatedAtMs }: SummedTransaction) {
  if (state !== 'succeeded' || providerTxId === null) return null;
  return `${id} ${updatedAtMs} ${providerTxId}`;
}

export interface SummedLines {
  readonly path: string;
  readonly times: string;
}

/** The lines of each part, in their order; `partOf` finds the part of a time. */
export function groupLines<Part>(
  { path, times }: SummedLines,
  partOf: (atMs: number) => Part,
): ReadonlyMap<Part, SummedLines> {
  const at = times.split(',');
  const lines = path.split(',').map((line, index) => ({ line, at: at[index] ?? '' }));
  const groups = [...Map.groupBy(lines, (one) => partOf(Number(one.at)))];
  return new Map(
    groups.map(([part, group]) => [
      part,
      {
        path: group.map(({ line }) => line).join(','),
        times: group.map((one) => one.at).join(','),
      },
    ]),
  );
}

export function firstTime({ times }: SummedLines): number {
  return Number.parseInt(times, 10);
}

export function lastTime({ times }: SummedLines): number {
  return Number(times.slice(times.lastIndexOf(',') + 1));
}

export function countLines({ times }: SummedLines): number {
  let [lines, comma] = [1, times.indexOf(',')];
  for (; comma !== -1; comma = times.indexOf(',', comma + 1)) lines += 1;
  return lines;
}

const KINDS = {
  transitions: 'lines of histories',
  webhook_attempts: 'attempts of webhooks',
  evidence: 'answers of providers',
  receipts: 'payments received',
  sms_messages: 'texts',
  book_entries: 'entries of the books',
  statements: 'statements',
  statement_lines: 'lines of statements',
  balance_steps: 'balances of texts',
} as const satisfies Record<SummedTable, string>;

const NOTHING: RowSum = { rows: 0, digest: '' };

/** What is not as it was summed. */
export function compareSums(
  stored: DaySums,
  found: Omit<DaySums, 'audit'>,
  isArchived: (table: SummedTable, month: string) => boolean,
): readonly string[] {
  const problems = [
    compareSum('transactions created', stored.created, found.created),
    compareSum('ids of operators', stored.named, found.named),
  ].filter((problem) => problem !== null);
  return [...problems, ...compareAdded(stored, found, { tables: SUMMED_TABLES, isArchived })];
}

/** The same of some tables, to which rows are only ever added. */
export function compareAdded(
  stored: Pick<DaySums, 'added'>,
  found: Pick<DaySums, 'added'>,
  of: {
    readonly tables: readonly SummedTable[];
    readonly isArchived: (table: SummedTable, month: string) => boolean;
  },
): readonly string[] {
  const problems: (string | null)[] = [];
  for (const table of of.tables) {
    const [before, now = {}] = [stored.added[table], found.added[table]];
    if (before === undefined) continue;
    for (const month of new Set([...Object.keys(before), ...Object.keys(now)])) {
      if (of.isArchived(table, month)) continue;
      const kind = `${KINDS[table]} of ${month}`;
      problems.push(compareSum(kind, before[month] ?? NOTHING, now[month] ?? NOTHING));
    }
  }
  return problems.filter((problem) => problem !== null);
}

function compareSum(kind: string, stored: RowSum, found: RowSum): string | null {
  if (stored.rows !== found.rows) {
    return `its sum has ${stored.rows} ${kind}, and ${found.rows} are there`;
  }
  return stored.digest === found.digest ? null : `its ${kind} are not what was summed`;
}
