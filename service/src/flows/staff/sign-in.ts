import { appendAudit } from '../../db/audit.ts';
import { findStaffByEmail, type StaffRow } from '../../db/staff.ts';
import { deleteOldSessions } from '../../db/staff-sessions.ts';
import { type FailedAttempt, judgeAttempt, judgeStranger } from './attempts.ts';
import type { Actor, StaffDesk } from './desk.ts';
import { nothingChanged, openSession } from './sessions.ts';

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string | null;
}

export type SignIn = { readonly kind: 'opened'; readonly token: string } | FailedAttempt;

/**
 * Opens a session for whoever knows the password. What the session may do depends on the steps that
 * are left, such as the second factor.
 */
export async function signIn(desk: StaffDesk, request: SignInRequest): Promise<SignIn> {
  const { password, ip } = request;
  const email = request.email.trim();
  const staff = await findStaffByEmail(desk.database, email);
  // Somebody who was locked out by an administrator learns no more than a stranger does.
  if (staff === null || staff.disabled_at !== null) {
    return judgeStranger(desk, { email: email.toLowerCase(), ip }, password);
  }
  const attempt = await judgeAttempt(
    desk,
    { staff, ip },
    {
      check: () => desk.passwords.verify(password, staff.password_hash),
      whenRight: staff.totp_confirmed_at === null ? 'all_given' : 'more_to_come',
    },
  );
  return attempt.kind === 'right' ? open(desk, staff, request) : attempt;
}

function open(
  { database, sessionHours: hours }: StaffDesk,
  staff: StaffRow,
  { ip, userAgent }: SignInRequest,
): Promise<SignIn> {
  return database.atomically(async (connection) => {
    const person = { staffId: staff.id, ip, userAgent };
    await deleteOldSessions(connection);
    const { token } = await openSession(connection, {
      ...person,
      kind: 'browser',
      label: null,
      hours,
    });
    await appendAudit(connection, {
      ...actorOf(staff, ip),
      ...nothingChanged(staff),
      action: 'staff.sign_in',
    });
    return { kind: 'opened', token };
  });
}

/** How a person appears in the audit log. */
export function actorOf(
  { id, name, email }: Pick<StaffRow, 'id' | 'name' | 'email'>,
  ip: string,
): Actor {
  return { actor: `${name} <${email}>`, actorId: id, ip };
}
