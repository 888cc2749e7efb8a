import type { StaffRole } from '../../domain/access/staff-role.ts';
import type { Queryable } from '../client.ts';

export interface StaffRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly password_hash: string;
  readonly must_change_password: boolean;
  /** Perhaps sealed; an unconfirmed secret does not count. */
  readonly totp_secret: string | null;
  readonly totp_confirmed_at: Date | null;
  /** An authenticator app or a passkey. */
  readonly has_second_factor: boolean;
  /** False while the account counts as the person who made or reset it. */
  readonly is_vouched: boolean;
  /** Signs what browsers keep after a sign-in of this person. */
  readonly browser_key: Buffer;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
}

/** The columns of a StaffRow, of the table `staff` under this name. */
export function staffColumns(staff: string): string {
  const own = ['id', 'email', 'name', 'role', 'password_hash', 'must_change_password']
    .concat(['totp_secret', 'totp_confirmed_at', 'browser_key', 'disabled_at', 'created_at'])
    .map((column) => `${staff}.${column}`);
  return `${own.join(', ')},
    ${staff}.totp_confirmed_at is not null
      or exists (select from passkeys p where p.staff_id = ${staff}.id) as has_second_factor,
    ${staff}.credentials_by is null or ${staff}.vouched_by is not null as is_vouched`;
}

const COLUMNS = staffColumns('staff');

/** The database converts to lower case, so that its constraint and our search always agree. */
export async function findStaffByEmail(
  database: Queryable,
  email: string,
): Promise<StaffRow | null> {
  const [row] = await database.query<StaffRow>({
    text: `select ${COLUMNS} from staff where email = lower($1)`,
    values: [email],
    trusts: { staff: 'staff' },
  });
  return row ?? null;
}

export function listStaff(database: Queryable): Promise<StaffRow[]> {
  return database.query<StaffRow>({
    text: `select ${COLUMNS} from staff order by created_at, id`,
  });
}

export async function countStaff(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: 'select count(*) as count from staff',
  });
  return row?.count ?? 0;
}

/** A temporary password, and who gave it (`null` for the command line). */
export interface GivenCredentials {
  readonly passwordHash: string;
  readonly givenBy: string | null;
}

/** `null` if the email is taken. */
export async function insertStaff(
  connection: Queryable,
  staff: Pick<StaffRow, 'id' | 'email' | 'name' | 'role'> & GivenCredentials,
): Promise<StaffRow | null> {
  const [row] = await connection.query<StaffRow>({
    text: `insert into staff (id, email, name, role, password_hash, created_at, credentials_by,
                              credentials_at)
           values ($1, lower($2), $3, $4, $5, app_now(), $6, app_now())
           on conflict (email) do nothing returning ${COLUMNS}`,
    values: [staff.id, staff.email, staff.name, staff.role, staff.passwordHash, staff.givenBy],
    changes: [{ table: 'staff', where: 'id = $1', values: [staff.id] }],
  });
  return row ?? null;
}

/** Keeps the row as it is until the caller's database transaction ends. */
export async function lockStaff(connection: Queryable, id: string): Promise<StaffRow | null> {
  const [row] = await connection.query<StaffRow>({
    text: `select ${COLUMNS} from staff where id = $1 for update`,
    values: [id],
    trusts: { staff: 'staff' },
  });
  return row ?? null;
}

/**
 * Locks all who can give access, always in the same order: if two administrators demote each other
 * at the same moment, one waits for the other.
 */
