import { listAgreed } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { findRequestFacts, notePlacedMoney } from '../../db/provider-requests/request-facts.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import { listPayoutEvidence } from '../../db/receipts/payout-transfers.ts';
import { lockUnusedReceipts, reserveReceipt } from '../../db/receipts/receipts.ts';
import {
  freeReceipts,
  insertReceiptOf,
  lockReceiptsOf,
  type SettledMoney,
} from '../../db/receipts/refused-receipts.ts';
import { listHistory } from '../../db/transactions/transaction-detail.ts';
import { clearProviderTxId } from '../../db/transactions/transitions.ts';
import { requiredPeople } from '../../domain/access/agreement.ts';
import { assert } from '../../domain/assert.ts';
import {
  countedSince,
  type DecidedFacts,
  decidedByTwo,
  hasMoney,
  type MoneyChoice,
  type RefusedMoney,
  type Resolution,
  requestFactsOf,
  resolutionOf,
} from '../../domain/decisions/resolution.ts';
import type { Message } from '../../domain/messages/message.ts';
import { receiptOfHeld } from '../../domain/receipts/matching.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import { withCatalogue } from '../providers/with-catalogue.ts';
import { bindPayments } from '../receipts/booking/bind-payments.ts';
import { returnPayment } from '../receipts/booking/book-move.ts';
import { findReturn } from '../transactions/judge-refund.ts';
import {
  agreeOnDecision,
  type Decided,
  type Decider,
  decideInOne,
  type JudgedTransaction,
  type PayingDeps,
  RefusedDecision,
  repeatOrConflict,
} from './decision.ts';
import { insertReturn, type SentBack } from './send-back.ts';
import { whyNotPlaced } from './why-not-placed.ts';

/** Decides about a held transaction, deposit or withdrawal. */
export async function resolveTransaction(
  deps: PayingDeps,
  decider: Decider,
  id: string,
  asked: ResolutionRequest,
): Promise<Decided> {
  if (asked.money?.becomes !== 'sent_back') return resolve(deps, decider, id, asked);
  return withCatalogue(deps, (catalogue) => resolve(deps, decider, id, asked, catalogue));
}

async function resolve(
  deps: PayingDeps,
  decider: Decider,
  id: string,
  asked: ResolutionRequest,
  catalogue: Catalogue | null = null,
): Promise<Decided> {
  const trigger = asked.decision === 'confirm' ? 'staff_confirmed' : 'staff_rejected';
  let unmatchedReceipts = 0;
  const decided = await decideInOne(deps, decider, id, async (connection, found) => {
    const { transaction } = found;
    if (transaction.state === 'requires_manual_resolution') {
      const refused = await refuseMoney(deps, connection, { transaction, asked, catalogue });
      if (refused !== null) return refused;
      const waits = await waitForAgreement(connection, decider, { found, asked });
      if (waits !== null) return waits;
      if (asked.decision === 'confirm' && transaction.direction === 'deposit') {
        unmatchedReceipts = await useReceipt(connection, decider, transaction);
      }
      const action = `transaction.${asked.decision}` as const;
      const move = { kind: 'move', action, triggers: [trigger], reason: asked.reason } as const;
      if (asked.decision === 'confirm') return move;
      const { money = null } = asked;
      const pay = catalogue && payerOf(deps, decider, asked.reason, catalogue);
      const assigned = await assignMoney(connection, decider, { transaction, money, pay });
      return assigned === null ? { kind: 'money_not_placed' } : { ...move, transaction: assigned };
    }
    return repeatOrConflict(connection, decider, transaction, trigger);
  });
  return decided.kind === 'done' ? { ...decided, unmatchedReceipts } : decided;
}

export interface ResolutionRequest {
  readonly decision: Resolution;
  readonly reason: string;
  /** What becomes of the money of a rejected deposit. */
  readonly money?: RefusedMoney | null;
  /** How many others had decided the same when the person was asked, or `null` if not known. */
  readonly approvalsSeen?: number | null;
}

/** Stores the return of a payment. */
type Pay = (connection: Queryable, paymentId: string) => Promise<SentBack>;

function payerOf(deps: PayingDeps, decider: Decider, reason: string, catalogue: Catalogue): Pay {
  const actor = { actor: decider.name, actorId: decider.staffId, ip: decider.ip };
  return async (connection, id) => {
    const policy = await deps.policy.within(connection);
    return insertReturn(connection, { id, policy, catalogue, actor, reason });
  };
}

/**
 * Why a rejected deposit cannot leave its money so: found before anybody's yes is stored, so that
 * no second person is asked for what cannot be done.
 */
async function refuseMoney(
  { policy }: PayingDeps,
  connection: Queryable,
  { transaction, asked, catalogue }: AskedMoney,
): Promise<Decided | null> {
  const { decision, money = null } = asked;
  if (decision === 'confirm' || transaction.direction !== 'deposit') return null;
  const { length } = await lockReceiptsOf(connection, transaction);
  if (!hasMoney(transaction, length)) return null;
  if (money === null) return { kind: 'money_not_placed' };
  const rules = { policy: await policy.within(connection), catalogue };
  const why = await whyNotPlaced(connection, transaction, { becomes: money.becomes, rules });
  return why && { kind: 'receipts_refused', why };
}

interface AskedMoney {
  readonly transaction: Transaction;
  readonly asked: ResolutionRequest;
  /** Of money that is sent back. */
  readonly catalogue: Catalogue | null;
}

