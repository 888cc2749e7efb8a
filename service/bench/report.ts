import type { Contest } from './contest.ts';
import type { Account } from './load/account.ts';
import type { Measured } from './load/measure.ts';

/** Limits for the rates, all measured in the same run. */
export interface Limits {
  readonly bare: readonly Measured[];
  readonly contest: Contest | null;
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly text: (row: Measured) => string;
}

/** One row per case, ratios to the limits first: they depend less on this machine. */
export function table(rows: readonly Measured[], extra: readonly Column[]): string {
  const columns = [...extra, ...COLUMNS];
  const head = columns.map(({ title, width }) => title.padStart(width)).join('');
  const lines = rows.map((row) => {
    const cells = columns.map(({ text, width }) => text(row).padStart(width)).join('');
    return `${row.caseName.padEnd(NAME_WIDTH)}${cells}`;
  });
  return [`${' '.repeat(NAME_WIDTH)}${head}`, ...lines, ''].join('\n');
}

/** CPU time of the whole machine by use, in microseconds per request. */
export function accountTable(rows: readonly Pick<Measured, 'caseName' | 'account'>[]): string {
  const head = ACCOUNT.map(({ title, width }) => title.padStart(width)).join('');
  const lines = rows.map(({ caseName, account }) => {
    const cells = ACCOUNT.map(({ part, width }) => whole(account[part]).padStart(width)).join('');
    return `${caseName.padEnd(NAME_WIDTH)}${cells}`;
  });
  return [`${'µs of processor each'.padEnd(NAME_WIDTH)}${head}`, ...lines, ''].join('\n');
}

export function ratioColumns(limits: Limits): readonly Column[] {
  return [{ title: 'no database', width: 13, text: (row) => ratioTo(limits.bare, row) }];
}

export function growthColumn(empty: readonly Measured[]): Column {
  return { title: 'empty', width: 8, text: (row) => ratioTo(empty, row) };
}

const NAME_WIDTH = 26;

const COLUMNS: readonly Column[] = [
  { title: 'per s', width: 8, text: ({ perSecond }) => perSecond.toFixed(0) },
  { title: 'p50 ms', width: 8, text: ({ p50Ms }) => p50Ms.toFixed(2) },
  { title: 'p99 ms', width: 8, text: ({ p99Ms }) => p99Ms.toFixed(2) },
  { title: 'max ms', width: 8, text: ({ maxMs }) => maxMs.toFixed(1) },
  { title: 'RSS MB', width: 8, text: ({ rssMb }) => whole(rssMb) },
];

const ACCOUNT: readonly {
  readonly part: keyof Account;
  readonly title: string;
  readonly width: number;
}[] = [
  { part: 'nodeUser', title: 'Node, user', width: 12 },
  { part: 'nodeSystem', title: 'system', width: 8 },
  { part: 'garbage', title: '(garbage)', width: 11 },
  { part: 'postgres', title: 'PostgreSQL', width: 12 },
  { part: 'load', title: 'load', width: 6 },
  { part: 'kernel', title: 'kernel', width: 8 },
  { part: 'others', title: 'others', width: 8 },
  { part: 'idle', title: 'idle', width: 6 },
];

export function findCase(rows: readonly Measured[], name: string): Measured | null {
  return rows.find(({ caseName }) => caseName === name) ?? null;
}

function ratioTo(others: readonly Measured[], row: Measured): string {
  const other = findCase(others, row.caseName);
  return other === null ? '-' : ratio(row.perSecond, other.perSecond);
}

function ratio(value: number, base: number): string {
  return `× ${(value / base).toFixed(2)}`;
}

function whole(value: number | null): string {
  return value === null ? '-' : value.toFixed(0);
}
