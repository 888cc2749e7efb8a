import { parseUuid } from '../contract/validation/uuid.ts';
import { RequestRefused } from './errors.ts';

// A cursor says after which row a page begins: what that row is sorted by, as text that only this
// file reads.

export function writeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** What `writeCursor` was given; null: the text is none of ours. */
export function decodeCursor(cursor: string): readonly unknown[] | null {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(position) ? position : null;
  } catch {
    return null;
  }
}

/** After a full page of a staff list; null: it was the last one. */
export function nextCursor<Row>(
  { rows, limit }: { readonly rows: readonly Row[]; readonly limit: number },
  placeOf: (row: Row) => readonly (string | number)[],
): string | null {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return last === undefined ? null : writeCursor(placeOf(last));
}

/**
 * The place of a staff list that a request asks for; null: the first page. `read` returns null for
 * a place of another kind, which is refused like any text that is none of ours.
 */
export function readCursor<Position>(
  cursor: string | undefined,
  read: (position: readonly unknown[]) => Position | null,
): Position | null {
  if (cursor === undefined) return null;
  const position = read(decodeCursor(cursor) ?? []);
  if (position === null) throw new RequestRefused({ code: 'cursor_invalid' });
  return position;
}

/** Of lists that are sorted by their ids. */
export function readIdCursor(cursor: string | undefined): string | null {
  return readCursor(cursor, ([id]) => (isUuid(id) ? id : null));
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && parseUuid(value) === value;
}

/** A whole number from 0 that PostgreSQL and JavaScript both know exactly. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
