import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import type { ListedTransactionRow } from '../../db/transactions/staff-transactions.ts';
import type { Actor } from '../access/actor.ts';

/**
 * The rows of an export, page by page, and at its end the audit entry. An export that is broken off
 * has given away the rows read until then, so its entry is written too.
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
  /** The filters as they were asked for. */
  readonly asked: Readonly<Record<string, string>>;
  /** The rows after the given one, or the first rows. */
  readonly listPage: (after: string | null) => Promise<readonly ListedTransactionRow[]>;
}
