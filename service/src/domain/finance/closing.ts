import type { AuditAnchor } from '../access/audit-anchor.ts';

/** What is kept of a day: everything that finance needs later, as it was known then. */
export interface ClosingContent {
  readonly day: string;
  readonly accounts: readonly ClosedAccount[];
  readonly wallets: readonly ClosedWallet[];
  readonly differences: readonly { readonly kind: string; readonly count: number }[];
  /** Money that belongs to no one yet, and money that operators reversed, by age. */
  readonly unmatched: Ages;
  readonly disputed: Ages;
  /** In live, since release 0.3. */
  readonly sums?: DaySums;
}

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
] as const;
export type SummedTable = (typeof SUMMED_TABLES)[number];

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
  /** Rows that are only ever added: lines of histories, and those of other tables. */
  readonly added: Readonly<Record<SummedTable, SumsByMonth>>;
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

/** A day whose closing, or what it was made of, is not as it was. */
export interface BrokenClosing {
  readonly day: string;
  readonly problem: string;
}

export const AGES = ['day', 'week', 'month', 'older'] as const;
export type Ages = Readonly<Record<(typeof AGES)[number], string>>;

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
