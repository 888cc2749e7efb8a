import type { CommitRate } from './ground/commit-rate.ts';
import type { Measured } from './load/measure.ts';

/** What the rates are compared with, all measured in the same run. */
export interface Limits {
  readonly bare: readonly Measured[];
  readonly commits: CommitRate;
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly text: (row: Measured) => string;
}

/** One row per case; the last columns are the important ones: ratios to the limits. */
export function table(rows: readonly Measured[], extra: readonly Column[]): string {
  const columns = [...COLUMNS, ...extra];
  const head = columns.map(({ title, width }) => title.padStart(width)).join('');
  const lines = rows.map((row) => {
    const cells = columns.map(({ text, width }) => text(row).padStart(width)).join('');
    return `${row.caseName.padEnd(NAME_WIDTH)}${cells}`;
  });
  return [`${' '.repeat(NAME_WIDTH)}${head}`, ...lines, ''].join('\n');
}

export function ratioColumns(limits: Limits): readonly Column[] {
  return [
    { title: 'no database', width: 13, text: (row) => ratioTo(limits.bare, row) },
    {
      title: 'commits',
      width: 9,
      text: ({ perSecond }) => ratio(perSecond, limits.commits.perSecond),
    },
  ];
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
  { title: 'server µs', width: 11, text: ({ serverCpuUs }) => whole(serverCpuUs) },
  { title: 'postgres µs', width: 13, text: ({ postgresCpuUs }) => whole(postgresCpuUs) },
  { title: 'load µs', width: 9, text: ({ loadCpuUs }) => whole(loadCpuUs) },
  {
    title: 'others',
    width: 8,
    text: ({ otherCores }) => (otherCores === null ? '-' : otherCores.toFixed(2)),
  },
  { title: 'RSS MB', width: 8, text: ({ rssMb }) => whole(rssMb) },
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
