import { appendAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  findCreator,
  findLastMove,
  findReceiptsForUse,
  findTransactionForDecision,
  insertApproval,
  listApprovals,
  useReceipts,
} from '../../db/transaction-detail.ts';
import type { TimedTransaction } from '../../db/transactions.ts';
import { assert } from '../../domain/assert.ts';
import { sumXaf } from '../../domain/money.ts';
import { sandboxProviderTxId } from '../../domain/simulation.ts';
import type { State, Transaction } from '../../domain/transaction.ts';
import { decideSequence, type Trigger } from '../../domain/transition.ts';
import { type OnWebhooksQueued, recordTransitions } from '../record-transition.ts';

export interface DecisionDeps {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
  /** Told after a decision, so that open screens follow at once. */
  readonly onDecided: () => void;
  readonly environment: 'sandbox' | 'live';
  readonly secondPersonAboveXaf: number;
}

/** Who decides, and from where. */
export interface Decider {
  readonly staffId: string;
  readonly name: string;
  readonly ip: string | null;
}

export type Decided =
  | { readonly kind: 'done'; readonly transaction: Transaction }
  | { readonly kind: 'already_done'; readonly transaction: Transaction }
  | { readonly kind: 'waits_for_second_person'; readonly transaction: Transaction }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'conflict'; readonly state: State }
  | { readonly kind: 'forbidden'; readonly why: 'own_payout' }
  | { readonly kind: 'receipts_refused'; readonly why: string };

/**
 * Approves a withdrawal. A large one needs a second person; nobody approves a payout that they
 * created themselves.
 */
export function approveWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, found) => {
    const { transaction } = found;
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    const approvals = await listApprovals(connection, id);
    const hasApproved = approvals.some(({ staff_id }) => staff_id === decider.staffId);
    if (transaction.state !== 'pending_approval') {
      return hasApproved && transaction.state !== 'failed'
        ? { kind: 'already_done', transaction }
        : { kind: 'conflict', state: transaction.state };
    }
    if ((await findCreator(connection, id)) === actorOf(decider)) {
      return { kind: 'forbidden', why: 'own_payout' };
    }
    const isNew = await insertApproval(connection, { transactionId: id, staffId: decider.staffId });
    const people = approvals.length + (isNew ? 1 : 0);
    if (transaction.amountXaf > deps.secondPersonAboveXaf && people < 2) {
      if (isNew) await audit(connection, decider, 'withdrawal.first_approval', transaction, null);
      return { kind: 'waits_for_second_person', transaction };
    }
    return { kind: 'move', action: 'withdrawal.approve', triggers: ['approved'], reason: null };
  });
}

export function rejectWithdrawal(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  reason: string,
): Promise<Decided> {
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.direction !== 'withdrawal') return { kind: 'not_found' };
    if (transaction.state === 'pending_approval') {
      return { kind: 'move', action: 'withdrawal.reject', triggers: ['rejected'], reason };
    }
    return repeatOrConflict(connection, decider, transaction, 'rejected');
  });
}

export function resolveTransaction(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  order: { readonly decision: 'confirm' | 'reject'; readonly reason: string },
): Promise<Decided> {
  const trigger = order.decision === 'confirm' ? 'staff_confirmed' : 'staff_rejected';
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.state === 'requires_manual_resolution') {
      const action = `transaction.${order.decision}`;
      return { kind: 'move', action, triggers: [trigger], reason: order.reason };
    }
    return repeatOrConflict(connection, decider, transaction, trigger);
  });
}

/**
 * Completes a deposit from payments received: unused, from the player's number, adding up to at
 * least the amount. What is credited is the deposit's amount, never the sum (deposits, rule 6).
 */
export function completeDeposit(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  order: { readonly receiptIds: readonly string[]; readonly reason: string },
): Promise<Decided> {
  const receiptIds = [...new Set(order.receiptIds)];
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.direction !== 'deposit') return { kind: 'not_found' };
    if (transaction.state === 'succeeded') {
      return repeatOrConflict(connection, decider, transaction, 'staff_completed');
    }
    const receipts = await findReceiptsForUse(connection, receiptIds);
    const why = refuseReceipts(transaction, receiptIds, receipts);
    if (why !== null) return { kind: 'receipts_refused', why };
    await useReceipts(connection, { transactionId: id, receiptIds });
    const { reason } = order;
    return { kind: 'move', action: 'deposit.complete', triggers: ['staff_completed'], reason };
  });
}

interface Receipt {
  readonly payer_msisdn: string;
  readonly operator: string;
  readonly state: string;
  readonly amount_xaf: number;
}

