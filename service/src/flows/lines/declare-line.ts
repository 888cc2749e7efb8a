import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import { isKnownLine, lockLine, updateWithoutBalances } from '../../db/lines/lines.ts';
import type { Actor } from '../access/actor.ts';

/**
 * Declares that the texts of a line name no balance that can be compared, and opens it. From then
 * on whoever can send a text in the operator's name can have a deposit credited. What waited is
 * not credited by this; a balance that is typed later takes the declaration back. False: there is
 * no such line.
 */
export function declareWithoutBalances(
  { database }: { readonly database: Database },
  actor: Actor,
  { line, reason }: { readonly line: string; readonly reason: string },
): Promise<boolean> {
  return database.atomically(async (connection) => {
    if (!(await isKnownLine(connection, line))) return false;
    const { openedAt, tellsBalances } = await lockLine(connection, line);
    await updateWithoutBalances(connection, line);
    await appendAudit(connection, {
      ...actor,
      action: 'line.declare_without_balances',
      subject: `line:${line}`,
      before: { opened: openedAt !== null, tells_balances: tellsBalances },
      after: { opened: true, tells_balances: false },
      reason,
    });
    return true;
  });
}
