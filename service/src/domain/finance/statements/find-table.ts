import {
  COLUMNS,
  type Column,
  neededColumns,
  type StatementMapping,
  type StatementProblem,
} from './mapping.ts';

/** Titles and addresses may come above the table. */
const MOST_ABOVE = 40;

export interface FoundTable {
  readonly mapping: StatementMapping;
  /** The row with the column names. */
  readonly header: number;
  readonly places: Readonly<Partial<Record<Column, number>>>;
}

/**
 * The first row with all columns that some mapping needs. Without a known status column a failed
 * payment would count as paid: such a table is refused, unless a mapping says that its form has
 * none.
 */
export function findTable(
  rows: readonly (readonly string[])[],
  mappings: readonly StatementMapping[],
): FoundTable | StatementProblem {
  for (const [header, row] of rows.slice(0, MOST_ABOVE).entries()) {
    const names = row.map(fold);
    const tables = mappings
      .map((mapping) => ({ mapping, header, places: placesIn(names, mapping) }))
      .filter(({ mapping, places }) =>
        neededColumns(mapping).every((column) => places[column] !== undefined),
      );
    const table = tables.find(
      ({ mapping, places }) => places.status !== undefined || mapping.hasNoStatus === true,
    );
    if (table !== undefined) return findHiddenStatus(rows, table) ?? table;
    if (tables.length > 0) {
      return { row: header + 1, problem: { code: 'statement_without_status' } };
    }
  }
  return { row: 1, problem: { code: 'statement_of_no_form' } };
}

/** A column with few different values may be a status, whatever its name. */
const MOST_STATUSES = 10;

function findHiddenStatus(
  rows: readonly (readonly string[])[],
  { mapping, header, places }: FoundTable,
): StatementProblem | null {
  const known = new Set(Object.values(places));
  const others = new Set((mapping.notStatus ?? []).map(fold));
  const isFailed = failureReader(mapping);
  const names = rows[header] ?? [];
  const width = rows.slice(header).reduce((most, { length }) => Math.max(most, length), 0);
  for (let place = 0; place < width; place += 1) {
    const name = names[place]?.trim() ?? '';
    if (known.has(place) || others.has(fold(name))) continue;
    const values = new Map(
      rows.slice(header + 1).map((row) => [fold(row[place] ?? ''), row[place]]),
    );
    values.delete('');
    const failure = [...values.keys()].find(isFailed);
    if (failure !== undefined && values.size <= MOST_STATUSES) {
      const params = { text: `${name}: ${values.get(failure)?.trim()}` };
      return { row: header + 1, problem: { code: 'statement_column_of_failure', params } };
    }
  }
  return null;
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

function failureReader({ failed }: StatementMapping): (folded: string) => boolean {
  const words = failed.map((word) => `${fold(word)} `);
  return (folded) => words.some((word) => `${folded} `.startsWith(word));
}

/** `Frais (XAF) ` and `FRAIS XAF` are the same. */
export function fold(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, ' ').trim();
}
