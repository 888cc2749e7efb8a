import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import {
  lockContradiction,
  markContradictionClosed,
} from '../../db/transactions/contradictions.ts';
import type { Actor } from '../access/actor.ts';

export type Closed =
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'refused';
      readonly refusal: 'contradiction_not_found' | 'contradiction_closed';
    };

/**
 * A person has settled a contradiction with the operator or the platform and says how. No state
 * changes: what platforms received stays valid.
 */
export async function closeContradiction(
  deps: { readonly database: Database; readonly onDecided: () => void },
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Closed> {
  const closed = await deps.database.atomically(async (connection): Promise<Closed> => {
    const found = await lockContradiction(connection, id);
    if (found === null) return { kind: 'refused', refusal: 'contradiction_not_found' };
    if (!found.isOpen) return { kind: 'refused', refusal: 'contradiction_closed' };
    await markContradictionClosed(connection, { id, by: actor.actor, reason });
    await appendAudit(connection, {
      ...actor,
      action: 'contradiction.close',
      subject: `contradiction:${id}`,
      before: { kind: found.kind, transaction: found.transactionId },
      after: { closed: true },
      reason,
    });
    return { kind: 'closed' };
  });
  deps.onDecided();
  return closed;
}
