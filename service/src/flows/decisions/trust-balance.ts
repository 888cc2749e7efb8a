import { appendAudit } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import {
  insertTrustedBalance,
  isKnownLine,
  type LockedLine,
  listLines,
  lockLine,
} from '../../db/lines/lines.ts';
import { findMoment } from '../../db/receipts/match-candidates.ts';
import {
  listHeldPayments,
  listReceiptOutcomes,
  listWaitingReceipts,
  type ReceiptOutcomeRow,
  unbindWaiting,
} from '../../db/receipts/waiting-receipts.ts';
import { creditRules } from '../../domain/access/policy.ts';
import { type Chain, explainGap, STEPS_OUT_OF_ORDER_MS } from '../../domain/lines/balance-chain.ts';
import { isInBurst } from '../../domain/lines/guesses.ts';
import type { TrustSource } from '../../domain/lines/line.ts';
import { MAX_BALANCE_AGE_MS } from '../../domain/lines/line-health.ts';
import type { Message } from '../../domain/messages/message.ts';
import { isLetGo } from '../../domain/receipts/held-payments.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { Actor } from '../access/actor.ts';
import { followReading } from '../lines/follow-chain.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';
import {
  type ReleaseDeps,
  type ReleasedPayments,
  releaseTexts,
} from '../receipts/release-texts.ts';
import { areTwoPeople } from '../receipts/typed-balance-limit.ts';

export interface SaidBalance {
  readonly line: string;
  readonly balanceCents: number;
  /** When the question for it began, or how long ago a person read it. */
  readonly readAt: Date | { readonly agoMs: number };
  /** Who reported it; a line that was never opened takes it as its opening balance. */
  readonly source: Exclude<TrustSource, 'opening'>;
  readonly reason: string;
}

export interface Trusted extends ReleasedPayments {
  /** Payments that do not lead to the balance: staff decide each by itself. */
  readonly left: number;
  /** The balance from which the line continues. */
  readonly becomesCents: number;
  /** What probably happened between the last texts and this balance. */
  readonly gap: Message | null;
}

/**
 * Trusts a balance that a person has read at the operator; the first one opens the line. The
 * payments of texts that end in it or pass through it are matched, and no others: a forger does not
 * know the balance, so the texts need not be judged. Returns `null` if there is no such line.
 */
export async function trustBalance(
  deps: ReadSmsDeps,
  actor: Actor,
  said: SaidBalance,
): Promise<Trusted | null> {
  if (!(await isKnownLine(deps.database, said.line))) return null;
  const trusted = await deps.database.atomically(async (connection) => {
    const rules = { ...deps, ...creditRules(await deps.policy.within(connection)) };
    const typist = said.source === 'staff' ? actor.actorId : null;
    const { before, ...trusted } = await applyBalance(rules, connection, {
      ...said,
      by: actor.actor,
      typist,
    });
    await appendAudit(connection, {
      ...actor,
      action: before === null ? 'line.open' : 'line.trust_balance',
      subject: `line:${said.line}`,
      before: before && { balance_cents: before.head.cents },
      after: { balance_cents: trusted.becomesCents, said_cents: said.balanceCents },
      reason: said.reason,
    });
    return trusted;
  });
  if (trusted.credited > 0) deps.onQueued();
  return trusted;
}

/** What trusting a balance does, without the entry in the audit log. */
export async function applyBalance(
  deps: ReleaseDeps,
  connection: Queryable,
  said: Omit<SaidBalance, 'reason'> & {
    readonly by: string;
    readonly reason: string | null;
    /** The person who typed it; a person at the machine and the operator need no second one. */
    readonly typist: string | null;
  },
): Promise<Trusted & { readonly before: Chain | null }> {
  const { line, balanceCents } = said;
  const locked = await lockLine(connection, line);
  const { openedAt, chain: before, burstAt } = locked;
  const { typist } = said;
  const { now, clock } = await findMoment(connection);
  const readAt = timeOf(said, now);
  const held = await listHeldPayments(connection, line);
  const since = Math.min(...[readAt, ...held.map(({ time }) => time)].map(Number));
  const ageMs = now.getTime() - since;
  const sinceId = firstIdAt(new Date(clock.getTime() - ageMs - STEPS_OUT_OF_ORDER_MS));
  const read = { cents: balanceCents, time: readAt };
  const followed = await followReading(connection, locked, { read, sinceId });
  const { chain, isOnChain, reading, undecided } = followed;
  const source = openedAt === null ? 'opening' : said.source;
  const typedBy = isOnChain ? await stillOnWordOf(deps, connection, locked, typist) : typist;
  await insertTrustedBalance(connection, { ...said, source, readAt, typedBy });
  const letGo = held.filter((payment) => isLetGo(payment, reading));
  const released = [...followed.released, ...letGo.map(({ smsId }) => smsId)];
  const { unproven, ...payments } = await releaseTexts(deps, connection, {
    released,
    reading,
    isInBurst: isInBurst(burstAt, now),
    typedBy: typist,
  });
  const left = await unbindWaiting(connection, {
    line,
    reason: { code: 'not_on_chain' },
    exceptTexts: undecided,
    confirmed: released.filter((smsId) => !unproven.includes(smsId)),
    refuted: isOnChain ? [] : held.map(({ smsId }) => smsId),
  });
  const gap = isOnChain ? null : explainGap(chain);
  return { before, ...payments, left, becomesCents: chain.head.cents, gap };
}

