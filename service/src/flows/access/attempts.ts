import { appendAudit } from '../../db/access/audit.ts';
import type { StaffRow } from '../../db/access/staff.ts';
import {
  type ClaimedAttempt,
  claimCode,
  claimPassword,
  clearCodes,
  clearPasswords,
  findCodeWait,
  findPasswordWait,
} from '../../db/access/staff-attempts.ts';
import type { AccessServices } from './access-services.ts';
import { ipNetworkOf } from './ip-network.ts';
import { ATTEMPT_LIMIT, LOCK_MINUTES } from './limits/throttle.ts';

export type SignInAttempt = { readonly kind: 'right' } | FailedAttempt;

export type FailedAttempt =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number };

interface Claimant {
  readonly staff: StaffRow;
  readonly ip: string;
}

/** One count of wrong attempts, and what ends it. */
interface Count {
  /** `null` if this count has reached its limit. */
  claim(): Promise<(ClaimedAttempt & { readonly isOnlyLock: boolean }) | null>;
  clear(): Promise<void>;
  findWait(): Promise<number>;
  readonly what: 'passwords' | 'codes';
}

const LIMITS = { limit: ATTEMPT_LIMIT, lockMinutes: LOCK_MINUTES };

/**
 * Checks a password within the limits of the network that it comes from: if wrong passwords locked
 * the account, anyone who knows an email could lock its owner out.
 */
export function judgePassword(
  access: AccessServices,
  who: Claimant,
  check: () => Promise<boolean>,
): Promise<SignInAttempt> {
  const { database } = access;
  const key = { staffId: who.staff.id, network: ipNetworkOf(who.ip) };
  return judge(access, who, check, {
    what: 'passwords',
    claim: () => claimPassword(database, { ...key, ...LIMITS }),
    clear: () => clearPasswords(database, key),
    findWait: () => findPasswordWait(database, key),
  });
}

/**
 * Checks a code of the authenticator app. Wrong ones count for the account from any network: six
 * digits can be guessed from many networks, and only a client with the password gets here.
 */
export function judgeCode(
  access: AccessServices,
  who: Claimant,
  check: () => Promise<boolean>,
): Promise<SignInAttempt> {
  const { database } = access;
  const { id: staffId } = who.staff;
  return judge(access, who, check, {
    what: 'codes',
    claim: async () => {
      const claim = await claimCode(database, { staffId, ...LIMITS });
      return claim && { ...claim, isOnlyLock: true };
    },
    clear: () => clearCodes(database, staffId),
    findWait: () => findCodeWait(database, staffId),
  });
}

async function judge(
  access: AccessServices,
  who: Claimant,
  check: () => Promise<boolean>,
  count: Count,
): Promise<SignInAttempt> {
  const { addresses } = access;
  const network = ipNetworkOf(who.ip);
  const seconds = await takeAtDoor(access, network);
  if (seconds > 0) return { kind: 'wait', seconds };
  let isWrong = false;
  try {
    const claim = await count.claim();
    if (claim === null) return { kind: 'wait', seconds: await count.findWait() };
    if (await check()) {
      await count.clear();
      return { kind: 'right' };
    }
    isWrong = true;
    if (!claim.isLast) return { kind: 'wrong' };
    // One entry shows that an account is being guessed; one for each network would flood the log.
    if (claim.isOnlyLock) await auditLock(access, who, count);
    return { kind: 'wait', seconds: LOCK_MINUTES * 60 };
  } finally {
    if (!isWrong) await addresses.forgive(network);
  }
}

/** An unknown email gets the same answers in the same time. */
export async function judgeStranger(
  access: AccessServices,
  who: { readonly email: string; readonly ip: string },
  password: string,
): Promise<FailedAttempt> {
  const { addresses, strangers, passwords } = access;
  const network = ipNetworkOf(who.ip);
  const stranger = `${who.email} ${network}`;
  const seconds = await takeAtDoor(access, network);
  if (seconds > 0) return { kind: 'wait', seconds };
  const locked = await strangers.take(stranger);
  if (locked > 0) {
    await addresses.forgive(network);
    return { kind: 'wait', seconds: locked };
  }
  await passwords.verifyNobody(password);
  const lock = await strangers.waitSeconds(stranger);
  return lock > 0 ? { kind: 'wait', seconds: lock } : { kind: 'wrong' };
}

/** Counts an attempt of the network before checking it, so that none slips through. */
async function takeAtDoor({ addresses, passwords }: AccessServices, network: string) {
  return passwords.isBusy() ? 1 : addresses.take(network);
}

async function auditLock(
  { database }: AccessServices,
  { staff, ip }: Claimant,
  { what }: Count,
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
      after: { lock_minutes: LOCK_MINUTES, of: what === 'codes' ? 'account' : 'network' },
      reason: `${ATTEMPT_LIMIT} wrong ${what}`,
    }),
  );
}
