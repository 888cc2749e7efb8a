import { appendAudit } from '../../db/access/audit.ts';
import type { StaffRow } from '../../db/access/staff.ts';
import {
  claimAttempt,
  clearAttempts,
  findLockSeconds,
  releaseAttempt,
} from '../../db/access/staff-attempts.ts';
import { type AccessServices, ATTEMPT_LIMIT, LOCK_MINUTES } from './access-services.ts';
import { ipNetworkOf } from './ip-network.ts';

export type Attempt = { readonly kind: 'right' } | FailedAttempt;

export type FailedAttempt =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number };

/**
 * Checks a password or a code within the limits: an account is locked after a few wrong attempts,
 * and an address that tries many accounts has to wait.
 */
export async function judgeAttempt(
  access: AccessServices,
  who: { readonly staff: StaffRow; readonly ip: string },
  attempt: {
    readonly check: () => Promise<boolean>;
    /** `more_to_come`: earlier failures still count; otherwise a password would reset them. */
    readonly whenRight: 'all_given' | 'more_to_come';
  },
): Promise<Attempt> {
  const { database, addresses } = access;
  const { staff, ip } = who;
  const seconds = waitAtDoor(access, ip);
  if (seconds > 0) return { kind: 'wait', seconds };
  const limits = { limit: ATTEMPT_LIMIT, lockMinutes: LOCK_MINUTES };
  const claim = await claimAttempt(database, { staffId: staff.id, ...limits });
  if (claim === null) {
    return { kind: 'wait', seconds: await findLockSeconds(database, staff.id) };
  }
  addresses.count(ipNetworkOf(ip));
  if (await attempt.check()) {
    addresses.forgive(ipNetworkOf(ip));
    if (attempt.whenRight === 'all_given') await clearAttempts(database, staff.id);
    else await releaseAttempt(database, staff.id);
    return { kind: 'right' };
  }
  if (!claim.isLast) return { kind: 'wrong' };
  await auditLock(access, who);
  return { kind: 'wait', seconds: LOCK_MINUTES * 60 };
}

/** An unknown email gets the same answers in the same time. */
export async function judgeStranger(
  access: AccessServices,
  who: { readonly email: string; readonly ip: string },
  password: string,
): Promise<FailedAttempt> {
  const { addresses, strangers, passwords } = access;
  const seconds = waitAtDoor(access, who.ip) || strangers.waitSeconds(who.email);
  if (seconds > 0) return { kind: 'wait', seconds };
  addresses.count(ipNetworkOf(who.ip));
  strangers.count(who.email);
  await passwords.verifyNobody(password);
  const lock = strangers.waitSeconds(who.email);
  return lock > 0 ? { kind: 'wait', seconds: lock } : { kind: 'wrong' };
}

function waitAtDoor({ addresses, passwords }: AccessServices, ip: string): number {
  return passwords.isBusy() ? 1 : addresses.waitSeconds(ipNetworkOf(ip));
}

async function auditLock(
  { database }: AccessServices,
  { staff, ip }: { readonly staff: StaffRow; readonly ip: string },
): Promise<void> {
  await database.atomically((connection) =>
    appendAudit(connection, {
      // The client has not proved to be this person.
      actor: 'somebody',
      actorId: null,
      ip,
      action: 'staff.lock',
      subject: `staff:${staff.id}`,
      before: null,
      after: { lock_minutes: LOCK_MINUTES },
      reason: `${ATTEMPT_LIMIT} wrong passwords or codes`,
    }),
  );
}
