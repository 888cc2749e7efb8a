import { findUnvouchedIssuer } from '../../db/access/access.ts';
import { listAgreed } from '../../db/access/agreements.ts';
import {
  findMoneyLimits,
  listApplicationMoney,
  lockApplicationMoney,
} from '../../db/books/application-money.ts';
import type { Queryable } from '../../db/client.ts';
import { findRequestFacts } from '../../db/provider-requests/request-facts.ts';
import { stopRequests } from '../../db/provider-requests/request-schedule.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import { listMarks } from '../../db/transactions/payment-limits.ts';
import { findCreator } from '../../db/transactions/transaction-detail.ts';
import { type AgreementPolicy, type Needs, requiredPeople } from '../../domain/access/agreement.ts';
import { assert } from '../../domain/assert.ts';
import {
  type ApplicationMoney,
  isLimited,
  UNKNOWN_MONEY,
} from '../../domain/books/application-money.ts';
import { countedSince, resolutionOf, UNSENT } from '../../domain/decisions/resolution.ts';
import { isApprovable } from '../../domain/decisions/staff-actions.ts';
import { storable } from '../../domain/lines/sms-dialects.ts';
import { rankChannels } from '../../domain/providers/channel.ts';
import { approvalOf } from '../../domain/transactions/payment-limits.ts';
import type { SealedTransaction } from '../../domain/transactions/sealed-transaction.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type FloatWatch, listPayoutFloats } from '../finance/list-wallets.ts';
import { choiceFor } from '../provider-requests/send-request.ts';
import type { CatalogueSource } from '../providers/catalogue.ts';
import { readSealed } from '../transactions/compare-seals.ts';
import { judgeStored, type NotPayable } from '../transactions/judge-refund.ts';
import {
  agreeOnDecision,
  type Decided,
  type Decider,
  type DecisionDeps,
  decideInOne,
  repeatOrConflict,
  sumApproved,
} from './decision.ts';

/**
 * Approves a withdrawal, for the first time or again after its approval has lapsed. A large one
 * needs a second person whose account the first person has not just set up. People
 * cannot approve a payout that they created themselves.
 */
export function approveWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  { id, approvalsSeen, payeeSeen = null }: ApprovalRequest,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, { transaction, now, policy }) => {
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    const [stored] = await readSealed(connection, [id]);
    assert(stored !== undefined, 'a locked transaction has vanished');
    const { lines } = stored.transaction;
    if (!isApprovable(await situationOf(connection, stored.transaction))) {
      return repeatedApproval(connection, decider, transaction);
    }
    // It may have been approved and paid after the restored moment.
    if ((await findQuarantine(connection)) !== null)
      return { kind: 'forbidden', why: 'quarantined' };
    if (stored.problem !== null) return { kind: 'forbidden', why: 'not_as_written' };
    const judged = await judgeStored(connection, transaction);
    if (judged.kind === 'refused') return refuseRefunding(transaction, judged.why);
    const { disputes, disputedAt } = judged;
    const needs = await needsToApprove(connection, policy, decider, transaction);
    if (needs === null) return { kind: 'forbidden', why: 'not_as_written' };
    const maker = await findMaker(connection, policy, lines[0]?.actor ?? '');
    assert(maker !== undefined, 'the key is not as this service wrote it: nobody vouched');
    const waits = await agreeOnDecision(connection, policy, decider, {
      transaction,
      decision: 'approve',
      // Who did not know what is said against the deposit has agreed to something else.
      choice: {
        ...(disputes === 0 ? {} : { disputes }),
        ...(payeeSeen === null ? {} : { payee_name: storable(payeeSeen) }),
      },
      needs,
      maker,
      since: countedSince(now, policy, { request: null, reportedAt: disputedAt }),
      approvalsSeen,
      reason: null,
    });
    if (waits !== null) return waits;
    const trigger = transaction.state === 'pending_approval' ? 'approved' : 'approved_anew';
    const move = { kind: 'move', triggers: [trigger], reason: null, wasSent: false } as const;
    return { ...move, action: 'withdrawal.approve' };
  });
}

/** Whether the person created the payout, so that another one has to approve it. */
export async function isMaker(
  database: Queryable,
  policy: Pick<AgreementPolicy, 'needsVouching'>,
  { transaction: { id, direction }, staffId }: { transaction: Transaction; staffId: string },
): Promise<boolean> {
  if (direction === 'deposit') return false;
  return (await findMaker(database, policy, await findCreator(database, id))) === staffId;
}

function refuseRefunding({ state }: Transaction, why: NotPayable): Decided {
  if (why.code === 'not_as_written') return { kind: 'forbidden', why: why.code };
  return { kind: 'refund_refused', why, state };
}

