import type { StaffRole } from '../../domain/access/staff-role.ts';
import type { Queryable } from '../client.ts';
import { type StaffRow, staffColumns } from './staff.ts';

export type SessionKind = 'browser' | 'script';

export interface SessionRow extends StaffRow {
  readonly token_hash: Buffer;
  readonly kind: SessionKind;
  /** Of a script's token; `null` if it has that of its person. */
  readonly token_role: StaffRole | null;
  readonly second_factor_at: Date | null;
  /** When its person gave or chose the password last. */
  readonly password_at: Date;
  /** When the session was looked up, by the database's clock. */
  readonly now: Date;
}

/** A session that has not ended, was not revoked and is not idle for too long, with its person. */
export async function findSession(
  database: Queryable,
  wanted: {
    readonly tokenHash: Buffer;
    readonly kind: SessionKind;
    readonly idleMinutes: number;
  },
): Promise<SessionRow | null> {
  const [row] = await database.query<SessionRow>({
    name: 'find-staff-session',
    text: `select s.token_hash, s.kind, s.role as token_role, s.second_factor_at,
                  s.created_at as password_at,
                  app_now() as now,
                  ${staffColumns('m')}
           from staff_sessions s join staff m on m.id = s.staff_id
           where s.token_hash = $1 and s.kind = $2 and s.revoked_at is null
             and s.expires_at > app_now() and m.disabled_at is null
             -- A script runs unattended; only a screen can be left alone.
             and (s.kind = 'script' or s.last_seen_at > app_now() - $3 * interval '1 minute')`,
    values: [wanted.tokenHash, wanted.kind, wanted.idleMinutes],
    trusts: { staff_sessions: 's', staff: 'm' },
  });
  return row ?? null;
}

export async function insertSession(
  connection: Queryable,
  session: {
    readonly tokenHash: Buffer;
    readonly staffId: string;
    readonly kind: SessionKind;
    readonly label: string | null;
    readonly role: StaffRole | null;
    readonly hours: number;
    readonly ip: string | null;
    readonly userAgent: string | null;
  },
): Promise<{ readonly expiresAt: Date }> {
  const [row] = await connection.query<{ readonly expires_at: Date }>({
    text: `insert into staff_sessions (token_hash, staff_id, kind, label, role, created_at,
                                       last_seen_at, expires_at, ip, user_agent)
           values ($1, $2, $3, $4, $5, app_now(), app_now(), app_now() + $6 * interval '1 hour',
                   $7, $8)
           returning expires_at`,
    values: [
      session.tokenHash,
      session.staffId,
      session.kind,
      session.label,
      session.role,
      session.hours,
      session.ip,
      session.userAgent,
    ],
    changes: [{ table: 'staff_sessions', where: 'token_hash = $1', values: [session.tokenHash] }],
  });
  if (row === undefined) throw new Error('insert … returning gave no row');
  return { expiresAt: row.expires_at };
}

/** The session is in use. Written at most twice a minute: the time-out is counted in minutes. */
export async function touchSession(database: Queryable, tokenHash: Buffer): Promise<void> {
  await database.query({
    name: 'touch-staff-session',
    text: `update staff_sessions set last_seen_at = app_now()
           where token_hash = $1 and last_seen_at < app_now() - interval '30 seconds'`,
    values: [tokenHash],
  });
}

/** The session continues under another token, and the old token stops working. */
export async function replaceToken(
  connection: Queryable,
  change: { readonly tokenHash: Buffer; readonly newTokenHash: Buffer },
): Promise<void> {
  await connection.query({
    text: 'update staff_sessions set token_hash = $2 where token_hash = $1',
    values: [change.tokenHash, change.newTokenHash],
    changes: [
      {
        table: 'staff_sessions',
        where: 'token_hash in ($1, $2)',
        values: [change.tokenHash, change.newTokenHash],
      },
    ],
  });
}

/** The password was chosen anew: the session counts as opened with it now, and ends as before. */
export async function restartSession(connection: Queryable, tokenHash: Buffer): Promise<void> {
  await connection.query({
    text: 'update staff_sessions set created_at = app_now() where token_hash = $1',
    values: [tokenHash],
    changes: [{ table: 'staff_sessions', where: 'token_hash = $1', values: [tokenHash] }],
  });
}

export async function markSecondFactor(connection: Queryable, tokenHash: Buffer): Promise<void> {
  await connection.query({
    text: 'update staff_sessions set second_factor_at = app_now() where token_hash = $1',
    values: [tokenHash],
    changes: [{ table: 'staff_sessions', where: 'token_hash = $1', values: [tokenHash] }],
  });
}

export async function revokeSession(connection: Queryable, tokenHash: Buffer): Promise<void> {
  await connection.query({
    text: `update staff_sessions set revoked_at = app_now()
           where token_hash = $1 and revoked_at is null`,
    values: [tokenHash],
    changes: [{ table: 'staff_sessions', where: 'token_hash = $1', values: [tokenHash] }],
  });
}

/** Ends the sessions of these kinds, except one that may stay. */
export async function revokeSessionsOf(
  connection: Queryable,
  wanted: {
    readonly staffId: string;
    readonly kinds: readonly SessionKind[];
    readonly except?: Buffer;
  },
): Promise<void> {
  await connection.query({
    text: `update staff_sessions set revoked_at = app_now()
           where staff_id = $1 and kind = any($2::text[]) and revoked_at is null
             and token_hash is distinct from $3::bytea`,
    values: [wanted.staffId, wanted.kinds, wanted.except ?? null],
    changes: [{ table: 'staff_sessions', where: 'staff_id = $1', values: [wanted.staffId] }],
  });
}

export interface OwnSessionRow {
  /** The beginning of the hash of its token, which is no secret. */
  readonly id: string;
  readonly kind: SessionKind;
  readonly label: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly is_here: boolean;
}

const SESSION_ID = `left(encode(token_hash, 'hex'), 24)`;

/** The sessions of a person that would still be let in, the last used first. */
export function listSessions(
  database: Queryable,
  wanted: { readonly staffId: string; readonly here: Buffer; readonly idleMinutes: number },
): Promise<OwnSessionRow[]> {
  return database.query<OwnSessionRow>({
    text: `select ${SESSION_ID} as id, kind, label, created_at, last_seen_at, ip, user_agent,
                  token_hash = $2 as is_here
           from staff_sessions
           where staff_id = $1 and revoked_at is null and expires_at > app_now()
             and (kind = 'script' or last_seen_at > app_now() - $3 * interval '1 minute')
           order by last_seen_at desc, token_hash`,
    values: [wanted.staffId, wanted.here, wanted.idleMinutes],
  });
}

/** Returns what it ended; `null` if this person has no such session. */
export async function revokeOwnSession(
  connection: Queryable,
  session: { readonly staffId: string; readonly id: string },
): Promise<Pick<OwnSessionRow, 'kind' | 'label' | 'ip' | 'user_agent'> | null> {
  const [row] = await connection.query<Pick<OwnSessionRow, 'kind' | 'label' | 'ip' | 'user_agent'>>(
    {
      text: `update staff_sessions set revoked_at = app_now()
           where staff_id = $1 and revoked_at is null and ${SESSION_ID} = $2
           returning kind, label, ip, user_agent`,
      values: [session.staffId, session.id],
      changes: [{ table: 'staff_sessions', where: 'staff_id = $1', values: [session.staffId] }],
    },
  );
  return row ?? null;
}
