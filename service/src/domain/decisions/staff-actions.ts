import type { AgreedDecision } from '../access/agreement.ts';
import { includesRole, type StaffRole } from '../access/staff-role.ts';
import type { CollectionMode, Direction } from '../payment-kinds.ts';
import { isCompletable } from '../receipts/matching.ts';
import type { State } from '../transactions/transaction.ts';

export const STAFF_ACTIONS = [
  'approve',
  'reject',
  'cancel',
  'confirm',
  'refuse',
  'complete',
  'ask_provider',
  'replay_webhook',
  'simulate',
] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

/** Why a person may not: the wrong state, a role that only reads, or another person is needed. */
export const ACTION_REFUSALS = [
  'state',
  'role',
  'created_by_you',
  'approved_by_you',
  'decided_by_you',
] as const;
export type ActionRefusal = (typeof ACTION_REFUSALS)[number];

export interface JudgedAction {
  readonly action: StaffAction;
  /** `null` if the person may do it. */
  readonly refusal: ActionRefusal | null;
}

/** The person who views a transaction. */
interface Person {
  readonly role: StaffRole;
  /** What they have already agreed to, for its present version: agreeing again would do nothing. */
  readonly agreedTo: readonly AgreedDecision[];
  /** They created the payout, so another person has to approve it. */
  readonly isMaker: boolean;
}

interface Situation extends ApprovalSituation {
  readonly direction: Direction;
  readonly collectionMode: CollectionMode | null;
  readonly hasCallbackUrl: boolean;
  readonly isSandbox: boolean;
}

type Rule = (situation: Situation) => boolean;

/**
 * Whether a withdrawal waits for approval: a new one, or one whose approval has lapsed. One that
 * was ever sent is never approved anew, since money may have left.
 */
export function isApprovable({ state, lastTrigger, sentAt }: ApprovalSituation): boolean {
  if (state === 'pending_approval') return true;
  const isLapsed = state === 'requires_manual_resolution' && lastTrigger === 'approval_lapsed';
  return isLapsed && sentAt === null;
}

interface ApprovalSituation {
  readonly state: State;
  /** What caused the last move. */
  readonly lastTrigger: string | null;
  /** When its request was sent to a provider. */
  readonly sentAt: Date | null;
}

/** When each action makes sense; the server checks again when the action is requested. */
const RULES: Readonly<Record<StaffAction, Rule>> = {
  approve: isApprovable,
  reject: ({ state }) => state === 'pending_approval',
  cancel: ({ state }) => state === 'approved',
  confirm: ({ state }) => state === 'requires_manual_resolution',
  refuse: ({ state }) => state === 'requires_manual_resolution',
  complete: isCompletable,
  ask_provider: ({ sentAt }) => sentAt !== null,
  replay_webhook: ({ state, hasCallbackUrl }) =>
    hasCallbackUrl && (state === 'succeeded' || state === 'failed'),
  simulate: ({ isSandbox, state }) =>
    isSandbox && !['succeeded', 'failed', 'requires_manual_resolution'].includes(state),
};

/** Every staff action on a transaction, and why this person may not do it. */
export function judgeActions(person: Person, situation: Situation): readonly JudgedAction[] {
  return STAFF_ACTIONS.map((action) => ({
    action,
    refusal: findRefusal(action, person, situation),
  }));
}

function findRefusal(
  action: StaffAction,
  { role, agreedTo, isMaker }: Person,
  situation: Situation,
): ActionRefusal | null {
  if (!RULES[action](situation)) return 'state';
  if (!includesRole(role, 'agent')) return 'role';
  if (action === 'approve' && isMaker) return 'created_by_you';
  const agreed = AGREED_BY[action];
  if (agreed === undefined || !agreedTo.includes(agreed)) return null;
  return agreed === 'approve' ? 'approved_by_you' : 'decided_by_you';
}

/** The decisions that may take a second person. */
const AGREED_BY: Readonly<Partial<Record<StaffAction, AgreedDecision>>> = {
  approve: 'approve',
  reject: 'reject',
  confirm: 'confirm',
  refuse: 'reject',
};
