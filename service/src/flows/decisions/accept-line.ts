import { appendAudit } from '../../db/access/audit.ts';
import {
  type BalanceGap,
  closeGaps,
  listOpenGaps,
  lockLine,
  updateChain,
} from '../../db/lines/lines.ts';
import { type Chain, mendChain } from '../../domain/lines/balance-chain.ts';
import type { Actor } from '../access/actor.ts';
import { creditWaiting } from '../receipts/credit-receipt.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';

export type Accepted =
  | { readonly kind: 'accepted'; readonly credited: number; readonly held: number }
  | { readonly kind: 'nothing_open' }
  | { readonly kind: 'other_texts' }
  | { readonly kind: 'other_balance' };

/**
 * A person has checked a line and says which of the balances in question the operator shows: the
 * chain continues from there, and the payments that waited for this are matched like any other. The
 * person has to name the balance, because the newest text may be a forged one that came after they
 * checked; nobody may accept a text that they have not seen.
 */
export async function acceptLine(
  deps: ReadSmsDeps,
  actor: Actor,
  asked: LineAcceptance,
): Promise<Accepted> {
  const { line, reason } = asked;
  const accepted = await deps.database.atomically(async (connection): Promise<Accepted> => {
    const chain = await lockLine(connection, line);
    const breaks = await listOpenGaps(connection, line);
    if (breaks.length === 0) return { kind: 'nothing_open' };
    if (asked.gapIds !== null && !areSame(breaks, asked.gapIds)) {
      return { kind: 'other_texts' };
    }
    const found = findAccepted(chain, breaks, asked.balanceCents);
    if (found === null) return { kind: 'other_balance' };
    await updateChain(connection, line, found.chain);
    await closeGaps(connection, { ids: breaks.map(({ id }) => id), by: actor.actor });
    const { credited, held } = await creditWaiting(deps, connection, line);
    await appendAudit(connection, {
      ...actor,
      action: 'line.accept',
      subject: `line:${line}`,
      before: { balance_cents: chain.balanceCents, open_breaks: breaks.length },
      after: { balance_cents: found.chain.balanceCents, by_sms: found.smsId },
      reason,
    });
    return { kind: 'accepted', credited, held };
  });
  if (accepted.kind === 'accepted' && accepted.credited > 0) deps.onQueued();
  return accepted;
}

export interface LineAcceptance {
  readonly line: string;
  readonly balanceCents: number;
  /** The gaps that the person saw; null when this is not known, as at the command line. */
  readonly gapIds: readonly string[] | null;
  readonly reason: string;
}

function areSame(breaks: readonly BalanceGap[], seen: readonly string[]): boolean {
  const ids = new Set(seen);
  return ids.size === breaks.length && breaks.every(({ id }) => ids.has(id));
}

/** Where the line continues: from a text with this balance, or from texts that fit together. */
export function findAccepted(
  chain: Chain,
  breaks: readonly BalanceGap[],
  balanceCents: number,
): { readonly chain: Chain; readonly smsId: string | null } | null {
  const told = breaks.filter(isBelievable).findLast((one) => one.balanceCents === balanceCents);
  if (told === undefined && chain.balanceCents !== balanceCents) return null;
  const start = { startCents: null, balanceCents };
  // Texts after a gap may arrive out of order: the newest is found by balances, not by arrival.
  const { chain: accepted } = mendChain(start, breaks.filter(isBelievable));
  return { chain: accepted, smsId: told?.smsId ?? null };
}

function isBelievable({ isDismissed }: BalanceGap): boolean {
  return !isDismissed;
}
