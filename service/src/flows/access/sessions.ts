import { hash, randomBytes } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import { findStaffByEmail, forgetBrowsers, type StaffRow } from '../../db/access/staff.ts';
import {
  findSession,
  insertSession,
  replaceToken,
  revokeOwnSession,
  revokeSession,
  revokeSessionsOf,
  type SessionKind,
  type SessionRow,
  touchSession,
} from '../../db/access/staff-sessions.ts';
import type { Queryable } from '../../db/client.ts';
import { includesRole, roleOfToken, type StaffRole } from '../../domain/access/staff-role.ts';
import {
  isFresh,
  MAX_TOKEN_HOURS,
  type SessionStatus,
  sessionStatus,
} from '../../domain/access/staff-session.ts';
import { assert } from '../../domain/assert.ts';
import type { AccessServices } from './access-services.ts';
import type { Actor } from './actor.ts';

/** A session with its person, as found for one request. */
export interface StaffSession {
  readonly row: SessionRow;
  readonly status: SessionStatus;
  /** Whether a factor of the account was given within the last minutes. */
  readonly isFresh: boolean;
}

/** The session of a token, or `null` if it is unknown, expired, revoked or idle for too long. */
export async function identify(
  access: AccessServices,
  wanted: {
    readonly token: string;
    readonly kind: SessionKind;
    /** A screen that refreshes by itself does not prove that a person is there. */
    readonly isBackground: boolean;
  },
): Promise<StaffSession | null> {
  const { database, environment } = access;
  const tokenHash = hashToken(wanted.token);
  const found = await findKnownSession(access, tokenHash, wanted.kind);
  if (found === null) return null;
  const { role: ofPerson, token_role: ofToken } = found;
  const row = { ...found, role: ofToken === null ? ofPerson : roleOfToken(ofPerson, ofToken) };
  if (!wanted.isBackground) await touchSession(database, tokenHash);
  const { has_second_factor: isEnrolled, second_factor_at: secondFactorAt } = row;
  const status = sessionStatus({
    kind: row.kind,
    isEnrolled,
    hasGivenSecondFactor: secondFactorAt !== null,
    mustChangePassword: row.must_change_password,
    mustEnrol: environment === 'live',
  });
  const given = { isEnrolled, secondFactorAt, passwordAt: row.password_at, at: row.now };
  return { row, status, isFresh: isFresh(given) };
}

/** A token that anybody may have made up is not looked for where people who are signed in wait. */
async function findKnownSession(
  { database, strangers, knownTokens, idleMinutes }: AccessServices,
  tokenHash: Buffer,
  kind: SessionKind,
): Promise<SessionRow | null> {
  const known = tokenHash.toString('base64');
  const reads = knownTokens.has(known) ? database : strangers;
  const found = await findSession(reads, { tokenHash, kind, idleMinutes });
  if (found === null) knownTokens.delete(known);
  else {
    if (knownTokens.size >= MAX_KNOWN_TOKENS) knownTokens.clear();
    knownTokens.add(known);
  }
  return found;
}

const MAX_KNOWN_TOKENS = 10_000;

/** Starts a session and returns its token; only its hash is stored. */
export async function openSession(
  connection: Queryable,
  session: {
    readonly staffId: string;
    readonly kind: SessionKind;
    readonly label: string | null;
    readonly role: StaffRole | null;
    readonly hours: number;
    readonly ip: string | null;
    readonly userAgent: string | null;
  },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = createToken();
  const stored = await insertSession(connection, { ...session, tokenHash: hashToken(token) });
  return { token, ...stored };
}

/** A browser has one session: the one that it had ends with the next sign-in. */
export function endReplaced(connection: Queryable, token: string): Promise<void> {
  return revokeSession(connection, hashToken(token));
}

/** A session that has gained rights continues under a new token. */
export async function rotateToken(connection: Queryable, tokenHash: Buffer): Promise<string> {
  const token = createToken();
  await replaceToken(connection, { tokenHash, newTokenHash: hashToken(token) });
  return token;
}

export async function signOut(
  { database }: AccessServices,
  actor: Actor,
  { row }: StaffSession,
  where: 'here' | 'everywhere',
): Promise<void> {
  await database.atomically(async (connection) => {
    if (where === 'here') {
      await revokeSession(connection, row.token_hash);
    } else {
      await revokeSessionsOf(connection, { staffId: row.id, kinds: ['browser', 'script'] });
      await forgetBrowsers(connection, row.id);
    }
    const action = where === 'here' ? 'staff.sign_out' : 'staff.sign_out_everywhere';
    await appendAudit(connection, { ...actor, ...nothingChanged(row), action });
  });
}

/** Ends one of a person's sessions on any device; `false` if none has this id. */
export function endSession(
  { database }: AccessServices,
  actor: Actor,
  { row }: StaffSession,
  id: string,
): Promise<boolean> {
  return database.atomically(async (connection) => {
    const ended = await revokeOwnSession(connection, { staffId: row.id, id });
    if (ended === null) return false;
    await appendAudit(connection, {
      ...actor,
      ...nothingChanged(row),
      action: 'staff.end_session',
      before: ended,
    });
    return true;
  });
}

export type IssuedToken =
  | { readonly kind: 'issued'; readonly token: string; readonly expiresAt: Date }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'role_not_had'; readonly role: StaffRole };

/** A bearer token with which a script acts as this person, with a role of its own. */
export async function issueScriptToken(
  { database }: Pick<AccessServices, 'database'>,
  actor: Actor,
  wanted: {
    readonly email: string;
    readonly role: StaffRole;
    readonly hours: number;
    readonly label: string | null;
  },
): Promise<IssuedToken> {
  const { email, role, hours, label } = wanted;
  assert(hours <= MAX_TOKEN_HOURS, 'a token that would live too long');
  const staff = await findStaffByEmail(database, email);
  if (staff === null || staff.disabled_at !== null) return { kind: 'not_found' };
  if (!includesRole(staff.role, role)) return { kind: 'role_not_had', role: staff.role };
  return database.atomically(async (connection) => {
    const person = { staffId: staff.id, ip: null, userAgent: null };
    const issued = await openSession(connection, { ...person, kind: 'script', label, role, hours });
    await appendAudit(connection, {
      ...actor,
      ...nothingChanged(staff),
      action: 'staff.token',
      after: { label, role, expires_at: issued.expiresAt },
    });
    return { kind: 'issued', ...issued };
  });
}

/** The parts of an audit entry about a person when nothing changed. */
export function nothingChanged({ id }: Pick<StaffRow, 'id'>) {
  return { subject: `staff:${id}`, before: null, after: null, reason: null } as const;
}

function createToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
