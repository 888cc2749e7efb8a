import type { StatementLine } from './read-line.ts';

/** What the lines of a statement come to; failed ones moved nothing. */
export interface LineSums {
  readonly lines: number;
  readonly failed: number;
  /** Lines with a cell that is a formula. */
  readonly computed: number;
  readonly inCents: number;
  readonly outCents: number;
  readonly feeCents: number;
}

export function sumLines(lines: readonly StatementLine[]): LineSums {
  const sums = {
    lines: lines.length,
    failed: 0,
    computed: 0,
    inCents: 0,
    outCents: 0,
    feeCents: 0,
  };
  for (const { direction, amountCents, feeCents, isFailed, isComputed } of lines) {
    if (isComputed) sums.computed += 1;
    if (isFailed) {
      sums.failed += 1;
      continue;
    }
    sums[direction === 'in' ? 'inCents' : 'outCents'] += amountCents;
    sums.feeCents += feeCents;
  }
  return sums;
}
