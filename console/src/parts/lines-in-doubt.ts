import type { SimLine } from '../api/types.ts';

/** Lines with texts whose balance does not follow: payments to them wait for a person. */
export function linesInDoubt<T extends Pick<SimLine, 'breaks'>>(lines: readonly T[]): readonly T[] {
  return lines.filter(({ breaks }) => breaks.length > 0);
}
