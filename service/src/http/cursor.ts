import { crc32 } from 'node:zlib';
import { cursorIssues } from '../contract/validation/issue.ts';
import { parseUuid } from '../contract/validation/uuid.ts';
import { InvalidRequest, RequestRefused } from './errors.ts';

// A cursor holds the sort values of the row after which a page begins, in a form that only this
// file reads.

export function writeCursor(position: readonly (string | number)[]): string {
  const text = JSON.stringify(position);
  return Buffer.from(`${checksumOf(text)}${text}`).toString('base64url');
}

/** The values that were given to `writeCursor`, or `null` if the text is not one of our cursors. */
function decodeCursor(cursor: string): readonly unknown[] | null {
  const decoded = Buffer.from(cursor, 'base64url').toString();
  const text = decoded.slice(CHECKSUM_LENGTH);
  // One that was cut or changed on the way may still be a position: of another page.
  if (!decoded.startsWith(checksumOf(text))) return null;
  try {
    const position: unknown = JSON.parse(text);
    return Array.isArray(position) ? position : null;
  } catch {
    return null;
  }
}

const CHECKSUM_LENGTH = 8;

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(CHECKSUM_LENGTH, '0');
}

/** The cursor after a full page of a staff list, or `null` after the last page. */
export function nextCursor<Row>(
  { rows, limit }: { readonly rows: readonly Row[]; readonly limit: number },
  placeOf: (row: Row) => readonly (string | number)[],
): string | null {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return last === undefined ? null : writeCursor(placeOf(last));
}

/**
 * The position that a request asks for in a staff list, or `null` for the first page. `read`
 * returns `null` for a position of another list, which is refused like any invalid cursor.
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

/** The same for a platform, whose answer names the parameter. */
export function readPublicCursor<Position>(
  cursor: string | undefined,
  read: (position: readonly unknown[]) => Position | null,
): Position | null {
  if (cursor === undefined || cursor === '') return null;
  const position = read(decodeCursor(cursor) ?? []);
  if (position === null) throw new InvalidRequest(cursorIssues('cursor', cursor));
  return position;
}

/** For lists that are sorted by their ids. */
export function readIdCursor(cursor: string | undefined): string | null {
  return readCursor(cursor, ([id]) => (isUuid(id) ? id : null));
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && parseUuid(value) === value;
}

/** A whole number from 0 that PostgreSQL and JavaScript both represent exactly. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
