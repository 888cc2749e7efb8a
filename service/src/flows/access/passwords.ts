import { listApplications } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { type StaffRow, updatePassword } from '../../db/access/staff.ts';
import { restartSession, revokeSessionsOf } from '../../db/access/staff-sessions.ts';
import type { Queryable } from '../../db/client.ts';
import { OPERATOR_LIST } from '../../domain/operators/operators.ts';
import { findGuessable, type Guessable } from '../../signing/password-guesses.ts';
import type { AccessServices } from './access-services.ts';
import { type FailedAttempt, judgePassword } from './attempts.ts';
import type { Visitor } from './known-browsers.ts';
import { nothingChanged, rotateToken, type StaffSession } from './sessions.ts';
import { auditActorOf } from './sign-in.ts';

export type PasswordChange =
  | { readonly kind: 'changed'; readonly token: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'guessable'; readonly why: Guessable }
  | FailedAttempt;

/** Sets a new password for a person who knows the present one, and ends all other sessions. */
export async function changePassword(
  access: AccessServices,
  { row, status }: StaffSession,
  given: Visitor & {
    /** `null` right after a sign-in with a temporary password, which the session has proved. */
    readonly current: string | null;
    readonly chosen: string;
    /** Tokens of scripts end with the password that was there when they were made. */
    readonly keepsTokens: boolean;
    /** The names under which the console is reached. */
    readonly hosts: readonly string[];
  },
): Promise<PasswordChange> {
  const { database, passwords } = access;
  const { current, chosen, ip } = given;
  if (current !== null || status !== 'password_change_required') {
    const attempt = await judgePassword(access, { ...given, staff: row }, () =>
      passwords.verify(current ?? '', row.password_hash),
    );
    if (attempt.kind !== 'right') return attempt;
  }
  // A temporary password that another person has seen would stay in use.
  if (await passwords.verify(chosen, row.password_hash)) return { kind: 'unchanged' };
  const ownWords = await listOwnWords(database, row, given.hosts);
  const why = await findGuessable({ password: chosen, ownWords });
  if (why !== null) return { kind: 'guessable', why };
  const passwordHash = await passwords.hash(chosen);
  return database.atomically(async (connection) => {
    await updatePassword(connection, { id: row.id, passwordHash });
    await revokeSessionsOf(connection, {
      staffId: row.id,
      kinds: given.keepsTokens ? ['browser'] : ['browser', 'script'],
      except: row.token_hash,
    });
    await restartSession(connection, row.token_hash);
    const token = await rotateToken(connection, row.token_hash);
    await appendAudit(connection, {
      ...auditActorOf(row, ip),
      ...nothingChanged(row),
      action: 'staff.change_password',
      after: given.keepsTokens ? { keep_tokens: true } : null,
    });
    return { kind: 'changed', token };
  });
}

const SERVICE_WORDS = ['mobile', 'money', 'momo', 'cameroun', 'cameroon', 'douala', 'yaounde'];

/** What an attacker who knows the installation tries first. */
async function listOwnWords(
  database: Queryable,
  { name, email }: Pick<StaffRow, 'name' | 'email'>,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const applications = await listApplications(database);
  const names = [name, email, ...hosts, ...applications.map((application) => application.name)];
  const parts = names.flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)]);
  const operators = OPERATOR_LIST.map((operator) => operator.name);
  return [...parts, ...operators, ...SERVICE_WORDS].filter((word) => word.length >= 3);
}
