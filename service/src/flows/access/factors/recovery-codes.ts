import { hash, randomBytes } from 'node:crypto';
import { appendAudit } from '../../../db/access/audit.ts';
import { replaceRecoveryCodes, useRecoveryCode } from '../../../db/access/second-factors.ts';
import type { AccessServices } from '../access-services.ts';
import { judgeCode } from '../attempts.ts';
import { type Confirmation, completeSecondFactor } from '../second-factor.ts';
import { nothingChanged, type StaffSession } from '../sessions.ts';
import { auditActorOf } from '../sign-in.ts';

const CODES = 10;
/** Without letters and digits that are easily confused on paper: 32 of them, five bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LETTERS = 16;

/** Replaces the recovery codes. The new ones are shown only this once. */
export async function makeRecoveryCodes(
  { database }: AccessServices,
  { row }: StaffSession,
  ip: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, createCode);
  const hashes = codes.map((code) => hashCode(row.id, code));
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
  given: { readonly code: string; readonly ip: string },
): Promise<Confirmation> {
  const used = { staffId: row.id, hash: hashCode(row.id, given.code) };
  const attempt = await judgeCode(access, { staff: row, ip: given.ip }, () =>
    useRecoveryCode(access.database, used),
  );
  if (attempt.kind !== 'right') return attempt;
  return completeSecondFactor(access, row, { action: 'staff.recovery_code', ip: given.ip });
}

function createCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '');
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** Accepts small letters and missing hyphens. */
function hashCode(staffId: string, code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return hash('sha256', `${staffId} ${plain}`, 'buffer');
}
