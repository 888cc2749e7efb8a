import { listOpenDecisions, type OpenDecision } from '../../db/access/agreements.ts';
import type { Actor } from '../access/actor.ts';
import { completeDeposit } from './complete-deposit.ts';
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts';
import type { Decided, Decider, DecisionDeps } from './decision.ts';
import { resolveTransaction } from './resolve-transaction.ts';

/**
 * Says the second yes on the machine of the service, to exactly what one person has chosen. `null`
 * if no decision with this id waits.
 */
export async function decideAsSecond(
  deps: DecisionDeps,
  { actor: name, ip }: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Decided | null> {
  const [open = null] = await listOpenDecisions(deps.database, { id, limit: 1 });
  return open && decideAs(deps, { staffId: null, name, ip }, { ...open, reason });
}

function decideAs(
  deps: DecisionDeps,
  decider: Decider,
  { act, subject: id, about, state, reason }: OpenDecision & { readonly reason: string },
): Promise<Decided> {
  if (act === 'approve') return approveWithdrawal(deps, decider, { id, approvalsSeen: null });
  const receiptIds = about?.receipts;
  if (receiptIds !== undefined) return completeDeposit(deps, decider, id, { receiptIds, reason });
  // A withdrawal that was never approved is rejected by two people only in quarantine.
  if (state === 'pending_approval') return rejectWithdrawal(deps, decider, id, reason);
  return resolveTransaction(deps, decider, id, {
    decision: act,
    reason,
    money: moneyOf(about, reason),
  });
}

function moneyOf(about: OpenDecision['about'], how: string) {
  if (about?.money === 'returned') return { becomes: 'returned', how } as const;
  return about?.money === 'free' ? ({ becomes: 'free' } as const) : null;
}
