import { findBreaks } from './balance-chain.ts';
import { directionOf, hintOf, namesNet } from './column-contents.ts';
import type { FoundTable } from './find-table.ts';
import type { Column } from './mapping.ts';
import { plainText, type StatementLine } from './read-line.ts';
import { fold, readCents } from './values.ts';

/** What shows that a file was read right, besides that each of its rows could be read. */
export const READING_PROOFS = ['balance_chain', 'control_sum'] as const;
export type ReadingProof = (typeof READING_PROOFS)[number];

type Row = readonly string[];

/** One line proves nothing: no other says the same. */
const FEWEST_LINES = 2;

export interface ReadingProven {
  /** What agrees with what was read. */
  readonly agrees: ReadingProof | null;
  /** The same, unless fees that were read otherwise would agree as well. */
  readonly proof: ReadingProof | null;
}

/**
 * The balance of each line follows from the one before, which was checked; or rows that are no
 * payments have the sums of the others, in their columns or beside their names. Sums are the same
 * whichever way the money went, so they prove a reading only where names say which way it was.
 */
export function proveReading(
  lines: readonly StatementLine[],
  others: readonly Row[],
  table: FoundTable,
): ReadingProven {
  // A sum of failed payments too would agree whichever they are.
  const done = lines.filter(({ isFailed }) => !isFailed);
  const agrees = done.length < FEWEST_LINES ? null : agreement(done, others, table);
  return { agrees, proof: showsFees(done, others, table) ? agrees : null };
}

function agreement(
  done: readonly StatementLine[],
  others: readonly Row[],
  table: FoundTable,
): ReadingProof | null {
  if (done.every(({ balanceCents }) => balanceCents !== null)) return 'balance_chain';
  if (agreesWithNames(done, others, table)) return 'control_sum';
  return others.some(sumsUp(done, table)) && isDirectionNamed(table) ? 'control_sum' : null;
}

/**
 * Only balances that changed by the amount and its fee show that both were read right. Where they
 * changed by the amount alone, the fee may be in it or elsewhere, unless the headings say so.
 */
function showsFees(
  done: readonly StatementLine[],
  others: readonly Row[],
  table: FoundTable,
): boolean {
  if (done.every(({ feeCents }) => feeCents === 0)) return true;
  const isNet = table.mapping.amountHasFee === true;
  if (isNet && !namesNet(headingOf(table))) return false;
  if (done.some(({ balanceCents }) => balanceCents === null)) {
    return balancesAgree(done, others, table) ?? isNet;
  }
  return findBreaks(done, 'apart').length === 0;
}

/** Portals write what came and what left under each column, or the sum of the one column. */
function sumsUp(lines: readonly StatementLine[], table: FoundTable) {
  const { mapping, places } = table;
  const [came, left] = [sumOf(lines, 'in', table), sumOf(lines, 'out', table)];
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

/** As the file writes the amounts. */
function sumOf(
  lines: readonly StatementLine[],
  wanted: StatementLine['direction'],
  { mapping }: Pick<FoundTable, 'mapping'>,
): number {
  const sign = mapping.amountHasFee !== true ? 0 : wanted === 'in' ? -1 : 1;
  return lines
    .filter(({ direction }) => direction === wanted)
    .reduce((sum, { amountCents, feeCents }) => sum + amountCents + sign * feeCents, 0);
}

/** What a figure at the foot is, by the name beside it. */
const NAMED_FIGURES = {
  came: (name: string) => /\b(?:total|somme|sum)/.test(name) && directionOf(name) === 'in',
  left: (name: string) => /\b(?:total|somme|sum)/.test(name) && directionOf(name) === 'out',
  opening: (name: string) =>
    /\b(?:solde|balance)/.test(name) && /\b(?:ouverture|initial|ancien|opening)/.test(name),
  closing: (name: string) =>
    /\b(?:solde|balance)/.test(name) && /\b(?:cloture|final|nouveau|closing)/.test(name),
} as const;

type FigureName = keyof typeof NAMED_FIGURES;

function figureOf(others: readonly Row[], wanted: FigureName): number | null {
  const figures = others.values().map(figureNamed(NAMED_FIGURES[wanted]));
  return figures.find((cents) => cents !== null) ?? null;
}

/**
 * `Total débits` and `Total crédits`, each with its figure, are the sums of what left and of what
 * came. Balances at the beginning and the end have to agree with amounts and fees.
 */
function agreesWithNames(
  lines: readonly StatementLine[],
  others: readonly Row[],
  table: FoundTable,
): boolean {
  const isNamed = (wanted: FigureName, sum: number) =>
    Math.abs(figureOf(others, wanted) ?? -1) === sum;
  const [came, left] = [sumOf(lines, 'in', table), sumOf(lines, 'out', table)];
  const isSum = isNamed('came', came) && isNamed('left', left) && came !== left;
  return isSum && balancesAgree(lines, others, table) !== false;
}

/** Whether the balances at the beginning and the end do; `null` if the file has none. */
function balancesAgree(
  lines: readonly StatementLine[],
  others: readonly Row[],
  table: FoundTable,
): boolean | null {
  const [opening, closing] = [figureOf(others, 'opening'), figureOf(others, 'closing')];
  if (opening === null || closing === null) return null;
  const gross = { mapping: { ...table.mapping, amountHasFee: false } };
  const fees = lines.reduce((sum, { feeCents }) => sum + feeCents, 0);
  return closing - opening === sumOf(lines, 'in', gross) - sumOf(lines, 'out', gross) - fees;
}

function figureNamed(isName: (folded: string) => boolean): (cells: Row) => number | null {
  return (cells) => {
    const place = cells.findIndex((cell) => isName(fold(cell)));
    if (place < 0) return null;
    const figures = cells.slice(place + 1).map((cell) => readCents(plainText(cell)));
    return figures.find((cents) => cents !== null) ?? null;
  };
}

/** Whether the headings, or the words of the direction, mean what the mapping takes them for. */
function isDirectionNamed(table: FoundTable): boolean {
  const { directionBy = 'numbers', directionWords } = table.mapping;
  const nameOf = headingOf(table);
  const hint = (column: Column, as: Column) => hintOf(nameOf(column), as, []);
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

const headingOf =
  ({ head, places }: FoundTable) =>
  (column: Column): string =>
    head[places[column] ?? -1] ?? '';
