import { directionOf, hintOf } from './column-contents.ts';
import type { FoundTable } from './find-table.ts';
import type { Column } from './mapping.ts';
import { plainText, type StatementLine } from './read-line.ts';
import { readCents } from './values.ts';

/** What shows that a file was read right, besides that each of its rows could be read. */
export const READING_PROOFS = ['balance_chain', 'control_sum'] as const;
export type ReadingProof = (typeof READING_PROOFS)[number];

type Row = readonly string[];

/** One line proves nothing: no other says the same. */
const FEWEST_LINES = 2;

/**
 * The balance of each line follows from the one before, which was checked; or a row that is no
 * payment has the sums of the others in their columns. Sums are the same whichever way the money
 * went, so they prove a reading only where names say which way it was.
 */
export function proveReading(
  lines: readonly StatementLine[],
  others: readonly Row[],
  table: FoundTable,
): ReadingProof | null {
  const done = lines.filter(({ isFailed }) => !isFailed);
  if (done.length < FEWEST_LINES) return null;
  if (done.every(({ balanceCents }) => balanceCents !== null)) return 'balance_chain';
  const isSum = others.some(sumsUp(done, table)) || others.some(sumsUp(lines, table));
  return isSum && isDirectionNamed(table) ? 'control_sum' : null;
}

/** Portals write what came and what left under each column, or the sum of the one column. */
function sumsUp(lines: readonly StatementLine[], { mapping, places }: FoundTable) {
  const [came, left] = [sumOf(lines, 'in'), sumOf(lines, 'out')];
  return (cells: Row): boolean => {
    const figure = (column: Column) =>
      Math.abs(readCents(plainText(cells[places[column] ?? -1] ?? '')) ?? 0);
    if (mapping.directionBy === 'columns') {
      return figure('credit') === came && figure('debit') === left;
    }
    const total = figure('amount');
    return total !== 0 && (total === came + left || total === Math.abs(came - left));
  };
}

function sumOf(lines: readonly StatementLine[], wanted: StatementLine['direction']): number {
  return lines
    .filter(({ direction }) => direction === wanted)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Whether the headings, or the words of the direction, mean what the mapping takes them for. */
function isDirectionNamed({ mapping, head, places }: FoundTable): boolean {
  const { directionBy = 'numbers', directionWords } = mapping;
  const hint = (column: Column, as: Column) => hintOf(head[places[column] ?? -1] ?? '', as, []);
  const isNamed = (out: Column, came: Column) =>
    hint(out, out) + hint(came, came) > hint(out, came) + hint(came, out);
  switch (directionBy) {
    case 'numbers':
      return isNamed('from', 'to');
    case 'columns':
      return isNamed('debit', 'credit');
    case 'words':
      return (['in', 'out'] as const).every((way) =>
        (directionWords?.[way] ?? []).every((word) => directionOf(word) === way),
      );
    case 'sign':
      return true;
  }
}
