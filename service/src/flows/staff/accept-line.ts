import { appendAudit } from '../../db/audit.ts';
import { closeBreaks, listOpenBreaks, lockLine, updateChain } from '../../db/lines.ts';
import { mendChain } from '../../domain/balance-chain.ts';
import { creditWaiting } from '../credit-receipt.ts';
import type { ReadSmsDeps } from '../read-sms.ts';
import type { Actor } from './desk.ts';

export type Accepted =
  | { readonly kind: 'accepted'; readonly credited: number; readonly held: number }
  | { readonly kind: 'nothing_open' };

/**
 * Somebody has looked at a line and found its texts true: the chain goes on from the newest of
 * them, and the payments that waited for this are matched like any other.
 */
export async function acceptLine(
  deps: ReadSmsDeps,
  actor: Actor,
  order: { readonly line: string; readonly reason: string },
): Promise<Accepted> {
  const { line, reason } = order;
  const accepted = await deps.database.atomically(async (connection): Promise<Accepted> => {
    const { balanceCents: before, startCents } = await lockLine(connection, line);
    const breaks = await listOpenBreaks(connection, line);
    const newest = breaks.at(-1);
    if (newest === undefined) return { kind: 'nothing_open' };
    // Texts that overtook each other behind a gap: the newest by their balances, not by arrival.
    const { balanceCents } = mendChain(
      { startCents: newest.balanceCents - newest.changeCents, balanceCents: newest.balanceCents },
      breaks.filter((one) => one !== newest),
    ).chain;
    await updateChain(connection, line, { startCents, balanceCents });
    await closeBreaks(connection, { ids: breaks.map(({ id }) => id), by: actor.actor });
    const { credited, held } = await creditWaiting(deps, connection, line);
    await appendAudit(connection, {
      ...actor,
      action: 'line.accept',
      subject: `line:${line}`,
      before: { balance_cents: before, open_breaks: breaks.length },
      after: { balance_cents: balanceCents },
      reason,
    });
    return { kind: 'accepted', credited, held };
  });
  if (accepted.kind === 'accepted' && accepted.credited > 0) deps.onQueued();
  return accepted;
}
