import type { SimLine } from '../api/types.ts';

/** Lines that a person has to check, for any reason. */
export function linesInTrouble<T extends Trouble>(lines: readonly T[]): readonly T[] {
  return lines.filter((line) => line.problem !== null || line.breaks.length > 0);
}

/** Lines whose texts do not reach us: payments to them are not even seen. */
export function linesUnheard<T extends Trouble>(lines: readonly T[]): readonly T[] {
  return lines.filter(({ problem }) => problem !== null);
}

type Trouble = Pick<SimLine, 'breaks' | 'problem'>;

/** Lines with texts whose balance does not follow: payments to them wait for a person. */
export function linesWithGaps<T extends Pick<SimLine, 'breaks'>>(
  lines: readonly T[],
): readonly T[] {
  return lines.filter(({ breaks }) => breaks.length > 0);
}
