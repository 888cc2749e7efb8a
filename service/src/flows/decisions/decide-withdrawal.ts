import type { Queryable } from '../../db/client.ts';
import { listApprovals } from '../../db/decisions/approvals.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import { findSubmissionFacts } from '../../db/submissions/submission-facts.ts';
import { stopSubmissions } from '../../db/submissions/submission-schedule.ts';
import { findCreator, findLastMove } from '../../db/transactions/transaction-detail.ts';
import { isApprovable } from '../../domain/decisions/approval.ts';
import { countedSince } from '../../domain/decisions/resolution.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { seekAgreement } from './approvals/seek-agreement.ts';
import {
  actorOf,
  auditDecision,
  type Decided,
  type Decider,
  type DecisionDeps,
  decideInOne,
  repeatOrConflict,
} from './decision.ts';
import { needsTwoPeople } from './two-people.ts';

/**
 * Approves a withdrawal, for the first time or anew after its approval has lapsed. A large one
 * needs a second person, and not an account that the first person has just set up; nobody approves
 * a payout that they created themselves.
 */
export function approveWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  { id, approvalsSeen }: ApprovalRequest,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, { transaction, now, rules }) => {
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    if (!isApprovable(await situationOf(connection, transaction))) {
      return repeatedApproval(connection, decider, transaction);
    }
    // It may have been approved and paid after the moment that was restored.
    if ((await findQuarantine(connection)) !== null)
      return { kind: 'forbidden', why: 'quarantined' };
    if ((await findCreator(connection, id)) === actorOf(decider)) {
      return { kind: 'forbidden', why: 'own_payout' };
    }
    const agreement = await seekAgreement(connection, rules, decider, {
      transaction,
      decision: 'approve',
      needsTwo: await needsTwoPeople(connection, rules, decider, transaction),
      since: countedSince(now, rules, null),
      othersSeen: approvalsSeen,
      reason: null,
    });
    if (agreement.kind === 'agreed') {
      const trigger = transaction.state === 'pending_approval' ? 'approved' : 'approved_anew';
      const move = { kind: 'move', triggers: [trigger], reason: null, wasSent: false } as const;
      return { ...move, action: 'withdrawal.approve' };
    }
    if (agreement.kind !== 'waits') return agreement;
    if (agreement.isNew)
      await auditDecision(connection, decider, 'withdrawal.first_approval', transaction, null);
    return { kind: 'waits_for_second_person', transaction };
  });
}

export interface ApprovalRequest {
  readonly id: string;
  /** Valid approvals by others that the person saw when asked; null when this is not known. */
  readonly approvalsSeen: number | null;
}

async function situationOf(connection: Queryable, { id, state }: Transaction) {
  const [last, request] = [
    await findLastMove(connection, id),
    await findSubmissionFacts(connection, id),
  ];
  return { state, lastTrigger: last?.trigger ?? null, sentAt: request?.sent_at ?? null };
}

async function repeatedApproval(
  connection: Queryable,
  { staffId }: Decider,
  transaction: Transaction,
): Promise<Decided> {
  const { id, state } = transaction;
  const approvals = await listApprovals(connection, id);
  const hasApproved = approvals.some(
    ({ staff_id, decision }) => staff_id === staffId && decision === 'approve',
  );
  return hasApproved && state !== 'failed'
    ? { kind: 'already_done', transaction }
    : { kind: 'conflict', state };
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

/**
 * Cancels an approved withdrawal that no provider has been given yet. Sending commits under the
 * lock of the same row, so that of the two only one happens.
 */
export function cancelWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  reason: string,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    if (transaction.state === 'approved') {
      // It may have been sent after the moment that was restored.
      if ((await findQuarantine(connection)) !== null)
        return { kind: 'forbidden', why: 'quarantined' };
      await stopSubmissions(connection, [id]);
      return { kind: 'move', action: 'withdrawal.cancel', triggers: ['cancelled'], reason };
    }
    return repeatOrConflict(connection, decider, transaction, 'cancelled');
  });
}
