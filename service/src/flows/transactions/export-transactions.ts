import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { moveToOldNumbers } from '../../db/transactions/numbers.ts';
import type { ListedTransactionRow } from '../../db/transactions/staff-transactions.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { Actor } from '../access/actor.ts';

/**
 * The rows of an export, page by page, and at its end the audit entry. An aborted export has
 * disclosed the rows read until then, so its entry is written too.
 */
export async function* exportTransactions(
  { database }: { readonly database: Database },
  actor: Actor,
  { asked, listPage }: ExportRequest,
): AsyncGenerator<readonly ListedTransactionRow[]> {
  let rows = 0;
  try {
    for (let page = await listPage(null); page.length > 0; ) {
      rows += page.length;
      yield page;
      page = await listPage(page.at(-1)?.id ?? null);
    }
  } finally {
    await database.atomically((connection) =>
      appendAudit(connection, {
        ...actor,
        action: 'transactions.export',
        subject: 'transactions',
        before: null,
        after: { ...asked, rows },
        reason: null,
      }),
    );
  }
}

interface ExportRequest {
  /** The requested filters. */
  readonly asked: Readonly<Record<string, string>>;
  /** The rows after the given one, or the first rows. */
  readonly listPage: (after: string | null) => Promise<readonly ListedTransactionRow[]>;
}

/** Longer than any search for the transactions of a number reaches beyond late payments. */
const RECENT_MS = 72 * 3_600_000;
/** This many are written in order, so that neighbouring numbers share their pages. */
const BATCH = 5_000;

/** Files the numbers of transactions that are no longer recent, and returns how many. */
export function fileNumbers(
  database: Queryable,
  { lateWindowMs }: { readonly lateWindowMs: number },
): Promise<number> {
  const before = firstIdAt(new Date(Date.now() - lateWindowMs - RECENT_MS));
  return moveToOldNumbers(database, { before, limit: BATCH });
}
