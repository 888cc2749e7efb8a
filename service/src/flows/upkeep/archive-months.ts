import { appendAudit } from '../../db/access/audit.ts';
import { type Database, inLongTransaction, type Queryable } from '../../db/client.ts';
import {
  listMonths,
  lockMonth,
  type Month,
  openMonthsAhead,
  removeMonth,
  streamMonth,
} from '../../db/upkeep/months.ts';
import { keptFrom } from '../../domain/upkeep/erased.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { Actor } from '../access/actor.ts';

/** A file with the rows of a month, read again after it was written. */
export interface StoredMonth {
  readonly file: string;
  /** SHA-256 of the file. */
  readonly digest: string;
  readonly rows: number;
}

export interface ArchiveDeps {
  readonly database: Database;
  readonly at: Date;
  /** Writes the lines into a file of that name; the result is on disk. */
  readonly store: (name: string, lines: AsyncIterable<string>) => Promise<StoredMonth>;
}

export type ArchivedMonth =
  | { readonly kind: 'archived'; readonly part: string; readonly stored: StoredMonth }
  | { readonly kind: 'needed'; readonly part: string }
  | { readonly kind: 'changed'; readonly part: string };

/** The months that are old enough. */
export function listOldMonths(
  { database, at }: Pick<ArchiveDeps, 'database' | 'at'>,
  months: number,
): Promise<readonly Month[]> {
  return listMonths(database, firstIdAt(keptFrom(at, months)));
}

/**
 * Writes months to files, one after the other. A month leaves the database only after its file was
 * read again, in the commit that says where it is: a run killed before that leaves an extra file.
 */
export async function archiveMonths(
  deps: ArchiveDeps,
  months: number,
  actor: Actor,
): Promise<readonly ArchivedMonth[]> {
  const archived: ArchivedMonth[] = [];
  for (const month of await listOldMonths(deps, months)) {
    archived.push(
      month.isNeeded
        ? { kind: 'needed', part: month.part }
        : await archiveMonth(deps, month, actor),
    );
  }
  return archived;
}

async function archiveMonth(
  { database, store }: ArchiveDeps,
  month: Month,
  actor: Actor,
): Promise<ArchivedMonth> {
  const { part } = month;
  const stored = await inLongTransaction(database, (connection) =>
    store(part, linesOf(connection, month)),
  );
  return inLongTransaction(database, async (connection): Promise<ArchivedMonth> => {
    // Other users of the table go first, and the next run tries again.
    await connection.query({ text: `set local lock_timeout = '3s'` });
    if ((await lockMonth(connection, month)) !== stored.rows) return { kind: 'changed', part };
    await removeMonth(connection, month, stored);
    const what = { action: 'retention.archive', subject: `month:${part}`, before: null } as const;
    await appendAudit(connection, { ...actor, ...what, after: stored, reason: null });
    return { kind: 'archived', part, stored };
  });
}

async function* linesOf(connection: Queryable, month: Month): AsyncGenerator<string> {
  for await (const rows of streamMonth(connection, month)) {
    for (const { line } of rows) yield line;
  }
}

/**
 * This many are open in advance: rows written before their month was opened stay with the rest, and
 * cannot be removed as a month.
 */
const MONTHS_AHEAD = 3;

/** Opens the next months of the monthly tables, and returns how many parts that made. */
export function openMonths(database: Queryable): Promise<number> {
  return openMonthsAhead(database, MONTHS_AHEAD);
}
