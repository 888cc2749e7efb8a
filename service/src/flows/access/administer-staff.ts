import { randomUUIDv7 } from 'node:crypto';
import { type ChangeRow, listUnvouched } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import {
  countStaff,
  forgetBrowsers,
  insertStaff,
  lockAdministrators,
  lockStaff,
  removeFactors,
  resetPassword,
  type StaffRow,
  updateAccess,
  vouchForStaff,
} from '../../db/access/staff.ts';
import { revokeSessionsOf } from '../../db/access/staff-sessions.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { changesAdministrators } from '../../domain/access/agreement.ts';
import type { AuditAction } from '../../domain/access/audit-action.ts';
import { isAsBefore } from '../../domain/access/changed-values.ts';
import { countIndependent } from '../../domain/access/independent-people.ts';
import type { StaffRole } from '../../domain/access/staff-role.ts';
import {
  type AccessRefusal,
  findAccessRefusal,
  type Reset,
  type StaffAccess,
} from '../../domain/access/staff-session.ts';
import { createOneTimePassword, type Passwords } from '../../signing/password.ts';
import { type Actor, COMMAND_LINE } from './actor.ts';
import { ONE_PERSON, type PolicySource } from './policy.ts';
import { askForChange, needsOfChange, type Waiting } from './seek-agreement.ts';

export interface StaffDeps {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly policy: Pick<PolicySource, 'within'>;
}

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
}

export type StaffAdded =
  | {
      readonly kind: 'added';
      readonly staff: StaffRow;
      readonly oneTimePassword: string;
      /** A new administrator is a viewer until a second person approves. */
      readonly waiting: Waiting | null;
    }
  | { readonly kind: 'email_taken' };

