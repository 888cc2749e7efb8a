import { findApprovedSum, lockApprovedSum } from '../../db/access/approved-sum.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { insertRequest } from '../../db/provider-requests/provider-requests.ts';
import { reviveRequest } from '../../db/provider-requests/request-schedule.ts';
import { findLastMove, lockTransaction } from '../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import type {
  AgreedAct,
  AgreedDecision,
  AgreementPolicy,
  Approved,
} from '../../domain/access/agreement.ts';
import type { AuditAction } from '../../domain/access/audit-action.ts';
import { agreementPolicy } from '../../domain/access/policy.ts';
import { assert } from '../../domain/assert.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { RefundRefusal, ReturnRefusal } from '../../domain/transactions/payment-limits.ts';
import type { State, Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence, type Trigger } from '../../domain/transactions/transition.ts';
import type { PolicySource } from '../access/policy.ts';
import { type Question, seekAgreement } from '../access/seek-agreement.ts';
import { newProviderRequest } from '../provider-requests/collect-deposit.ts';
import type { CatalogueSource } from '../providers/catalogue.ts';
import { rebookTransfers } from '../receipts/booking/book-move.ts';
import { type OnWebhooksQueued, recordTransitions } from '../transactions/record-transition.ts';

/** Locks, decides, moves and audits in one database transaction: all of it happens, or nothing. */
export async function decideInOne(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  judge: (connection: Queryable, found: JudgedTransaction) => Promise<Verdict>,
): Promise<Decided> {
  const decided = await deps.database
    .atomically(async (connection): Promise<Decided> => {
      const found = await lockTransaction(connection, id);
      if (found === null) return { kind: 'not_found' };
      const policy = agreementPolicy(await deps.policy.within(connection));
      const verdict = await judge(connection, { ...found, policy });
      if (verdict.kind !== 'move') return verdict;
      const { now } = found;
      const { transaction = found.transaction } = verdict;
      const decision = decideSequence(transaction, verdict.triggers, {
        at: now,
        lateWindowMs: 0,
        ...(verdict.reason === null ? {} : { reason: verdict.reason }),
        tellsPlatform: decider.tellsPlatform,
        ...(verdict.wasSent === undefined ? {} : { wasSent: verdict.wasSent }),
      });
      if (decision.kind === 'refused') {
        throw new RefusedDecision({ kind: 'conflict', state: transaction.state });
      }
      const { moves } = decision;
      const { providerTxId = null } = verdict;
      const change = { transaction, moves, actor: historyActorOf(decider), providerTxId };
      await recordTransitions(connection, [change]);
      const after = { state: decision.transaction.state, reason: verdict.reason };
      await auditDecision(connection, decider, verdict.action, transaction, after);
      if (decision.transaction.state === 'approved') {
        await submit(connection, transaction);
      } else if (
        decision.transaction.state === 'failed' &&
        transaction.direction === 'withdrawal'
      ) {
        await rebookTransfers(connection, transaction);
      }
      return { kind: 'done', transaction: decision.transaction };
    })
    .catch((error: unknown): Decided => {
      if (error instanceof RefusedDecision) return error.decided;
      throw error;
    });
  if (queuesWebhook(decided)) deps.onQueued();
  if (decided.kind === 'done' && decided.transaction.state === 'approved') deps.onSubmitted();
  deps.onDecided();
  return decided;
}

/** Creates the one provider request of a payout, or revives the one that was never sent. */
async function submit(connection: Queryable, transaction: Transaction): Promise<void> {
  const request = { ...newProviderRequest(transaction), claim: null };
  if ((await insertRequest(connection, request)) !== null) return;
  assert(await reviveRequest(connection, transaction.id), 'a payout that was sent is revived');
}

function queuesWebhook(decided: Decided): boolean {
  return decided.kind === 'done' && decided.transaction.callbackUrl !== null;
}

/** Rolls back what was written so far: it cannot be decided so. */
export class RefusedDecision extends Error {
  readonly decided: Decided;
  constructor(decided: Decided) {
    super(`the decision is refused: ${decided.kind}`);
    this.decided = decided;
  }
}

/** What one person's decision still waits for, or `null` if enough people agree. */
export async function agreeOnDecision(
  connection: Queryable,
  policy: AgreementPolicy,
  decider: Decider,
  asked: AskedDecision,
): Promise<Decided | null> {
  const { transaction, decision, choice, approvalsSeen = null, maker = null } = asked;
  const { id: subject, version, state } = transaction;
  const about = { amount_xaf: transaction.amountXaf, ...choice };
  const agreed = { act: decision, subject, version, about };
  const question = { ...asked, ...agreed, othersSeen: approvalsSeen, maker };
  const agreement = await seekAgreement(connection, policy, question, decider.staffId);
  switch (agreement.kind) {
    case 'agreed':
      return null;
    case 'refused':
      if (agreement.why === 'others_changed') {
        return { kind: 'conflict', state, isAboutApprovals: true };
      }
      return { kind: 'forbidden', why: agreement.why === 'own' ? 'own_payout' : agreement.why };
    case 'waits':
      if (agreement.isNew) {
        const { reason } = asked;
        const after = reason === null ? null : { state, reason, ...choice };
        await auditDecision(connection, decider, FIRST_OF_TWO[decision], transaction, after);
      }
      return { kind: 'waits_for_second_person', transaction, isOtherwise: agreement.isOtherwise };
  }
}

