import type { StaffRole } from './staff-role.ts';
import type { StaffAccess } from './staff-session.ts';

/** What waits for a second person: a change of a channel, of what somebody may do, or of the books. */
export const PENDING_CHANGE_KINDS = [
  'channel',
  'staff',
  'adjustment',
  'statement_line',
  'policy',
] as const;
export type PendingChangeKind = (typeof PENDING_CHANGE_KINDS)[number];

/** Who may ask for it; an administrator approves it. */
export const ASKING_ROLE = {
  channel: 'admin',
  staff: 'admin',
  adjustment: 'finance',
  statement_line: 'finance',
  policy: 'admin',
} as const satisfies Record<PendingChangeKind, StaffRole>;

export const PENDING_CHANGE_STATES = ['open', 'approved', 'withdrawn', 'expired'] as const;
export type PendingChangeState = (typeof PENDING_CHANGE_STATES)[number];

/** A weekend; what was asked for longer ago is asked for again. */
export const PENDING_CHANGE_HOURS = 72;

/** Whether somebody becomes an administrator by it: new, promoted or let in again. */
export function makesAdministrator(before: StaffAccess, after: StaffAccess): boolean {
  return isAdministrator(after) && !isAdministrator(before);
}

function isAdministrator({ role, disabled }: StaffAccess): boolean {
  return role === 'admin' && !disabled;
}

export type ChangedValues = Readonly<Record<string, string | number | boolean | null>>;

/** Whether everything that a change is about is still as it was when it was asked for. */
export function isAsBefore(before: ChangedValues, now: ChangedValues): boolean {
  return Object.entries(before).every(([name, value]) => value === now[name]);
}

/** Why a person may not be the second one. */
export type SecondPersonRefusal = 'own_change' | 'asker_gone' | 'not_independent';

export function findSecondPersonRefusal(people: {
  readonly askedBy: string;
  readonly decider: string;
  /** Whether whoever asked could still do so. */
  readonly mayAsk: boolean;
  /** How many people are behind the two accounts. */
  readonly independent: number;
}): SecondPersonRefusal | null {
  const { askedBy, decider, mayAsk, independent } = people;
  if (decider === askedBy) return 'own_change';
  if (!mayAsk) return 'asker_gone';
  return independent < 2 ? 'not_independent' : null;
}
