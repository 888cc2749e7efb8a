import type { SimLine } from '../api/types.ts';

/** Lines that a person has to check, for any reason. */
export function linesInTrouble<T extends Trouble>(lines: readonly T[]): readonly T[] {
  return lines.filter((line) => line.problem !== null || line.is_in_gap);
}

/** Lines that cannot confirm payments: their texts do not reach us, or they were not opened. */
export function linesUnseen<T extends Trouble>(lines: readonly T[]): readonly T[] {
  return lines.filter(({ problem }) => problem !== null);
}

type Trouble = Pick<SimLine, 'is_in_gap' | 'problem'>;

/** Lines whose newest texts do not connect: payments to them wait for a person. */
export function linesWithGaps<T extends Pick<SimLine, 'is_in_gap'>>(
  lines: readonly T[],
): readonly T[] {
  return lines.filter(({ is_in_gap }) => is_in_gap);
}
