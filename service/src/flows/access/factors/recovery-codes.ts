import { hash, randomBytes } from 'node:crypto';
import { appendAudit } from '../../../db/access/audit.ts';
import { replaceRecoveryCodes, useRecoveryCode } from '../../../db/access/second-factors.ts';
import type { AccessServices } from '../access-services.ts';
import { judgeCode } from '../attempts.ts';
import type { Visitor } from '../known-browsers.ts';
import { type Confirmation, completeSecondFactor } from '../second-factor.ts';
import { nothingChanged, type StaffSession } from '../sessions.ts';
import { auditActorOf } from '../sign-in.ts';

const CODES = 10;
/** Without letters and digits that are easily confused on paper: 32 of them, five bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LETTERS = 16;

/** Replaces the recovery codes. The new ones are shown only this once. */
export async function makeRecoveryCodes(
  { database, passwords }: AccessServices,
  { row }: StaffSession,
  ip: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, createCode);
  const hashes = await Promise.all(
    codes.map((code) => passwords.digest(toPlain(code), saltOf(row.id))),
  );
  await database.atomically(async (connection) => {
    await replaceRecoveryCodes(connection, { staffId: row.id, hashes });
    const action = 'staff.recovery_codes';
    await appendAudit(connection, { ...auditActorOf(row, ip), ...nothingChanged(row), action });
  });
  return codes;
}

/** Takes a recovery code as the second factor of a sign-in; each works once. */
export async function confirmRecoveryCode(
  access: AccessServices,
  { row }: StaffSession,
  given: Visitor & { readonly code: string },
): Promise<Confirmation> {
  const code = toPlain(given.code);
  const attempt = await judgeCode(access, { ...given, staff: row }, 'recovery_code', async () => {
    const digest = await access.passwords.digest(code, saltOf(row.id));
    const hashes = [digest, hashOfRelease02(row.id, code)];
    return useRecoveryCode(access.database, { staffId: row.id, hashes });
  });
  if (attempt.kind !== 'right') return attempt;
  return completeSecondFactor(access, row, { action: 'staff.recovery_code', ip: given.ip });
}

function createCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '');
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** Accepts small letters and missing hyphens. */
function toPlain(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function saltOf(staffId: string): string {
  return `recovery codes of ${staffId}`;
}

/** The codes that release 0.2 made are good until they are used or replaced. */
function hashOfRelease02(staffId: string, plain: string): Buffer {
  return hash('sha256', `${staffId} ${plain}`, 'buffer');
}
