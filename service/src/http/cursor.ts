import { parseUuid } from '../contract/validation/uuid.ts';
import { RequestRefused } from './errors.ts';

// A cursor says after which row a page begins: what that row is sorted by, as text that only this
// file reads.

export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** What `writeCursor` was given; null: the text is none of ours. */
export function decodeCursor(cursor: string): readonly unknown[] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(place) ? place : null;
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
export function readCursor<Place>(
  cursor: string | undefined,
  read: (place: readonly unknown[]) => Place | null,
): Place | null {
  if (cursor === undefined) return null;
  const place = read(decodeCursor(cursor) ?? []);
  if (place === null) throw new RequestRefused({ code: 'cursor_invalid' });
  return place;
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
