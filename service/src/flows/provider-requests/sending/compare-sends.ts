import type { Database } from '../../../db/client.ts';
import { insertLostSends, listUnknownSends } from '../../../db/provider-requests/lost-sends.ts';
import { beginQuarantine } from '../../../db/quarantine.ts';
import type { SentPayouts } from '../leased-request.ts';

const BATCH = 1_000;

/**
 * Compares the payouts that this machine has sent with the database. If the database does not know
 * one as sent, it was restored to an earlier moment: it goes into quarantine, and the payout into
 * the table of lost ones. Returns how many are new there.
 */
export async function compareSends({
  database,
  sent,
}: {
  readonly database: Database;
  readonly sent: SentPayouts;
}): Promise<number> {
  const references = (await sent.list()).map(({ reference }) => reference);
  const unknown = new Set<string>();
  for (let start = 0; start < references.length; start += BATCH) {
    const batch = references.slice(start, start + BATCH);
    for (const one of await listUnknownSends(database, batch)) unknown.add(one);
  }
  if (unknown.size === 0) return 0;
  // A running process may have marked one as not sent meanwhile. It does so on disk before it does
  // so in the database, so what is still on disk now was really lost.
  const lost = (await sent.list()).filter(({ reference }) => unknown.has(reference));
  if (lost.length === 0) return 0;
  await database.atomically(async (connection) => {
    await insertLostSends(connection, lost);
    await beginQuarantine(connection, { code: 'quarantine_sends_unknown' });
  });
  return lost.length;
}
