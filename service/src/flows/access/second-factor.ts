import { Secret, TOTP } from 'otpauth';
import { appendAudit } from '../../db/access/audit.ts';
import { storeTotpSecret, useTotpStep } from '../../db/access/staff-attempts.ts';
import { markSecondFactor, type SessionRow } from '../../db/access/staff-sessions.ts';
import type { Queryable } from '../../db/client.ts';
import type { AuditAction } from '../../domain/access/audit-action.ts';
import { SECRET_PLACES } from '../../signing/sealed-text.ts';
import type { AccessServices } from './access-services.ts';
import { type FailedAttempt, judgeCode } from './attempts.ts';
import type { Visitor } from './known-browsers.ts';
import { nothingChanged, rotateToken, type StaffSession } from './sessions.ts';
import { auditActorOf } from './sign-in.ts';

const ISSUER = 'Mobile Money Payment Service';
/** 160 bits, the length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;

/** A new secret for an authenticator app, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code holds. */
export function toOtpauthUri(secret: string, email: string): string {
  return authenticator(secret, email).toString();
}

/**
 * The time window whose code this is, or `null`. The windows before and after are accepted too:
 * phones are slow to read and their clocks are not exact.
 */
export function findTotpStep(given: {
  readonly secret: string;
  readonly code: string;
  readonly at: Date;
}): number | null {
  const timestamp = given.at.getTime();
  const totp = authenticator(given.secret, '');
  const delta = totp.validate({ token: given.code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function authenticator(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS, digits: 6 });
}

export type Enrolment =
  | { readonly kind: 'begun'; readonly secret: string; readonly otpauthUri: string }
  | { readonly kind: 'already_enrolled' };

/** Makes a secret for an authenticator app. It takes effect with the first code made from it. */
export async function beginEnrolment(
  { database, vault }: AccessServices,
  { row }: StaffSession,
): Promise<Enrolment> {
  if (row.totp_confirmed_at !== null) return { kind: 'already_enrolled' };
  const secret = createTotpSecret();
  const sealedSecret = vault.seal(secret, SECRET_PLACES.totpSecret(row.id));
  await storeTotpSecret(database, { id: row.id, sealedSecret });
  return { kind: 'begun', secret, otpauthUri: toOtpauthUri(secret, row.email) };
}

export type Confirmation =
  | { readonly kind: 'confirmed'; readonly token: string }
  | { readonly kind: 'not_begun' }
  | FailedAttempt;

/**
 * Takes a code of the authenticator app: the first one of an enrolment, or the second factor of a
 * sign-in. The session then has more rights and continues under a new token.
 */
export async function confirmCode(
  access: AccessServices,
  { row }: StaffSession,
  given: Visitor & { readonly code: string },
): Promise<Confirmation> {
  const { database, vault } = access;
  const { totp_secret: sealedSecret, id: staffId } = row;
  if (sealedSecret === null) return { kind: 'not_begun' };
  const { code, ip } = given;
  const check = async () => {
    const secret = vault.open(sealedSecret, SECRET_PLACES.totpSecret(staffId));
    const step = findTotpStep({ secret, code, at: row.now });
    return step !== null && useTotpStep(database, { staffId, sealedSecret, step });
  };
  const attempt = await judgeCode(access, { ...given, staff: row }, 'code', check);
  if (attempt.kind !== 'right') return attempt;
  const action = row.totp_confirmed_at === null ? 'staff.enrol' : 'staff.second_factor';
  return completeSecondFactor(access, row, { action, ip });
}

/** The session has its second factor, of any kind, and continues under a new token. */
export function completeSecondFactor(
  { database }: Pick<AccessServices, 'database'>,
  row: SessionRow,
  done: {
    readonly action: AuditAction;
    readonly ip: string;
    readonly after?: object;
    /** Writes more in the same database transaction. */
    readonly write?: (connection: Queryable) => Promise<void>;
  },
): Promise<Confirmation> {
  const { action, ip, after = null } = done;
  return database.atomically(async (connection) => {
    await done.write?.(connection);
    await markSecondFactor(connection, row.token_hash);
    const token = await rotateToken(connection, row.token_hash);
    await appendAudit(connection, {
      ...auditActorOf(row, ip),
      ...nothingChanged(row),
      action,
      after,
    });
    return { kind: 'confirmed', token };
  });
}
