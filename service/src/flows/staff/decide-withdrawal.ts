import { findCreator, insertApproval, listApprovals } from '../../db/transaction-detail.ts';
import {
  actorOf,
  auditDecision,
  type Decided,
  type Decider,
  type DecisionDeps,
  decideInOne,
  repeatOrConflict,
} from './decision.ts';

/**
 * Approves a withdrawal. A large one needs a second person; nobody approves a payout that they
 * created themselves.
 */
export function approveWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, found) => {
    const { transaction } = found;
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    const approvals = await listApprovals(connection, id);
    const hasApproved = approvals.some(({ staff_id }) => staff_id === decider.staffId);
    if (transaction.state !== 'pending_approval') {
      return hasApproved && transaction.state !== 'failed'
        ? { kind: 'already_done', transaction }
        : { kind: 'conflict', state: transaction.state };
    }
    if ((await findCreator(connection, id)) === actorOf(decider)) {
      return { kind: 'forbidden', why: 'own_payout' };
    }
    const isNew = await insertApproval(connection, { transactionId: id, staffId: decider.staffId });
    const people = approvals.length + (isNew ? 1 : 0);
    if (transaction.amountXaf > deps.secondPersonAboveXaf && people < 2) {
      if (isNew)
        await auditDecision(connection, decider, 'withdrawal.first_approval', transaction, null);
      return { kind: 'waits_for_second_person', transaction };
    }
    return { kind: 'move', action: 'withdrawal.approve', triggers: ['approved'], reason: null };
  });
}

export function rejectWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  reason: string,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    if (transaction.state === 'pending_approval') {
      return { kind: 'move', action: 'withdrawal.reject', triggers: ['rejected'], reason };
    }
    return repeatOrConflict(connection, decider, transaction, 'rejected');
  });
}
