import { normaliseLine } from '../../lines/line.ts';
import type { Message } from '../../messages/message.ts';
import type { StatementLine } from './read-line.ts';

/** Fewer lines may well be of one person. */
const FEWEST_LINES = 5;
const LARGE_SHARE = 0.5;

/**
 * What balances and sums do not show: of whom the lines are. A column that names us, or an
 * account of the operator, has the same number again and again.
 */
export function doubtsOf(lines: readonly StatementLine[], number: string): readonly Message[] {
  const own = normaliseLine(number);
  const left = lines.filter(({ direction, isFailed }) => direction === 'out' && !isFailed);
  const counts = Map.groupBy(left, ({ other }) => other);
  counts.delete(null);
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined || left.length < FEWEST_LINES) return [];
  const [text, { length }] = most;
  const percent = Math.round((length / left.length) * 100);
  if (text === null || length / left.length < LARGE_SHARE) return [];
  return text === own
    ? [{ code: 'statement_party_is_own', params: { percent } }]
    : [{ code: 'statement_party_repeats', params: { percent, text } }];
}
