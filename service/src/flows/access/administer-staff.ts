import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import {
  countStaff,
  insertStaff,
  lockAdministrators,
  lockStaff,
  resetCredentials,
  type StaffRow,
  updateAccess,
} from '../../db/access/staff.ts';
import { revokeSessionsOf } from '../../db/access/staff-sessions.ts';
import type { Database } from '../../db/client.ts';
import type { StaffRole } from '../../domain/access/staff-role.ts';
import {
  type AccessRefusal,
  findAccessRefusal,
  type StaffAccess,
} from '../../domain/access/staff-session.ts';
import { createOneTimePassword, type Passwords } from '../../signing/password.ts';
import { type Actor, COMMAND_LINE } from './actor.ts';

export interface StaffDeps {
  readonly database: Database;
  readonly passwords: Passwords;
}

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
}

export type Added =
  | { readonly kind: 'added'; readonly staff: StaffRow; readonly oneTimePassword: string }
  | { readonly kind: 'email_taken' };

/** Adds a person. The password is shown once and has to be changed at the first sign-in. */
export async function addStaff(
  { database, passwords }: StaffDeps,
  actor: Actor,
  { email, name, role }: NewStaff,
): Promise<Added> {
  const oneTimePassword = createOneTimePassword();
  const passwordHash = await passwords.hash(oneTimePassword);
  const id = randomUUIDv7();
  return database.atomically(async (connection) => {
    const person = { id, email, name, role };
    const givenBy = actor.actorId;
    const staff = await insertStaff(connection, { ...person, passwordHash, givenBy });
    if (staff === null) return { kind: 'email_taken' };
    await appendAudit(connection, {
      ...actor,
      action: 'staff.add',
      subject: `staff:${id}`,
      before: null,
      after: { email: staff.email, name, role },
      reason: null,
    });
    return { kind: 'added', staff, oneTimePassword };
  });
}

export interface AccessChange {
  readonly role: StaffRole | null;
  readonly disabled: boolean | null;
  readonly reason: string | null;
}

export type Changed =
  | { readonly kind: 'changed'; readonly staff: StaffRow }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'refused'; readonly refusal: AccessRefusal };

/**
 * Changes what a person may do. It applies from their next request; a disabled one has no rights.
 */
export function changeStaff(
  { database }: Pick<StaffDeps, 'database'>,
  actor: Actor,
  id: string,
  change: AccessChange,
): Promise<Changed> {
  return database.atomically(async (connection) => {
    const administrators = await lockAdministrators(connection);
    const staff = await lockStaff(connection, id);
    if (staff === null) return { kind: 'not_found' };
    const before: StaffAccess = { role: staff.role, disabled: staff.disabled_at !== null };
    const after: StaffAccess = {
      role: change.role ?? before.role,
      disabled: change.disabled ?? before.disabled,
    };
    const refusal = findAccessRefusal({
      before,
      after,
      isOwn: actor.actorId === id,
      otherAdmins: administrators.filter((one) => one !== id).length,
    });
    if (refusal !== null) return { kind: 'refused', refusal };
    await updateAccess(connection, { id, ...after });
    if (after.disabled) {
      await revokeSessionsOf(connection, { staffId: id, kinds: ['browser', 'script'] });
    }
    const { reason } = change;
    const what = { action: 'staff.change', subject: `staff:${id}` };
    await appendAudit(connection, { ...actor, ...what, before, after, reason });
    const changed = await lockStaff(connection, id);
    return changed === null ? { kind: 'not_found' } : { kind: 'changed', staff: changed };
  });
}

export type Reset =
  | { readonly kind: 'reset'; readonly oneTimePassword: string }
  | { readonly kind: 'not_found' };

/** For a person who lost their password or phone: both are reset, and all sessions end. */
export async function resetStaff(
  { database, passwords }: StaffDeps,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Reset> {
  const oneTimePassword = createOneTimePassword();
  const passwordHash = await passwords.hash(oneTimePassword);
  return database.atomically(async (connection) => {
    const staff = await lockStaff(connection, id);
    if (staff === null) return { kind: 'not_found' };
    await resetCredentials(connection, { id, passwordHash, givenBy: actor.actorId });
    await revokeSessionsOf(connection, { staffId: id, kinds: ['browser', 'script'] });
    await appendAudit(connection, {
      ...actor,
      action: 'staff.reset',
      subject: `staff:${id}`,
      before: { second_factor: staff.totp_confirmed_at !== null },
      after: { second_factor: false },
      reason,
    });
    return { kind: 'reset', oneTimePassword };
  });
}

export const FIRST_ADMINISTRATOR_EMAIL = 'admin@localhost';

export interface FirstAdministrator {
  readonly email: string;
  readonly oneTimePassword: string;
}

/**
 * A new installation needs one person who can sign in. Null when there are people already, or when
 * another process was faster.
 */
export async function ensureFirstAdministrator(
  deps: StaffDeps,
): Promise<FirstAdministrator | null> {
  if ((await countStaff(deps.database)) > 0) return null;
  const email = FIRST_ADMINISTRATOR_EMAIL;
  const person = { email, name: 'Administrator', role: 'admin' } as const;
  const added = await addStaff(deps, COMMAND_LINE, person);
  return added.kind === 'added' ? { email, oneTimePassword: added.oneTimePassword } : null;
}
