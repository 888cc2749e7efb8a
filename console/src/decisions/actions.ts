import type { Action, Role, State, TransactionDetail } from '../api/types.ts';
import type { Words } from '../words/words.tsx';

/** What staff decide in each state. The service has the last word in `allowed_actions`. */
export const DECISIONS_IN: Readonly<Record<State, readonly DecisionAction[]>> = {
  pending: [],
  provider_acknowledged: [],
  pending_approval: ['approve', 'reject'],
  approved: [],
  provider_submitted: [],
  succeeded: [],
  failed: [],
  expired: [],
  requires_manual_resolution: ['confirm', 'refuse'],
};

export type DecisionAction = Extract<Action, 'approve' | 'reject' | 'confirm' | 'refuse'>;

/** Null when the action is allowed, else the sentence that says why not. */
export function whyNot(
  action: Action,
  { transaction, me, words }: { transaction: TransactionDetail; me: Me; words: Words },
): string | null {
  const { whyNot: sentences } = words.actions;
  if (me.role === 'viewer') return sentences.role;
  // Approving twice would do nothing; it takes somebody else.
  const hasApproved = transaction.approvals.some((approval) => approval.staff_id === me.id);
  if (action === 'approve' && hasApproved && transaction.state === 'pending_approval') {
    return sentences.approvedByYou;
  }
  return transaction.allowed_actions.includes(action) ? null : sentences[action];
}

export interface Me {
  readonly id: string;
  readonly role: Role;
}

export function needsTwoPeople(amountXaf: number, thresholdXaf: number): boolean {
  return amountXaf > thresholdXaf;
}