/** The person who created the payout, or issued the key that did and that nobody vouched for. */
async function findMaker(
  connection: Queryable,
  { needsVouching }: Pick<AgreementPolicy, 'needsVouching'>,
  creator: string,
): Promise<string | null | undefined> {
  const [, kind, name = ''] = /^(staff|api):(.*)$/.exec(creator) ?? [];
  if (kind === 'staff') return name;
  return kind === 'api' && needsVouching ? findUnvouchedIssuer(connection, name) : null;
}

export interface ApprovalRequest {
  readonly id: string;
  /** Valid approvals by others that the person saw when asked, or `null` if that is not known. */
  readonly approvalsSeen: number | null;
  /** The name that the person saw under the number, if any. */
  readonly payeeSeen?: string | null;
}

/** `null` if the row of the application is not as the service wrote it. */
async function needsToApprove(
  connection: Queryable,
  policy: AgreementPolicy,
  decider: Decider,
  { id, amountXaf, applicationId }: Transaction,
): Promise<Needs | null> {
  const marks = await listMarks(connection, id);
  const payout = { id, amountXaf, marks };
  const hasNoSum = policy.approvalSumXaf === null || decider.staffId === null;
  const approved = hasNoSum ? null : await sumApproved(connection, decider, [id]);
  const limits = await findMoneyLimits(connection, applicationId);
  if (limits === null) return null;
  const money = isLimited(limits) ? await lockMoney(connection, applicationId) : null;
  return requiredPeople(approvalOf(payout, approved, money), policy);
}

/** Only approvals of an application with a limit wait for each other. */
async function lockMoney(connection: Queryable, id: string): Promise<ApplicationMoney> {
  await lockApplicationMoney(connection, id);
  const [money] = await listApplicationMoney(connection, { ids: [id] });
  return money ?? UNKNOWN_MONEY;
}

async function situationOf(connection: Queryable, { id, state, lines }: SealedTransaction) {
  // Before its approval it has no request.
  const request = state === 'pending_approval' ? null : await findRequestFacts(connection, id);
  return {
    state,
    lastTrigger: lines.at(-1)?.trigger ?? null,
    sentAt: request?.sent_at ?? null,
  };
}

async function repeatedApproval(
  connection: Queryable,
  { staffId }: Decider,
  transaction: Transaction,
): Promise<Decided> {
  const { id, state } = transaction;
  const agreed = await listAgreed(connection, id);
  const hasApproved = agreed.some(
    ({ staff_id, decision }) => staff_id === staffId && decision === 'approve',
  );
  return hasApproved && state !== 'failed'
    ? { kind: 'already_done', transaction }
    : { kind: 'conflict', state };
}

/** Rejects a withdrawal that was not sent; in quarantine it may have been, so two people decide. */
export function rejectWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  reason: string,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, { transaction, now, policy }) => {
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    if (transaction.state === 'pending_approval') {
      const facts = { ...UNSENT, isQuarantined: (await findQuarantine(connection)) !== null };
      const needs = requiredPeople(resolutionOf(transaction, 'reject', facts), policy);
      const since = countedSince(now, policy, null);
      const asked = { transaction, decision: 'reject', needs, since, reason } as const;
      const waits =
        needs.people === 1 ? null : await agreeOnDecision(connection, policy, decider, asked);
      if (waits !== null) return waits;
      return { kind: 'move', action: 'withdrawal.reject', triggers: ['rejected'], reason };
    }
    return repeatOrConflict(connection, decider, transaction, 'rejected');
  });
}

/**
 * Cancels an approved withdrawal that was not offered to a provider yet. Sending commits under the
 * lock of the same row, so only one of the two happens.
 */
export function cancelWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  reason: string,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    if (transaction.state === 'approved') {
      // It may have been sent after the restored moment.
      if ((await findQuarantine(connection)) !== null)
        return { kind: 'forbidden', why: 'quarantined' };
      await stopRequests(connection, [id]);
      return { kind: 'move', action: 'withdrawal.cancel', triggers: ['cancelled'], reason };
    }
    return repeatOrConflict(connection, decider, transaction, 'cancelled');
  });
}

export interface Payer {
  /** As people know the provider. */
  readonly name: string;
  /** What its account can still pay out, or `null` if nobody has reported it. */
  readonly leftXaf: number | null;
  /** When its balance was reported. */
  readonly at: Date | null;
}

interface PayerDeps {
  readonly database: Queryable;
  readonly catalogue: CatalogueSource;
  readonly floatWatch: Pick<FloatWatch, 'list'>;
}

/** Who would pay a payout if it was sent now: the provider that a new one was made for may be down. */
export async function findPayer(deps: PayerDeps, payout: Transaction): Promise<Payer | null> {
  const [route] = rankChannels(choiceFor(await deps.catalogue.current(), payout));
  if (route === undefined) return null;
  const [float] = await listPayoutFloats(deps, [route.channel.id]);
  const freeCents = float?.freeCents ?? null;
  return {
    name: route.provider.displayName,
    leftXaf: freeCents === null ? null : Number(freeCents) / 100,
    at: float?.reported?.reportedAt ?? null,
  };
}
