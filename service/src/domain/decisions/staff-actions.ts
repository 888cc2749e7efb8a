import { type StaffRole } from '../access/staff-role.ts';
import type { CollectionMode, Direction } from '../payment-kinds.ts';
import type { State } from '../transactions/transaction.ts';

export type StaffAction =
  | 'approve'
  | 'reject'
  | 'confirm'
  | 'refuse'
  | 'complete'
  | 'replay_webhook'
  | 'simulate';

interface Situation {
  readonly direction: Direction;
  readonly state: State;
  readonly collectionMode: CollectionMode | null;
  readonly hasCallbackUrl: boolean;
  readonly isSandbox: boolean;
}

type Rule = (situation: Situation) => boolean;

/** When each action makes sense; the server decides again when it is asked for. */
const RULES: Readonly<Record<StaffAction, Rule>> = {
  approve: ({ state }) => state === 'pending_approval',
  reject: ({ state }) => state === 'pending_approval',
  confirm: ({ state }) => state === 'requires_manual_resolution',
  refuse: ({ state }) => state === 'requires_manual_resolution',
  complete: ({ state, collectionMode }) =>
    collectionMode === 'customer_initiated' &&
    (state === 'pending' || state === 'expired' || state === 'requires_manual_resolution'),
  replay_webhook: ({ state, hasCallbackUrl }) =>
    hasCallbackUrl && (state === 'succeeded' || state === 'failed'),
  simulate: ({ isSandbox, state }) =>
    isSandbox && !['succeeded', 'failed', 'requires_manual_resolution'].includes(state),
};

/** What a person of this role may do with a transaction now. A viewer only looks. */
export function allowedActions(role: StaffRole, situation: Situation): readonly StaffAction[] {
  if (role === 'viewer') return [];
  return ACTIONS.filter((action) => RULES[action](situation));
}

const ACTIONS: readonly StaffAction[] = [
  'approve',
  'reject',
  'confirm',
  'refuse',
  'complete',
  'replay_webhook',
  'simulate',
];
