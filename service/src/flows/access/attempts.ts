import { setTimeout as pause } from 'node:timers/promises';
import { appendAudit } from '../../db/access/audit.ts';
import type { StaffRow } from '../../db/access/staff.ts';
import {
  type ClaimedAttempt,
  claimAttempt,
  claimCode,
  clearAttempts,
  clearCodes,
  findAttemptWait,
  findCodeWait,
} from '../../db/access/staff-attempts.ts';
import type { AccessServices } from './access-services.ts';
import { ipNetworkOf } from './ip-network.ts';
import { findKnownBrowser, type Visitor } from './known-browsers.ts';
import { ATTEMPT_LIMIT, LOCK_MINUTES, LONGEST_LINE_S, type Throttle } from './limits/throttle.ts';

export type SignInAttempt = { readonly kind: 'right' } | FailedAttempt;

export type FailedAttempt =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number };

interface Claimant extends Visitor {
  readonly staff: StaffRow;
}

/** What a person gives, as the log and the metrics name it. */
export type Factor = 'password' | 'code' | 'passkey' | 'recovery_code';

/** One count of wrong attempts, and what ends it. */
interface Count {
  /** `null` if this count has reached its limit. */
  claim(): Promise<ClaimedAttempt | null>;
  clear(): Promise<void>;
  findWait(): Promise<number>;
}

/** An attempt with everything that limits it. */
interface Attempt {
  readonly factor: Factor;
  readonly network: string;
  readonly account: { readonly email: string; readonly staffId: string | null };
  readonly from: 'known browser' | 'stranger';
  readonly count: Count;
  /** What slows strangers down; a browser that is known waits for none of them. */
  readonly budgets: readonly { readonly throttle: Throttle; readonly key: string }[];
  readonly check: () => Promise<boolean>;
  readonly onLock: (claim: ClaimedAttempt) => Promise<void>;
}

const LIMITS = { limit: ATTEMPT_LIMIT, lockMinutes: LOCK_MINUTES };

/**
 * Checks a password within the limits of the browser, if this person has signed in with it before,
 * or else of the network: if wrong passwords locked the account, anyone who knows an email could
 * lock its owner out.
 */
export function judgePassword(
  access: AccessServices,
  who: Claimant,
  check: () => Promise<boolean>,
): Promise<SignInAttempt> {
  const browser = findKnownBrowser(who.staff, who);
  const source = browser === null ? ipNetworkOf(who.ip) : `browser ${browser}`;
  const count = countOf(access, { staffId: who.staff.id, source });
  return judge(access, toAttempt(access, who, browser, { factor: 'password', count, check }));
}

/**
 * Checks a second factor. Wrong ones count for the account from any network: six digits can be
 * guessed from many networks, and only a client with the password gets here. A known browser has
 * a count of its own: the owner works on while a thief of the password guesses.
 */
export function judgeCode(
  access: AccessServices,
  who: Claimant,
  factor: Exclude<Factor, 'password'>,
  check: () => Promise<boolean>,
): Promise<SignInAttempt> {
  const { database } = access;
  const { id: staffId } = who.staff;
  const browser = findKnownBrowser(who.staff, who);
  const ofAccount: Count = {
    claim: () => claimCode(database, { staffId, ...LIMITS }),
    clear: () => clearCodes(database, staffId),
    findWait: () => findCodeWait(database, staffId),
  };
  const count =
    browser === null ? ofAccount : countOf(access, { staffId, source: `codes of ${browser}` });
  return judge(access, toAttempt(access, who, browser, { factor, count, check }));
}

function countOf(
  { database }: AccessServices,
  key: { readonly staffId: string; readonly source: string },
): Count {
  return {
    claim: () => claimAttempt(database, { ...key, ...LIMITS }),
    clear: () => clearAttempts(database, key),
    findWait: () => findAttemptWait(database, key),
  };
}

function toAttempt(
  access: AccessServices,
  who: Claimant,
  browser: string | null,
  given: Pick<Attempt, 'factor' | 'count' | 'check'>,
): Attempt {
  const { id: staffId, email } = who.staff;
  const network = ipNetworkOf(who.ip);
  const isKnown = browser !== null;
  return {
    ...given,
    network,
    account: { email, staffId },
    from: isKnown ? 'known browser' : 'stranger',
    budgets: isKnown
      ? []
      : [
          { throttle: access.throttles.networks, key: network },
          { throttle: access.throttles.accounts, key: staffId },
        ],
    // One entry shows that an account is being guessed; one for each network would flood the log.
    onLock: async (claim) => {
      if (claim.isOnlyLock) await auditLock(access, who, { factor: given.factor, isKnown });
    },
  };
}