/** Whose word alone the line goes on from, now that another balance agrees with its texts. */
async function stillOnWordOf(
  deps: ReleaseDeps,
  connection: Queryable,
  { typedBy }: LockedLine,
  typist: string | null,
): Promise<string | null> {
  if (typedBy === null || typist === null) return null;
  return (await areTwoPeople(connection, deps, [typedBy, typist])) ? null : typedBy;
}

interface ReportedBalance {
  readonly gatewayId: string;
  readonly line: string;
  readonly balanceCents: number;
  readonly readAt: SaidBalance['readAt'];
}

function timeOf({ readAt }: Pick<SaidBalance, 'readAt'>, now: Date): Date {
  return readAt instanceof Date ? readAt : new Date(now.getTime() - readAt.agoMs);
}

/**
 * The operator has reported the balance of a line in one of our USSD sessions. A balance that the
 * chain has reached already changes nothing, and neither does an old one, or one of a line whose
 * balances are not compared. Returns whether the line continues from it.
 */
export async function recordBalance(
  deps: ReadSmsDeps,
  reported: ReportedBalance,
): Promise<boolean> {
  const { line, balanceCents, gatewayId, readAt } = reported;
  const now = await findClock(deps.database);
  const ageMs = now.getTime() - timeOf(reported, now).getTime();
  const known = (await listLines(deps.database)).find((one) => one.line === line);
  if (known === undefined || !known.tellsBalances || ageMs > MAX_BALANCE_AGE_MS) return false;
  const { isOpened, isInGap, waiting } = known;
  const isSettled = isOpened && !isInGap && waiting === 0 && !known.isOnOnesWord;
  const isKnown = isSettled && known.balanceCents === balanceCents;
  if (isKnown) return false;
  const actor = { actor: `gateway:${gatewayId}`, actorId: null, ip: null };
  const reason = 'Reported by the operator in a USSD session of ours';
  const said = { line, balanceCents, readAt, source: 'ussd', reason } as const;
  return (await trustBalance(deps, actor, said)) !== null;
}

export interface LinePreview extends Pick<Trusted, 'becomesCents' | 'gap' | 'left'> {
  readonly payments: readonly ReceiptOutcomeRow[];
}

interface TypedBalance extends Pick<SaidBalance, 'line' | 'balanceCents' | 'readAt'> {
  readonly typist: string | null;
}

/**
 * What trusting a balance would do, for the person who types it. It is done and rolled back,
 * because only the matching itself shows which of several payments gets a deposit. Returns `null`
 * if there is no such line.
 */
export async function previewLine(
  deps: Pick<ReadSmsDeps, 'database' | 'policy' | 'templates'>,
  said: TypedBalance,
): Promise<LinePreview | null> {
  if (!(await isKnownLine(deps.database, said.line))) return null;
  try {
    return await deps.database.atomically(async (connection) => {
      throw new RolledBack(await tryOut(deps, connection, said));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.expected;
    throw error;
  }
}

async function tryOut(
  deps: Pick<ReadSmsDeps, 'policy' | 'templates'>,
  connection: Queryable,
  said: TypedBalance,
): Promise<LinePreview> {
  const waiting = await listWaitingReceipts(connection, said.line);
  const trial = { ...said, source: 'staff', by: 'trial', reason: null } as const;
  const rules = { ...deps, ...creditRules(await deps.policy.within(connection)) };
  const { becomesCents, gap, left } = await applyBalance(rules, connection, trial);
  const payments = await listReceiptOutcomes(connection, waiting);
  return { payments, becomesCents, gap, left };
}

/** Rolls back the trial and carries its result. */
class RolledBack extends Error {
  readonly expected: LinePreview;
  constructor(expected: LinePreview) {
    super('it was only tried');
    this.expected = expected;
  }
}
