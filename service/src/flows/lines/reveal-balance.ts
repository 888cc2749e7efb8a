import { appendAudit, listRevealedLines } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import { type ListedLine, listLines, lockLine } from '../../db/lines/lines.ts';
import type { Actor } from '../access/actor.ts';

/**
 * Shows a person what a line has, which is hidden otherwise: for an hour, and with one entry of the
 * audit log. Returns `null` if there is no such line.
 */
export async function revealBalance(
  { database }: { readonly database: Database },
  actor: Actor & { readonly actorId: string },
  line: string,
): Promise<ListedLine | null> {
  return database.atomically(async (connection) => {
    const found = (await listLines(connection)).find((one) => one.line === line);
    if (found === undefined) return null;
    // Two clicks at once are one entry.
    await lockLine(connection, line);
    const revealed = await listRevealedLines(connection, actor.actorId);
    if (revealed.includes(line)) return found;
    const what = { action: 'line.reveal_balance', subject: `line:${line}` } as const;
    await appendAudit(connection, { ...actor, ...what, before: null, after: null, reason: null });
    return found;
  });
}
