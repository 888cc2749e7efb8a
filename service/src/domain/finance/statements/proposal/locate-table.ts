import { type ColumnContents, isClock, isDay, isFigure } from '../column-contents.ts';
import { dayOfHeading } from '../day-headings.ts';
import { MAX_ABOVE, type SheetRow } from '../find-table.ts';
import { isRuler } from '../special-rows.ts';
import { fold } from '../values.ts';

export type Row = readonly string[];

/** The row with the names of the columns: the one above the first payment with the most cells. */
export function findHeader(rows: readonly SheetRow[]): number {
  const isPayment = paymentTest(rows);
  const first = rows.findIndex(({ cells }) => isPayment(cells));
  const above = rows.slice(0, first < 0 ? MAX_ABOVE : first).map(({ cells }) => cells);
  const widest = above.reduce((most, row) => Math.max(most, filledOf(row)), 0);
  return above.findIndex((row) => widest > 1 && filledOf(row) === widest);
}

export interface LocatedTable {
  /** Of the rows, the one with the names. */
  readonly header: number;
  readonly names: Row;
  readonly columns: readonly ColumnContents[];
  readonly others: readonly Row[];
  /** Before the names. */
  readonly above: readonly Row[];
  readonly payments: readonly Row[];
  /** The days that stand in rows of their own, where the payments have only times. */
  readonly daysAbove: readonly string[];
}

/** A search over so many payments is quick; all of the rows are read once it is over. */
const MAX_PAYMENTS = 200;

const IS_SUM = /^(?:(?:ancien|nouveau) )?(?:solde|balance|total|report|opening|closing)\b/;

export function locateTable(rows: readonly SheetRow[]): LocatedTable {
  const header = findHeader(rows);
  const names = rows[header]?.cells ?? [];
  const isPayment = paymentTest(rows);
  const below = rows
    .slice(header + 1)
    .map(({ cells }) => cells)
    .filter((row) => !isRuler(row));
  const dated = below.filter(isPayment);
  const sizes = dated.map(filledOf).toSorted((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  // An opening balance has a day and a figure, too, and little else.
  const isBare = (row: Row) =>
    filledOf(row) * 2 < usual ||
    (filledOf(row) < usual && row.some((cell) => IS_SUM.test(fold(cell))));
  const isWhole = (row: Row) => isPayment(row) && !isBare(row);
  const payments = dated.filter(isWhole).slice(0, MAX_PAYMENTS);
  const columns = names.flatMap((cell, place): ColumnContents[] => {
    const name = cell.trim();
    // A mapping finds a column by its name.
    const isFirst = names.findIndex((one) => fold(one) === fold(name)) === place;
    if (fold(name) === '' || !isFirst) return [];
    return [{ place, name, values: payments.map((row) => withoutDash(row[place]?.trim() ?? '')) }];
  });
  const daysAbove = isPayment === isDated ? [] : daysIn(rows);
  const others = below.filter(
    (row) => !isWhole(row) && !(daysAbove.length > 0 && dayOfHeading(row) !== null),
  );
  const above = rows.slice(0, Math.max(0, header)).map(({ cells }) => cells);
  return { header, names, columns, payments, others, above, daysAbove };
}

/** Portals write a dash where there is nothing. */
function withoutDash(text: string): string {
  return /^[-–—]$/.test(text) ? '' : text;
}

function filledOf(row: Row): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

/** A row with a day and a figure beside it; where no row has them, with a time below a day. */
function paymentTest(rows: readonly SheetRow[]): (row: Row) => boolean {
  const hasDays = !rows.some(({ cells }) => isDated(cells)) && daysIn(rows).length > 0;
  return hasDays ? isTimed : isDated;
}

const isDated = hasFigureBeside(isDay);
const isTimed = hasFigureBeside(isClock);

function hasFigureBeside(test: (text: string) => boolean): (row: Row) => boolean {
  return (row) => {
    const cells = row.map((cell) => cell.trim());
    const found = cells.findIndex(test);
    return found >= 0 && cells.some((cell, place) => place !== found && isFigure(cell));
  };
}

function daysIn(rows: readonly SheetRow[]): readonly string[] {
  return rows.map(({ cells }) => dayOfHeading(cells)).filter((one) => one !== null);
}
