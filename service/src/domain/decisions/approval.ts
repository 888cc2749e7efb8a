import { includesRole, type StaffRole } from '../access/staff-role.ts';
import type { State, Transaction } from '../transactions/transaction.ts';

/** An approval counts only if the person who gave it may still approve now. */
export function mayApprove(person: {
  readonly role: StaffRole;
  readonly disabled: boolean;
}): boolean {
  return !person.disabled && includesRole(person.role, 'agent');
}

/**
 * Whether a person's yes counts for a transaction as it stands. While a decision waits, it does
 * when it was given for this version and is not too old; afterwards, when it was one of the last.
 */
export function countsFor(
  given: Given,
  asked: {
    readonly transaction: Pick<Transaction, 'state' | 'version'>;
    readonly since: Date;
    readonly approvals: readonly Given[];
  },
): boolean {
  const { state, version } = asked.transaction;
  if (!mayApprove(given)) return false;
  if (UNDECIDED.has(state)) {
    return given.version === version && given.at > asked.since;
  }
  return asked.approvals.every((other) => other.version <= given.version);
}

/** Deposits that have expired can still be completed. */
const UNDECIDED: ReadonlySet<State> = new Set([
  'pending_approval',
  'requires_manual_resolution',
  'pending',
  'expired',
]);

interface Given {
  readonly version: number;
  readonly at: Date;
  readonly role: StaffRole;
  readonly disabled: boolean;
}

/**
 * The smallest number of people behind some accounts. The person who set up an account could use
 * it, so all accounts that were set up by one person, directly or through others, count as one.
 */
export function countIndependent(
  accounts: readonly string[],
  setUps: readonly { readonly account: string; readonly set_up_by: string }[],
): number {
  const next = new Map<string, string>();
  const headOf = (id: string): string => {
    let head = id;
    for (let up = next.get(head); up !== undefined; up = next.get(head)) head = up;
    return head;
  };
  for (const { account, set_up_by } of setUps) {
    const [to, by] = [headOf(account), headOf(set_up_by)];
    // Two accounts that reset each other are one group already; another link would make a loop.
    if (to !== by) next.set(to, by);
  }
  return new Set(accounts.map(headOf)).size;
}

/**
 * Whether a withdrawal waits for approval: a new one, or one whose approval has lapsed. What was
 * ever sent is never approved anew, since money may have left.
 */
export function isApprovable({ state, lastTrigger, sentAt }: ApprovalSituation): boolean {
  if (state === 'pending_approval') return true;
  const isLapsed = state === 'requires_manual_resolution' && lastTrigger === 'approval_lapsed';
  return isLapsed && sentAt === null;
}

export interface ApprovalSituation {
  readonly state: State;
  /** What caused the last move. */
  readonly lastTrigger: string | null;
  /** When its request was sent to a provider. */
  readonly sentAt: Date | null;
}
