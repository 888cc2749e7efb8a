import type { StatementProblem } from './mapping.ts';
import type { StatementLine } from './read-line.ts';

/** `apart`: each balance has to show the fee beside the amount. */
export type FeesShown = 'apart' | 'anyhow';

const breakFinder = (shown: FeesShown) => (inOrder: readonly StatementLine[]) => {
  const problems: StatementProblem[] = [];
  let before: StatementLine | null = null;
  let [moved, fees] = [0, 0];
  for (const line of inOrder) {
    moved += line.direction === 'in' ? line.amountCents : -line.amountCents;
    fees += line.feeCents;
    if (line.balanceCents === null) continue;
    if (before !== null) {
      const change = line.balanceCents - (before.balanceCents ?? 0);
      // Contracts differ on whether the fee has a line of its own.
      const follows = change === moved - fees || (shown === 'anyhow' && change === moved);
      const params = { row: before.row };
      if (!follows)
        problems.push({ row: line.row, problem: { code: 'row_balance_breaks', params } });
    }
    before = line;
    [moved, fees] = [0, 0];
  }
  return problems;
};

/**
 * Finds running balances that do not follow from the one before. The newest line is first or last;
 * a file of one day without times may be either, so the order with fewer breaks counts.
 */
export function findBreaks(
  lines: readonly StatementLine[],
  fees: FeesShown = 'anyhow',
): readonly StatementProblem[] {
  const breaksIn = breakFinder(fees);
  const happened = lines.filter(({ isFailed }) => !isFailed);
  const [first, last] = [happened[0], happened.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (first.at < last.at) return breaksIn(happened);
  if (first.at > last.at) return breaksIn(happened.toReversed());
  const [forth, back] = [breaksIn(happened), breaksIn(happened.toReversed())];
  return back.length < forth.length ? back : forth;
}
