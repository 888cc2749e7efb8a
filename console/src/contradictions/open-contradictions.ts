import type { DetailAnswer } from '../api/types.ts';

/** What was said against the transaction that nobody has closed: until then nothing is given back. */
export function openContradictions({ contradictions }: Pick<DetailAnswer, 'contradictions'>) {
  return contradictions.filter(({ closed_at }) => closed_at === null);
}