/** What one person's decision still waits for, or `null` if enough people agree. */
async function waitForAgreement(
  connection: Queryable,
  decider: Decider,
  { found, asked }: { readonly found: JudgedTransaction; readonly asked: ResolutionRequest },
): Promise<Decided | null> {
  const { transaction, now, policy } = found;
  const { decision, reason, approvalsSeen } = asked;
  const money = await findSaidOfMoney(connection, transaction, asked);
  const facts = await decidedFactsOf(connection, transaction);
  return agreeOnDecision(connection, policy, decider, {
    transaction,
    decision,
    ...(money === null ? {} : { choice: { money } }),
    needs: requiredPeople(resolutionOf(transaction, decision, facts, money), policy),
    since: countedSince(now, policy, facts),
    approvalsSeen,
    reason,
  });
}

/** What becomes of its payment, or `null` if none is known. */
async function findSaidOfMoney(
  connection: Queryable,
  transaction: Transaction,
  { money = null }: ResolutionRequest,
): Promise<MoneyChoice | null> {
  if (money === null) return null;
  const { length } = await lockReceiptsOf(connection, transaction);
  return hasMoney(transaction, length) ? money.becomes : null;
}

async function decidedFactsOf(
  connection: Queryable,
  transaction: Transaction,
): Promise<DecidedFacts> {
  const { id } = transaction;
  const history = await listHistory(connection, id);
  const stored = await findRequestFacts(connection, id);
  const reports = await listPayoutEvidence(connection, transaction);
  return {
    request: requestFactsOf(stored, history.at(-1)?.trigger ?? null),
    reportedAt: reports.at(-1)?.at ?? null,
    decidedByTwo: decidedByTwo(history, await listAgreed(connection, id)),
    isQuarantined: (await findQuarantine(connection)) !== null,
  };
}

/**
 * Uses up the payment that confirms a deposit, so that it cannot pay another one. One whose text is
 * not believed may be forged, and the true one still come: it is only reserved. If it is not
 * certain which payment it was, none is used and the number of possible ones is returned.
 */
async function useReceipt(
  connection: Queryable,
  { name }: Decider,
  transaction: Transaction,
): Promise<number> {
  const { id, operator, msisdn: payer, amountXaf, createdAt: since, providerTxId } = transaction;
  const receipts = await lockUnusedReceipts(connection, { operator, payer, amountXaf, since });
  const own = receiptOfHeld(transaction, receipts);
  if (own === null) return providerTxId === null ? receipts.length : 0;
  if ((await findReturn(connection, own.id)) !== null) {
    throw new RefusedDecision({ kind: 'receipts_refused', why: { code: 'return_may_have_left' } });
  }
  const params = { staff: name, deposit: id };
  if (own.isTrusted) {
    const reason: Message = { code: 'confirmed_by_staff', params };
    await bindPayments(connection, { ids: [own.id], transactionId: id, reason });
  } else {
    const reason: Message = { code: 'reserved_by_staff', params };
    await reserveReceipt(connection, { id: own.id, transactionId: id, reason });
  }
  return 0;
}

/**
 * Assigns the payments of a deposit that staff refuse. Returns `null` if there is money and they
 * did not say what becomes of it. A payment that only the provider reported becomes a receipt
 * first, so that a later text is recognised as the same money.
 */
async function assignMoney(
  connection: Queryable,
  decider: Decider,
  { transaction, money, pay }: AssignedMoney,
): Promise<Transaction | null> {
  if (transaction.direction !== 'deposit') return transaction;
  if (money !== null) await insertReceiptOf(connection, transaction.id);
  const receipts = await lockReceiptsOf(connection, transaction);
  const isKnown = hasMoney(transaction, receipts.length);
  if (isKnown && money === null) return null;
  const operatorTxIds = receipts.map(({ operatorTxId }) => operatorTxId);
  await notePlacedMoney(connection, { transactionId: transaction.id, operatorTxIds });
  if (!isKnown || money === null) return transaction;
  const named = { staff: decider.name, deposit: transaction.id };
  if (money.becomes !== 'returned') {
    const reason: Message = { code: 'freed_by_staff', params: named };
    const ids = receipts.map(({ id }) => id);
    await freeReceipts(connection, { ids, reason });
    // Otherwise this deposit would seem to have the payment.
    await clearProviderTxId(connection, transaction.id);
    if (pay !== null) await sendBackAll(connection, pay, ids);
    return { ...transaction, providerTxId: null };
  }
  const reason: Message = { code: 'returned_to_payer', params: { ...named, text: money.how } };
  for (const receipt of receipts) {
    const done = await returnPayment(connection, receipt, reason);
    if (done === 'no_evidence') {
      throw new RefusedDecision({ kind: 'receipts_refused', why: { code: 'chosen_not_returned' } });
    }
    await note(connection, decider, receipt, money.how);
  }
  return transaction;
}

interface AssignedMoney {
  readonly transaction: Transaction;
  readonly money: RefusedMoney | null;
  /** Of money that is sent back. */
  readonly pay: Pay | null;
}

/** All of them, or the deposit is not refused either. */
async function sendBackAll(connection: Queryable, pay: Pay, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const sent = await pay(connection, id);
    if (sent.kind === 'receipts_refused') throw new RefusedDecision(sent);
    assert(sent.kind === 'created', 'a locked payment has vanished');
  }
}

function note(
  connection: Queryable,
  { name, staffId, ip }: Decider,
  { id, state }: SettledMoney,
  how: string,
): Promise<void> {
  return appendAudit(connection, {
    actor: name,
    actorId: staffId,
    ip,
    action: 'receipt.return',
    subject: `receipt:${id}`,
    before: { state },
    after: { state: 'dismissed' },
    reason: how,
  });
}
