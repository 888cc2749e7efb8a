import { includesRole, type StaffRole } from './staff-role.ts';

export type SessionStatus =
  | 'signed_in'
  | 'second_factor_required'
  | 'enrolment_required'
  | 'password_change_required';

export interface SessionFacts {
  /** The person who runs the service makes a script's token, so no sign-in step is left. */
  readonly kind: 'browser' | 'script';
  readonly isEnrolled: boolean;
  readonly hasGivenSecondFactor: boolean;
  readonly mustChangePassword: boolean;
  readonly mustEnrol: boolean;
}

/** Which sign-in step a session has reached. Only the next step is allowed before `signed_in`. */
export function sessionStatus(facts: SessionFacts): SessionStatus {
  if (facts.kind === 'script') return 'signed_in';
  if (facts.isEnrolled && !facts.hasGivenSecondFactor) return 'second_factor_required';
  if (facts.mustChangePassword) return 'password_change_required';
  if (facts.mustEnrol && !facts.isEnrolled) return 'enrolment_required';
  return 'signed_in';
}

/** How long a factor that a person has given stays good for changing factors and sessions. */
const FRESH_MS = 5 * 60_000;

/**
 * Whether the person has just shown who they are: a screen that was left alone must not be enough
 * to add a factor or to end the sessions of its owner. The password counts only for an account
 * that has no second factor.
 */
export function isFresh(session: {
  readonly isEnrolled: boolean;
  readonly passwordAt: Date;
  readonly secondFactorAt: Date | null;
  readonly at: Date;
}): boolean {
  const givenAt = session.isEnrolled ? session.secondFactorAt : session.passwordAt;
  return givenAt !== null && session.at.getTime() - givenAt.getTime() <= FRESH_MS;
}

/** A script's token is one secret without a second factor, so it does not live for long. */
export const MAX_TOKEN_HOURS = 90 * 24;

/** What of a person's sign-in an administrator takes away; every session and token ends with it. */
export const RESETS = ['password', 'factors', 'sessions'] as const;

export type Reset = (typeof RESETS)[number];

export interface StaffAccess {
  readonly role: StaffRole;
  readonly disabled: boolean;
}

export type AccessRefusal = 'own_access' | 'last_admin';

/**
 * Whether a person's access may be changed. People cannot remove their own, and at least one person
 * must remain who can restore it.
 */
export function findAccessRefusal(change: {
  readonly before: StaffAccess;
  readonly after: StaffAccess;
  readonly isOwn: boolean;
  readonly otherAdmins: number;
}): AccessRefusal | null {
  const { before, after } = change;
  const isLess = after.disabled ? !before.disabled : !includesRole(after.role, before.role);
  if (change.isOwn && isLess) return 'own_access';
  const wasAdmin = before.role === 'admin' && !before.disabled;
  const isAdmin = after.role === 'admin' && !after.disabled;
  return wasAdmin && !isAdmin && change.otherAdmins === 0 ? 'last_admin' : null;
}