/** What the person has approved and completed today; decisions at once are summed one by one. */
export async function sumApproved(
  connection: Queryable,
  { staffId }: Decider,
  ids: readonly string[] = [],
): Promise<Approved> {
  // `momo` is only ever the second of two, and has no sum.
  if (staffId === null) return { sumXaf: 0, unprovenXaf: 0, among: [] };
  await lockApprovedSum(connection, staffId);
  return findApprovedSum(connection, { staffId, ids });
}

interface AskedDecision extends Pick<Question, 'needs' | 'since' | 'reason'> {
  readonly transaction: Transaction;
  /** What the person chose. */
  readonly choice?: Omit<AgreedAct, 'amount_xaf'>;
  readonly decision: AgreedDecision;
  /** How many others had decided the same when the person was asked, or `null` if not known. */
  readonly approvalsSeen?: number | null | undefined;
  readonly maker?: string | null;
}

const FIRST_OF_TWO = {
  approve: 'withdrawal.first_approval',
  confirm: 'transaction.first_confirm',
  reject: 'transaction.first_reject',
} as const satisfies Record<AgreedDecision, AuditAction>;

/** A second click by the same person is accepted; any other person is too late. */
export async function repeatOrConflict(
  connection: Queryable,
  decider: Decider,
  transaction: Transaction,
  trigger: Trigger,
): Promise<Decided> {
  const last = await findLastMove(connection, transaction.id);
  const isRepeat = last?.actor === historyActorOf(decider) && last.trigger === trigger;
  return isRepeat
    ? { kind: 'already_done', transaction }
    : { kind: 'conflict', state: transaction.state };
}

function auditDecision(
  connection: Queryable,
  decider: Decider,
  action: AuditAction,
  before: Transaction,
  after:
    | (Pick<AgreedAct, 'receipts' | 'money'> & {
        readonly state: State;
        readonly reason: string | null;
      })
    | null,
): Promise<void> {
  return appendAudit(connection, {
    actor: decider.name,
    actorId: decider.staffId,
    ip: decider.ip,
    action,
    subject: `transaction:${before.id}`,
    before: { state: before.state, amount_xaf: before.amountXaf },
    after: after && {
      state: after.state,
      ...(after.receipts === undefined ? {} : { receipts: after.receipts }),
      ...(after.money === undefined ? {} : { money: after.money }),
      ...(decider.tellsPlatform === true ? { told_platform: true } : {}),
    },
    reason: after?.reason ?? null,
  });
}

export function historyActorOf({ staffId }: Pick<Decider, 'staffId'>): string {
  return staffId === null ? 'momo' : `staff:${staffId}`;
}

export interface DecisionDeps {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
  /** Called after a payout was approved, so that it is sent at once. */
  readonly onSubmitted: () => void;
  /** Called after a decision, so that open screens update at once. */
  readonly onDecided: () => void;
  readonly policy: PolicySource;
}

/** Of decisions that may pay something back. */
export interface PayingDeps extends DecisionDeps {
  readonly catalogue: CatalogueSource;
}

/** A locked transaction, and the policy at that moment. */
export interface JudgedTransaction extends TimedTransaction {
  readonly policy: AgreementPolicy;
}

/** Who decides, and from where. */
export interface Decider {
  /** `null` for the person who runs `momo` on the machine, who is only ever the second. */
  readonly staffId: string | null;
  readonly name: string;
  readonly ip: string | null;
  /** They want the platform to see their reason. */
  readonly tellsPlatform?: boolean;
}

/** Why an approval is refused. */
export type ApprovalRefusal =
  | 'own_payout'
  | 'set_up_by_approver'
  | 'access_ended'
  | 'quarantined'
  /** What is stored about it is not what the service wrote. */
  | 'not_as_written';

export type Decided =
  | {
      readonly kind: 'done';
      readonly transaction: Transaction;
      /** Unused payments that may be the one confirmed by hand. */
      readonly unmatchedReceipts?: number;
    }
  | { readonly kind: 'already_done'; readonly transaction: Transaction }
  | {
      readonly kind: 'waits_for_second_person';
      readonly transaction: Transaction;
      /** Another person chose other payments, or another use of the money. */
      readonly isOtherwise: boolean;
    }
  | { readonly kind: 'not_found' }
  | {
      readonly kind: 'conflict';
      readonly state: State;
      /** The state is unchanged, but other people have agreed than the person saw. */
      readonly isAboutApprovals?: boolean;
    }
  | { readonly kind: 'forbidden'; readonly why: ApprovalRefusal }
  /** A refund that may not be paid any more: other refunds of its deposit, for example. */
  | {
      readonly kind: 'refund_refused';
      readonly why: RefundRefusal | ReturnRefusal | { readonly code: 'more_than_owed' };
      readonly state: State;
    }
  | { readonly kind: 'receipts_refused'; readonly why: Message }
  /** There is money, and the decision does not say what becomes of it. */
  | { readonly kind: 'money_not_placed' };

export type Verdict =
  | Decided
  | {
      readonly kind: 'move';
      readonly action: AuditAction;
      readonly triggers: readonly Trigger[];
      readonly reason: string | null;
      /** The current one, if judging it changed more than its state. */
      readonly transaction?: Transaction;
      /** The operator's id of the one payment that decided it. */
      readonly providerTxId?: string | null;
      /** `false` if it was found under the lock that nothing was ever sent. */
      readonly wasSent?: boolean;
    };
