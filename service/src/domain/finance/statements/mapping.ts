import type { Operator } from '../../operators/operator.ts';

/** What a column of an operator's export means to us. */
export const COLUMNS = ['id', 'at', 'status', 'from', 'to', 'amount', 'fee', 'balance'] as const;
export type Column = (typeof COLUMNS)[number];

/** How an operator's export is read: data, since the wording differs by contract. */
export interface StatementMapping {
  readonly id: string;
  readonly version: number;
  readonly operator: Operator;
  /** The names that a column may have, ignoring accents and capitals. */
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** Whether 03/04/2026 is in April. */
  readonly dayFirst: boolean;
  /** The exact statuses of a payment that happened. */
  readonly succeeded: readonly string[];
  /** How the status of a payment that did not happen begins; a reason may follow. */
  readonly failed: readonly string[];
}

/** A file without these is not such an export. */
const NEEDED: readonly Column[] = ['id', 'at', 'from', 'to', 'amount'];
/** Titles and addresses may come above the table. */
const MOST_ABOVE = 40;

export interface FoundTable {
  readonly mapping: StatementMapping;
  /** The row with the column names. */
  readonly header: number;
  readonly places: Readonly<Partial<Record<Column, number>>>;
}

/** The first row with all columns that some mapping needs, or `null` if there is none. */
export function findTable(
  rows: readonly (readonly string[])[],
  mappings: readonly StatementMapping[],
): FoundTable | null {
  for (const [header, row] of rows.slice(0, MOST_ABOVE).entries()) {
    const names = row.map(fold);
    for (const mapping of mappings) {
      const places = placesIn(names, mapping);
      if (NEEDED.every((column) => places[column] !== undefined)) {
        return { mapping, header, places };
      }
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
    const known = new Set(columns[column].map(fold));
    const index = names.findIndex((name) => name !== '' && known.has(name));
    if (index >= 0) places[column] = index;
  }
  return places;
}

/** What a status says of a payment; `null` is unclear and must not count as paid. */
export type StatusReader = (status: string) => 'succeeded' | 'failed' | null;

/** In a table without the column every line happened. */
export function statusReader({ mapping, places }: FoundTable): StatusReader {
  if (places.status === undefined) return () => 'succeeded';
  const succeeded = new Set(mapping.succeeded.map(fold));
  const failed = mapping.failed.map((word) => `${fold(word)} `);
  return (status) => {
    const said = fold(status);
    if (succeeded.has(said)) return 'succeeded';
    return failed.some((word) => `${said} `.startsWith(word)) ? 'failed' : null;
  };
}

/** `Frais (XAF) ` and `FRAIS XAF` are the same. */
export function fold(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, ' ').trim();
}
