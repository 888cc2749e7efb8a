import { appendAudit } from '../../db/access/audit.ts';
import { updatePassword } from '../../db/access/staff.ts';
import { restartSession, revokeSessionsOf } from '../../db/access/staff-sessions.ts';
import type { AccessServices } from './access-services.ts';
import { type FailedAttempt, judgePassword } from './attempts.ts';
import { nothingChanged, rotateToken, type StaffSession } from './sessions.ts';
import { auditActorOf } from './sign-in.ts';

export type PasswordChange =
  | { readonly kind: 'changed'; readonly token: string }
  | { readonly kind: 'unchanged' }
  | FailedAttempt;

/** Sets a new password for a person who knows the present one, and signs out all other browsers. */
export async function changePassword(
  access: AccessServices,
  { row, status }: StaffSession,
  given: {
    /** `null` right after a sign-in with a temporary password, which the session has proved. */
    readonly current: string | null;
    readonly chosen: string;
    readonly ip: string;
  },
): Promise<PasswordChange> {
  const { database, passwords } = access;
  const { current, chosen, ip } = given;
  if (current !== null || status !== 'password_change_required') {
    const attempt = await judgePassword(access, { staff: row, ip }, () =>
      passwords.verify(current ?? '', row.password_hash),
    );
    if (attempt.kind !== 'right') return attempt;
  }
  // A temporary password that another person has seen would stay in use.
  if (await passwords.verify(chosen, row.password_hash)) return { kind: 'unchanged' };
  const passwordHash = await passwords.hash(chosen);
  return database.atomically(async (connection) => {
    await updatePassword(connection, { id: row.id, passwordHash });
    const kept = { staffId: row.id, kinds: ['browser'], except: row.token_hash } as const;
    await revokeSessionsOf(connection, kept);
    await restartSession(connection, row.token_hash);
    const token = await rotateToken(connection, row.token_hash);
    const action = 'staff.change_password';
    await appendAudit(connection, { ...auditActorOf(row, ip), ...nothingChanged(row), action });
    return { kind: 'changed', token };
  });
}