/** An unknown email gets the same answers in the same time. */
export function judgeStranger(
  access: AccessServices,
  who: { readonly email: string; readonly ip: string },
  password: string,
): Promise<SignInAttempt> {
  const { networks, strangers, unknownAccounts } = access.throttles;
  const { email } = who;
  const network = ipNetworkOf(who.ip);
  const stranger = `${email} ${network}`;
  return judge(access, {
    factor: 'password',
    network,
    account: { email, staffId: null },
    from: 'stranger',
    budgets: [
      { throttle: networks, key: network },
      { throttle: unknownAccounts, key: email },
    ],
    count: {
      claim: async () => {
        if ((await strangers.take(stranger)) > 0) return null;
        const isLast = (await strangers.waitSeconds(stranger)) > 0;
        return { isLast, isOnlyLock: false };
      },
      clear: async () => {},
      findWait: () => strangers.waitSeconds(stranger),
    },
    check: () => access.passwords.verifyNobody(password),
    onLock: async () => {},
  });
}

async function judge(access: AccessServices, attempt: Attempt): Promise<SignInAttempt> {
  const { count, budgets } = attempt;
  if (access.passwords.isBusy(attempt.from)) return refuse(access, attempt, 1);
  // Counted before it is checked, so that none slips through.
  const seconds = await standInLine(budgets);
  if (seconds > LONGEST_LINE_S) return refuse(access, attempt, Math.ceil(seconds));
  let isWrong = false;
  try {
    const claim = await count.claim();
    if (claim === null) return refuse(access, attempt, await count.findWait());
    await pause(seconds * 1_000);
    if (await attempt.check()) {
      await count.clear();
      return { kind: 'right' };
    }
    isWrong = true;
    report(access, attempt, `wrong_${attempt.factor}`);
    if (!claim.isLast) return { kind: 'wrong' };
    await attempt.onLock(claim);
    return { kind: 'wait', seconds: LOCK_MINUTES * 60 };
  } finally {
    if (!isWrong) await forgive(budgets);
  }
}

function refuse(access: AccessServices, attempt: Attempt, seconds: number): FailedAttempt {
  report(access, attempt, `unchecked_${attempt.factor}`);
  return { kind: 'wait', seconds };
}

/** The longest wait of all budgets; one that is too long is counted by none of them. */
async function standInLine(budgets: Attempt['budgets']): Promise<number> {
  let longest = 0;
  for (const [index, { throttle, key }] of budgets.entries()) {
    const seconds = await throttle.take(key);
    if (seconds > LONGEST_LINE_S) {
      await forgive(budgets.slice(0, index));
      return seconds;
    }
    longest = Math.max(longest, seconds);
  }
  return longest;
}

async function forgive(budgets: Attempt['budgets']): Promise<void> {
  for (const { throttle, key } of budgets) await throttle.forgive(key);
}

function report(
  { onRefused }: AccessServices,
  { network, account }: Attempt,
  kind: `${'wrong' | 'unchecked'}_${Factor}`,
): void {
  onRefused({ kind, network, account: maskEmail(account.email), staffId: account.staffId });
}

/** People also type a password where the email belongs, so that little is left of it. */
function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}…@${host.slice(0, 1)}…`;
}

async function auditLock(
  { database }: AccessServices,
  { staff, ip }: Claimant,
  { factor, isKnown }: { readonly factor: Factor; readonly isKnown: boolean },
): Promise<void> {
  const what = factor === 'password' ? 'passwords' : 'codes';
  const ofStranger = factor === 'password' ? 'network' : 'account';
  // A browser that is known has counts of its own: nothing else waits.
  const of = isKnown ? 'browser' : ofStranger;
  await database.atomically((connection) =>
    appendAudit(connection, {
      // The client has not proved to be this person.
      actor: 'somebody',
      actorId: null,
      ip,
      action: 'staff.lock',
      subject: `staff:${staff.id}`,
      before: null,
      after: { lock_minutes: LOCK_MINUTES, of },
      reason: `${ATTEMPT_LIMIT} wrong ${what}`,
    }),
  );
}
