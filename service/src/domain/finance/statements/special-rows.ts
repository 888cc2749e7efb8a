import type { RowPattern, StatementProblem } from './mapping.ts';
import { plainText, type StatementLine } from './read-line.ts';
import { compilePattern } from './text-pattern.ts';
import { fold } from './values.ts';

// Rows that are no payments of their own, and how a cell shows it.

/** What the first pattern that fits a row finds in it, empty if it only fits; otherwise `null`. */
export type RowMatcher = (cells: readonly string[]) => string | null;

export function rowMatcher(
  patterns: readonly RowPattern[] | undefined,
  head: readonly string[],
): RowMatcher {
  const rows = (patterns ?? []).map(({ column, pattern }) => ({
    textOf: textReader(column, head),
    find: compilePattern(pattern),
  }));
  return (cells) => {
    const found = rows
      .values()
      .map(({ textOf, find }) => find(textOf(cells)))
      .find((value) => value !== null);
    return found ?? null;
  };
}

/** The text of a row in a column, or else in its first cell that is not empty. */
export function textReader(
  column: string | undefined,
  head: readonly string[],
): (cells: readonly string[]) => string {
  const place = column === undefined ? null : placeOf(head, column);
  return (cells) =>
    plainText((place === null ? cells.find((cell) => cell.trim() !== '') : cells[place]) ?? '');
}

/** Neither a letter nor a digit: an empty row, or one such as `+-----+-----+`. */
export function isRuler(cells: readonly string[]): boolean {
  return cells.every((cell) => !/[\p{L}\p{N}]/u.test(cell));
}

export function placeOf(head: readonly string[], name: string): number {
  return head.findIndex((one) => fold(one) === fold(name));
}

/** A line as its row has it. */
export interface RowLine extends StatementLine {
  /** The id of the payment whose fee it is. */
  readonly feeOf: string | null;
}

/**
 * Gives each payment the fees that stand in rows of their own. Money that came is no fee: its payer
 * may have written what a fee row says.
 */
export function joinFees(
  lines: readonly RowLine[],
  problems: StatementProblem[],
): readonly StatementLine[] {
  const isFee = ({ feeOf, direction }: RowLine) => feeOf !== null && direction === 'out';
  const places = new Map<string, number[]>();
  for (const [place, line] of lines.entries()) {
    const name = `${line.operator} ${line.operatorTxId}`;
    if (!isFee(line) && !line.isFailed) places.set(name, [...(places.get(name) ?? []), place]);
  }
  const fees = new Map<number, number[]>();
  for (const [place, line] of lines.entries()) {
    const { row, feeOf, operator, amountCents, isFailed } = line;
    if (feeOf === null || !isFee(line) || isFailed) continue;
    const payment = nearest(lines, places.get(`${operator} ${feeOf}`) ?? [], place);
    if (payment === null)
      problems.push({ row, problem: { code: 'row_fee_of_none', params: { text: feeOf } } });
    // What is more than its payment is another payment.
    else if (amountCents > (lines[payment]?.amountCents ?? 0))
      problems.push({ row, problem: { code: 'row_fee_too_large', params: { text: feeOf } } });
    else fees.set(payment, [...(fees.get(payment) ?? []), place]);
  }
  return lines.flatMap((line, place) =>
    isFee(line) ? [] : [withFees(lines, place, fees.get(place) ?? [])],
  );
}

/** An id may be that of a payment and of what took it back: what left is meant, or the closer one. */
function nearest(lines: readonly RowLine[], places: readonly number[], to: number): number | null {
  const sent = places.filter((place) => lines[place]?.direction === 'out');
  const [first] = (sent.length > 0 ? sent : places).toSorted(
    (a, b) => Math.abs(a - to) - Math.abs(b - to),
  );
  return first ?? null;
}

function withFees(
  lines: readonly RowLine[],
  place: number,
  fees: readonly number[],
): StatementLine {
  const { feeOf: _none, ...line } = lines[place] as RowLine;
  const added = fees.reduce((sum, one) => sum + (lines[one]?.amountCents ?? 0), 0);
  return {
    ...line,
    feeCents: line.feeCents + added,
    balanceCents: balanceAfter(lines, [place, ...fees]),
  };
}

/** After all of them, where no other row stands between them. */
function balanceAfter(lines: readonly RowLine[], places: readonly number[]): number | null {
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const own = lines[places[0] ?? 0]?.balanceCents ?? null;
  if (last - first >= places.length) return own;
  return lines[isNewestFirst(lines) ? first : last]?.balanceCents ?? own;
}

export function isNewestFirst(lines: readonly Pick<StatementLine, 'at'>[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  return first !== undefined && last !== undefined && first.at > last.at;
}
