import { appendAudit } from '../../db/access/audit.ts';
import {
  findStaffByEmail,
  isOneTimePasswordOverdue,
  type StaffRow,
} from '../../db/access/staff.ts';
import { type AccessServices, ONE_TIME_PASSWORD_HOURS } from './access-services.ts';
import { type Actor } from './actor.ts';
import { type FailedAttempt, judgePassword, judgeStranger } from './attempts.ts';
import type { Visitor } from './known-browsers.ts';
import { endReplaced, nothingChanged, openSession } from './sessions.ts';

export interface SignInRequest extends Visitor {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string | null;
  /** The token of the session that the browser had until now. */
  readonly replaces: string | null;
}

export type SignIn =
  | { readonly kind: 'opened'; readonly token: string }
  | { readonly kind: 'one_time_password_over' }
  | FailedAttempt;

/**
 * Opens a session for a person who knows the password. What the session may do depends on what is
 * left to do, such as the second factor.
 */
export async function signIn(access: AccessServices, request: SignInRequest): Promise<SignIn> {
  const { password, ip } = request;
  const email = request.email.trim();
  const staff = await findStaffByEmail(access.database, email);
  // A disabled person gets the same answer as a stranger.
  if (staff === null || staff.disabled_at !== null) {
    const attempt = await judgeStranger(access, { email: email.toLowerCase(), ip }, password);
    return attempt.kind === 'right' ? { kind: 'wrong' } : attempt;
  }
  const attempt = await judgePassword(access, { ...request, staff }, () =>
    access.passwords.verify(password, staff.password_hash),
  );
  if (attempt.kind !== 'right') return attempt;
  const { id } = staff;
  // Only a person who knows the password learns that it has expired.
  if (await isOneTimePasswordOverdue(access.database, { id, hours: ONE_TIME_PASSWORD_HOURS })) {
    return { kind: 'one_time_password_over' };
  }
  return open(access, staff, request);
}

function open(
  { database, sessionHours: hours }: AccessServices,
  staff: StaffRow,
  { ip, userAgent, replaces }: SignInRequest,
): Promise<SignIn> {
  return database.atomically(async (connection) => {
    const person = { staffId: staff.id, ip, userAgent };
    if (replaces !== null) await endReplaced(connection, replaces);
    const { token } = await openSession(connection, {
      ...person,
      kind: 'browser',
      label: null,
      role: null,
      hours,
    });
    await appendAudit(connection, {
      ...auditActorOf(staff, ip),
      ...nothingChanged(staff),
      action: 'staff.sign_in',
    });
    return { kind: 'opened', token };
  });
}

/** How a person appears in the audit log. */
export function auditActorOf(
  { id, name, email }: Pick<StaffRow, 'id' | 'name' | 'email'>,
  ip: string,
): Actor {
  return { actor: `${name} <${email}>`, actorId: id, ip };
}
