import type { Queryable } from '../../db/client.ts';
import {
  insertApproval,
  listApprovals,
  listRecentSetUps,
  lockApprovers,
} from '../../db/decisions/approvals.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import { findCreator } from '../../db/transactions/transaction-detail.ts';
import { countIndependent, mayApprove } from '../../domain/decisions/approval.ts';
import { needsSecondPerson } from '../../domain/transactions/second-person.ts';
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
 * Approves a withdrawal. A large one needs a second person, and not an account that the first
 * person has just set up; nobody approves a payout that they created themselves. If a person was
 * told that theirs is the first of two approvals, and somebody else has approved meanwhile, theirs
 * does not send the money: they have to check again.
 */
export function approveWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  { id, approvalsSeen }: ApprovalRequest,
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
    // It may have been approved and paid after the moment that was restored.
    if ((await findQuarantine(connection)) !== null)
      return { kind: 'forbidden', why: 'quarantined' };
    if ((await findCreator(connection, id)) === actorOf(decider)) {
      return { kind: 'forbidden', why: 'own_payout' };
    }
    const counted = await findCountedApprovers(connection, decider, id);
    if (!counted.includes(decider.staffId)) return { kind: 'forbidden', why: 'access_ended' };
    const byOthers = counted.filter((approver) => approver !== decider.staffId).length;
    if (approvalsSeen !== null && approvalsSeen !== byOthers) {
      return { kind: 'conflict', state: transaction.state };
    }
    const isEnough =
      !needsSecondPerson(transaction, deps) || (await areTwoPeople(connection, counted, deps));
    if (!isEnough && counted.length > 1 && !hasApproved) {
      return { kind: 'forbidden', why: 'set_up_by_approver' };
    }
    const isNew = await insertApproval(connection, { transactionId: id, staffId: decider.staffId });
    if (isEnough) {
      return { kind: 'move', action: 'withdrawal.approve', triggers: ['approved'], reason: null };
    }
    if (isNew)
      await auditDecision(connection, decider, 'withdrawal.first_approval', transaction, null);
    return { kind: 'waits_for_second_person', transaction };
  });
}

export interface ApprovalRequest {
  readonly id: string;
  /** Valid approvals by others that the person saw when asked; null when this is not known. */
  readonly approvalsSeen: number | null;
}

/** The people whose approval counts now, including the one who decides. */
async function findCountedApprovers(
  connection: Queryable,
  { staffId: deciderId }: Decider,
  transactionId: string,
): Promise<readonly string[]> {
  const approvers = await lockApprovers(connection, { transactionId, deciderId });
  return approvers.filter(mayApprove).map(({ id }) => id);
}

async function areTwoPeople(
  connection: Queryable,
  approvers: readonly string[],
  { setUpDays }: Pick<DecisionDeps, 'setUpDays'>,
): Promise<boolean> {
  const setUps = setUpDays === 0 ? [] : await listRecentSetUps(connection, { days: setUpDays });
  return countIndependent(approvers, setUps) >= 2;
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