/** Adds a person. The password is shown once and has to be changed at the first sign-in. */
export async function addStaff(
  { database, passwords, policy }: StaffDeps,
  actor: Actor,
  { email, name, role: wantedRole }: NewStaff,
): Promise<StaffAdded> {
  const oneTimePassword = createOneTimePassword();
  const passwordHash = await passwords.hash(oneTimePassword);
  const id = randomUUIDv7();
  return database.atomically(async (connection) => {
    const isSensitive = wantedRole === 'admin';
    const { people } = await needsOfChange(connection, policy, actor, {
      kind: 'staff',
      isSensitive,
    });
    const role = people === 2 ? 'viewer' : wantedRole;
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
    const before: StaffAccess = { role, disabled: false };
    const after: StaffAccess = { role: wantedRole, disabled: false };
    const waiting = await askForChange(connection, policy, actor, {
      kind: 'staff',
      subjectId: id,
      isSensitive,
      before: { ...before },
      after: { ...after },
      reason: null,
    });
    return { kind: 'added', staff, oneTimePassword, waiting };
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
  | { readonly kind: 'refused'; readonly refusal: AccessRefusal }
  | Waiting;

/**
 * Changes what a person may do, from their next request; a disabled person has no rights. Making a
 * person an administrator, or taking that from another one, waits for a second person.
 */
export function changeStaff(
  { database, policy }: Pick<StaffDeps, 'database' | 'policy'>,
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
    const { reason } = change;
    const waiting = await askForChange(connection, policy, actor, {
      kind: 'staff',
      subjectId: id,
      isSensitive: changesAdministrators(before, after),
      before: { ...before },
      after: { ...after },
      reason,
    });
    if (waiting !== null) return waiting;
    await writeAccess(connection, actor, { id, before, after, reason });
    const changed = await lockStaff(connection, id);
    return changed === null ? { kind: 'not_found' } : { kind: 'changed', staff: changed };
  });
}

/** Makes a change that a second person has approved, if the person has not changed since. */
export async function applyStaffChange(
  connection: Queryable,
  actor: Actor,
  { subject_id: id, before, after, reason }: ChangeRow,
): Promise<'applied' | 'overtaken'> {
  const staff = await lockStaff(connection, id);
  if (staff === null) return 'overtaken';
  const now: StaffAccess = { role: staff.role, disabled: staff.disabled_at !== null };
  if (!isAsBefore(before, { ...now })) return 'overtaken';
  const wanted: StaffAccess = { ...now, ...(after as Partial<StaffAccess>) };
  // By now this may be the last administrator: `momo` approves without another one.
  const others = (await lockAdministrators(connection)).filter((one) => one !== id).length;
  const change = { before: now, after: wanted, isOwn: false, otherAdmins: others };
  if (findAccessRefusal(change) !== null) return 'overtaken';
  await writeAccess(connection, actor, { id, before: now, after: wanted, reason });
  return 'applied';
}

async function writeAccess(
  connection: Queryable,
  actor: Actor,
  change: {
    readonly id: string;
    readonly before: StaffAccess;
    readonly after: StaffAccess;
    readonly reason: string | null;
  },
): Promise<void> {
  const { id, before, after, reason } = change;
  await updateAccess(connection, { id, ...after, changedBy: actor.actorId });
  if (after.disabled) {
    await revokeSessionsOf(connection, { staffId: id, kinds: ['browser', 'script'] });
  }
  const what = { action: 'staff.change', subject: `staff:${id}` } as const;
  await appendAudit(connection, { ...actor, ...what, before, after, reason });
}

const RESET_ACTIONS = {
  password: 'staff.reset_password',
  factors: 'staff.reset_factors',
  sessions: 'staff.end_sessions',
} as const satisfies Record<Reset, AuditAction>;

export type ResetDone =
  | {
      readonly kind: 'reset';
      /** Of a reset password, or of factors whose owner had a temporary one. */
      readonly oneTimePassword: string | null;
    }
  | { readonly kind: 'not_found' };

/** For a forgotten password, for a lost phone, or for a browser that was left open. */
export async function resetStaff(
  { database, passwords }: Pick<StaffDeps, 'database' | 'passwords'>,
  actor: Actor,
  {
    id,
    what,
    reason,
  }: { readonly id: string; readonly what: Reset; readonly reason: string | null },
): Promise<ResetDone> {
  const created = what === 'sessions' ? null : createOneTimePassword();
  const passwordHash = created && (await passwords.hash(created));
  return database.atomically(async (connection) => {
    const staff = await lockStaff(connection, id);
    if (staff === null) return { kind: 'not_found' };
    if (what === 'factors') await removeFactors(connection, { id, removedBy: actor.actorId });
    // Who gave a temporary password could sign in with it, with no factor behind it any more.
    const givesPassword = what === 'password' || staff.must_change_password;
    const oneTimePassword = givesPassword ? created : null;
    if (passwordHash !== null && oneTimePassword !== null) {
      await resetPassword(connection, { id, passwordHash, givenBy: actor.actorId });
    }
    await revokeSessionsOf(connection, { staffId: id, kinds: ['browser', 'script'] });
    await forgetBrowsers(connection, id);
    await appendAudit(connection, {
      ...actor,
      action: RESET_ACTIONS[what],
      subject: `staff:${id}`,
      before: { second_factor: staff.has_second_factor },
      after: { second_factor: staff.has_second_factor && what !== 'factors' },
      reason,
    });
    return { kind: 'reset', oneTimePassword };
  });
}

export type Vouched = 'done' | 'not_found' | 'set_up_by_approver';

/** An administrator, or `momo`, says that the account is that of another person than its maker. */
export function vouchForPerson(
  { database }: Pick<StaffDeps, 'database'>,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Vouched> {
  return database.atomically(async (connection) => {
    const staff = await lockStaff(connection, id);
    if (staff === null) return 'not_found';
    if (staff.is_vouched) return 'done';
    if (!(await mayVouch(connection, actor, id))) return 'set_up_by_approver';
    await vouchForStaff(connection, { id, by: actor.actor });
    const what = { action: 'staff.vouch', subject: `staff:${id}` } as const;
    const [before, after] = [{ is_vouched: false }, { is_vouched: true }];
    await appendAudit(connection, { ...actor, ...what, before, after, reason });
    return 'done';
  });
}

/** Whether the actor is another person than the one behind an account. */
export async function mayVouch(
  connection: Queryable,
  { actorId }: Actor,
  account: string,
): Promise<boolean> {
  if (actorId === null) return true;
  return countIndependent([actorId, account], await listUnvouched(connection)) === 2;
}

const FIRST_ADMINISTRATOR_EMAIL = 'admin@localhost';

export interface FirstAdministrator {
  readonly email: string;
  readonly oneTimePassword: string;
}

/**
 * A new installation needs one person who can sign in. Returns `null` if there are people already,
 * or if another process was faster.
 */
export async function ensureFirstAdministrator(
  deps: Pick<StaffDeps, 'database' | 'passwords'>,
): Promise<FirstAdministrator | null> {
  if ((await countStaff(deps.database)) > 0) return null;
  const email = FIRST_ADMINISTRATOR_EMAIL;
  const person = { email, name: 'Administrator', role: 'admin' } as const;
  const added = await addStaff({ ...deps, policy: ONE_PERSON }, COMMAND_LINE, person);
  return added.kind === 'added' ? { email, oneTimePassword: added.oneTimePassword } : null;
}