function refuseReceipts(
  transaction: Transaction,
  wanted: readonly string[],
  receipts: readonly Receipt[],
): string | null {
  if (receipts.length !== wanted.length) return 'A payment does not exist.';
  if (receipts.some(({ state }) => state !== 'unmatched'))
    return 'A payment has been used already.';
  if (receipts.some(({ operator }) => operator !== transaction.operator)) {
    return 'A payment came through another operator.';
  }
  if (receipts.some(({ payer_msisdn }) => payer_msisdn !== transaction.msisdn)) {
    return 'A payment came from another number than the player’s.';
  }
  const sum = sumXaf(receipts.map(({ amount_xaf }) => amount_xaf));
  const missing = transaction.amountXaf - sum;
  return missing > 0 ? `The payments are ${missing} XAF short of the deposit.` : null;
}

type Verdict =
  | Decided
  | {
      readonly kind: 'move';
      readonly action: string;
      readonly triggers: readonly Trigger[];
      readonly reason: string | null;
    };

/**
 * Lock, decide, move, audit: one database transaction, so that none of it exists without the rest.
 */
async function decideInOne(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  judge: (connection: Queryable, found: TimedTransaction) => Promise<Verdict>,
): Promise<Decided> {
  const decided = await deps.database
    .atomically(async (connection): Promise<Decided> => {
      const found = await findTransactionForDecision(connection, id);
      if (found === null) return { kind: 'not_found' };
      const verdict = await judge(connection, found);
      if (verdict.kind !== 'move') return verdict;
      const { transaction, now } = found;
      const decision = decideSequence(transaction, verdict.triggers, {
        at: now,
        lateWindowMs: 0,
        ...(verdict.reason === null ? {} : { reason: verdict.reason }),
      });
      if (decision.kind === 'refused') throw new RefusedDecision(transaction.state);
      const { moves } = decision;
      const change = { transaction, moves, actor: actorOf(decider), providerTxId: null };
      await recordTransitions(connection, [change]);
      const after = { state: decision.transaction.state, reason: verdict.reason };
      await audit(connection, decider, verdict.action, transaction, after);
      if (decision.transaction.state === 'approved' && deps.environment === 'sandbox') {
        return { kind: 'done', transaction: await payOutInSandbox(connection, decision, now) };
      }
      return { kind: 'done', transaction: decision.transaction };
    })
    .catch((error: unknown): Decided => {
      if (error instanceof RefusedDecision) return { kind: 'conflict', state: error.state };
      throw error;
    });
  if (tellsSomebody(decided)) deps.onQueued();
  deps.onDecided();
  return decided;
}

function tellsSomebody(decided: Decided): boolean {
  return decided.kind === 'done' && decided.transaction.callbackUrl !== null;
}

/** The sandbox's simulated provider pays out at once; nothing leaves the service. */
async function payOutInSandbox(
  connection: Queryable,
  { transaction }: { readonly transaction: Transaction },
  at: Date,
): Promise<Transaction> {
  const payout = decideSequence(transaction, ['transfer_sent', 'transfer_succeeded'], {
    at,
    lateWindowMs: 0,
  });
  assert(payout.kind === 'moved', 'an approved withdrawal cannot be paid out');
  await recordTransitions(connection, [
    {
      transaction,
      moves: payout.moves,
      actor: `provider:${transaction.providerId}`,
      providerTxId: sandboxProviderTxId(transaction),
    },
  ]);
  return payout.transaction;
}

/** Undoes what the judge has written: the state machine does not allow the move. */
class RefusedDecision extends Error {
  readonly state: State;
  constructor(state: State) {
    super('the move is not allowed in this state');
    this.state = state;
  }
}

/** The same person clicking twice did what they wanted; anybody else came too late. */
async function repeatOrConflict(
  connection: Queryable,
  decider: Decider,
  transaction: Transaction,
  trigger: Trigger,
): Promise<Decided> {
  const last = await findLastMove(connection, transaction.id);
  const isRepeat = last?.actor === actorOf(decider) && last.trigger === trigger;
  return isRepeat
    ? { kind: 'already_done', transaction }
    : { kind: 'conflict', state: transaction.state };
}

function audit(
  connection: Queryable,
  decider: Decider,
  action: string,
  before: Transaction,
  after: { readonly state: State; readonly reason: string | null } | null,
): Promise<void> {
  return appendAudit(connection, {
    actor: decider.name,
    actorId: decider.staffId,
    ip: decider.ip,
    action,
    subject: `transaction:${before.id}`,
    before: { state: before.state, amount_xaf: before.amountXaf },
    after: after && { state: after.state },
    reason: after?.reason ?? null,
  });
}

function actorOf({ staffId }: Decider): string {
  return `staff:${staffId}`;
}