export async function lockAdministrators(connection: Queryable): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select id from staff where role = 'admin' and disabled_at is null
           order by id for update`,
    trusts: { staff: 'staff' },
  });
  return rows.map(({ id }) => id);
}

/** As the audit log names people, whether or not they still have access. */
export async function findStaffName(connection: Queryable, id: string): Promise<string> {
  const [row] = await connection.query<{ readonly name: string }>({
    text: `select name || ' <' || email || '>' as name from staff where id = $1`,
    values: [id],
  });
  return row?.name ?? id;
}

/** The role of a person who is not locked out. */
export async function findRole(connection: Queryable, id: string): Promise<StaffRole | null> {
  const [row] = await connection.query<{ readonly role: StaffRole }>({
    text: 'select role from staff where id = $1 and disabled_at is null',
    values: [id],
    trusts: { staff: 'staff' },
  });
  return row?.role ?? null;
}

/** A maker for whom no other person vouched still knows the password, so the account stays theirs. */
const IS_NO_MAKERS = '(credentials_by is null or vouched_by is not null)';

const IS_LET_IN = `disabled_at is not null and not $3 and ${IS_NO_MAKERS}`;

export async function updateAccess(
  connection: Queryable,
  staff: {
    readonly id: string;
    readonly role: StaffRole;
    readonly disabled: boolean;
    /** Who lets the person in again, or `null` for the command line. */
    readonly changedBy: string | null;
  },
): Promise<void> {
  await connection.query({
    text: `update staff
           set role = $2,
               disabled_at = case when $3 then coalesce(disabled_at, app_now()) end,
               credentials_by = case when ${IS_LET_IN} then $4::uuid else credentials_by end,
               vouched_by = case when ${IS_LET_IN} then null else vouched_by end
           where id = $1`,
    values: [staff.id, staff.role, staff.disabled, staff.changedBy],
    changes: [{ table: 'staff', where: 'id = $1', values: [staff.id] }],
  });
}

export async function updatePassword(
  connection: Queryable,
  staff: { readonly id: string; readonly passwordHash: string },
): Promise<void> {
  await connection.query({
    text: 'update staff set password_hash = $2, must_change_password = false where id = $1',
    values: [staff.id, staff.passwordHash],
    changes: [{ table: 'staff', where: 'id = $1', values: [staff.id] }],
  });
}

/**
 * A password for one sign-in. A second factor stays, and its owner alone has it; without one the
 * person who gave the password could use the account, so it counts as made anew.
 */
export async function resetPassword(
  connection: Queryable,
  staff: { readonly id: string } & GivenCredentials,
): Promise<void> {
  const hasFactor = `(totp_confirmed_at is not null
                   or exists (select from passkeys p where p.staff_id = staff.id))`;
  await connection.query({
    text: `with forgotten as (delete from password_attempts where staff_id = $1)
           update staff
           set password_hash = $2, must_change_password = true, credentials_at = app_now(),
               failed_sign_ins = 0, locked_until = null,
               credentials_by = case when ${hasFactor} then credentials_by else $3::uuid end,
               vouched_by = case when ${hasFactor} then vouched_by end
           where id = $1`,
    values: [staff.id, staff.passwordHash, staff.givenBy],
    changes: [{ table: 'staff', where: 'id = $1', values: [staff.id] }],
  });
}

/**
 * Leaves no second factor and no recovery code. The account then counts as that of the person who
 * removed them, unless its maker still knows the password.
 */
export async function removeFactors(
  connection: Queryable,
  staff: { readonly id: string; readonly removedBy: string | null },
): Promise<void> {
  await connection.query({
    text: `with no_passkeys as (delete from passkeys where staff_id = $1)
           update staff
           set totp_secret = null, totp_confirmed_at = null, totp_last_step = 0,
               recovery_hashes = '{}', failed_sign_ins = 0, locked_until = null,
               credentials_by = case when ${IS_NO_MAKERS} then $2::uuid else credentials_by end,
               vouched_by = null
           where id = $1`,
    values: [staff.id, staff.removedBy],
    changes: [
      { table: 'staff', where: 'id = $1', values: [staff.id] },
      { table: 'passkeys', where: 'staff_id = $1', values: [staff.id] },
    ],
  });
}

/** No browser counts as one in which this person has signed in. */
export async function forgetBrowsers(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: 'update staff set browser_key = default where id = $1',
    values: [id],
  });
}

/** Records that a person knows whose account it is. */
export async function vouchForStaff(
  connection: Queryable,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<void> {
  await connection.query({
    text: 'update staff set vouched_by = $2 where id = $1',
    values: [id, by],
    changes: [{ table: 'staff', where: 'id = $1', values: [id] }],
  });
}

/** Whether a temporary password was not changed in time. */
export async function isOneTimePasswordOverdue(
  database: Queryable,
  wanted: { readonly id: string; readonly hours: number },
): Promise<boolean> {
  const rows = await database.query({
    text: `select id from staff
           where id = $1 and must_change_password
             and credentials_at <= app_now() - $2 * interval '1 hour'`,
    values: [wanted.id, wanted.hours],
  });
  return rows.length > 0;
}
