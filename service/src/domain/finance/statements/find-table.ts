import {
  COLUMNS,
  type Column,
  knowsFailures,
  namedColumns,
  neededColumns,
  type StatementMapping,
  type StatementProblem,
} from './mapping.ts';
import { fold } from './values.ts';

/** A row of a file. */
export interface SheetRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Which cells are formulas; what these gave last is in `cells`. */
  readonly formulas?: readonly number[];
  /** As a row above it says, where a mapping has `dateAbove`. */
  readonly day?: string;
  /** The file ends here without a line break: the last cell may go on. */
  readonly isOpen?: boolean;
}

/** Titles and addresses may come above the table. */
export const MAX_ABOVE = 40;

export interface FoundTable {
  readonly mapping: StatementMapping;
  /** Of the rows, the one with the column names. */
  readonly header: number;
  readonly head: readonly string[];
  readonly places: Readonly<Partial<Record<Column, number>>>;
}

/**
 * The first row with all columns that some mapping needs. Without a known status column a failed
 * payment would count as paid: such a table is refused, unless a mapping says that its form has
 * none.
 */
export function findTable(
  rows: readonly SheetRow[],
  mappings: readonly StatementMapping[],
): FoundTable | StatementProblem {
  for (const [header, { row, cells }] of rows.slice(0, MAX_ABOVE).entries()) {
    const names = cells.map(fold);
    const tables = mappings
      .map((mapping) => ({ mapping, header, head: cells, places: placesIn(names, mapping) }))
      .filter(
        ({ mapping, places }) =>
          neededColumns(mapping).every((column) => places[column] !== undefined) &&
          namedColumns(mapping).every((column) => names.includes(fold(column))),
      );
    const table = tables.find(
      ({ mapping, places }) => places.status !== undefined || knowsFailures(mapping),
    );
    if (table !== undefined) return table;
    if (tables.length > 0) return { row, problem: { code: 'statement_without_status' } };
  }
  return { row: 1, problem: { code: 'statement_of_no_form' } };
}

function placesIn(
  names: readonly string[],
  { columns }: StatementMapping,
): Partial<Record<Column, number>> {
  const places: Partial<Record<Column, number>> = {};
  for (const column of COLUMNS) {
    const known = new Set(columns[column]?.map(fold));
    const index = names.findIndex((name) => name !== '' && known.has(name));
    if (index >= 0) places[column] = index;
  }
  return places;
}

/** A column with few different values may be a status, whatever its name. */
const MAX_STATUSES = 10;

/** Looks at every row for a column that may be a status, although the mapping does not say so. */
export function hiddenStatusFinder({ mapping, head, places }: FoundTable): {
  readonly look: (cells: readonly string[]) => void;
  /** `<column>: <word of failure>`. */
  readonly found: () => string | null;
} {
  const known = new Set(Object.values(places));
  // Each text of failed rows is read by itself.
  const texts = (mapping.failedRows ?? []).flatMap(({ column }) => column ?? []);
  const others = new Set([...(mapping.notStatus ?? []), ...texts].map(fold));
  const isFailed = failureReader(mapping);
  const columns = new Map<number, { readonly values: Set<string>; failure: string | null }>();
  for (const [place, name] of head.entries()) if (others.has(fold(name))) known.add(place);
  return {
    look: (cells) => {
      for (const [place, cell] of cells.entries()) {
        if (cell === '' || known.has(place)) continue;
        const column = columns.get(place) ?? { values: new Set<string>(), failure: null };
        columns.set(place, column);
        if (column.values.size > MAX_STATUSES) continue;
        const value = fold(cell);
        if (value === '' || column.values.has(value)) continue;
        column.values.add(value);
        if (isFailed(value)) column.failure ??= cell.trim();
      }
    },
    found: () => {
      const hidden = columns
        .entries()
        .find(([, { values, failure }]) => failure !== null && values.size <= MAX_STATUSES);
      if (hidden === undefined) return null;
      const [place, { failure }] = hidden;
      return `${head[place]?.trim() ?? ''}: ${failure}`;
    },
  };
}

/** What a status says of a payment; `null` is unclear and must not count as paid. */
export type StatusReader = (status: string) => 'succeeded' | 'failed' | null;

/** In a table whose form has no status every line happened. */
export function statusReader({ mapping, places }: FoundTable): StatusReader {
  if (places.status === undefined) return () => 'succeeded';
  const succeeded = new Set(mapping.succeeded.map(fold));
  const isFailed = failureReader(mapping);
  return (status) => {
    const said = fold(status);
    if (succeeded.has(said)) return 'succeeded';
    return isFailed(said) ? 'failed' : null;
  };
}

export function failureReader({ failed }: StatementMapping): (folded: string) => boolean {
  const words = failed.map((word) => `${fold(word)} `);
  return (folded) => words.some((word) => `${folded} `.startsWith(word));
}
