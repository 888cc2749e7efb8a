import type { Queryable } from '../../db/client.ts';
import { findPaidWith } from '../../db/receipts/match-candidates.ts';
import { findReversal } from '../../db/receipts/reversed-receipts.ts';
import { lockReceipts } from '../../db/receipts/staff-receipts.ts';
import { findEarlierMoney } from '../../db/transactions/player-facts.ts';
import { requiredPeople } from '../../domain/access/agreement.ts';
import {
  type ChosenPayment,
  completionOf,
  countedSince,
  countsOnWord,
  toChosenPayment,
} from '../../domain/decisions/resolution.ts';
import type { Message } from '../../domain/messages/message.ts';
import { sumXaf } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decide } from '../../domain/transactions/transition.ts';
import { bindPayments } from '../receipts/booking/bind-payments.ts';
import { findReturn } from '../transactions/judge-refund.ts';
import {
  agreeOnDecision,
  type Decided,
  type Decider,
  type DecisionDeps,
  decideInOne,
  type JudgedTransaction,
  repeatOrConflict,
  sumApproved,
} from './decision.ts';

/**
 * Completes a deposit from payments received: unused, from the player's number, adding up to at
 * least the amount. The credit is the deposit's amount, never the sum (deposits, rule 6). How many
 * people it takes, `requiredPeople` says.
 */
export function completeDeposit(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  asked: CompletionRequest,
): Promise<Decided> {
  const receiptIds = [...new Set(asked.receiptIds)];
  return decideInOne(deps, decider, id, async (connection, found) => {
    const { transaction } = found;
    if (transaction.direction !== 'deposit') return { kind: 'not_found' };
    if (transaction.state === 'succeeded') {
      return repeatOrConflict(connection, decider, transaction, 'staff_completed');
    }
    const receipts = await lockReceipts(connection, receiptIds);
    const why =
      refuseReceipts(transaction, receiptIds, receipts) ??
      (await refuseTaken(connection, transaction, receipts));
    if (why !== null) return { kind: 'receipts_refused', why };
    const payments = receipts.map(toChosenPayment);
    const waits = await waitForAgreement(connection, decider, { ...found, payments, asked });
    if (waits !== null) return waits;
    const use: Message = { code: 'used_by_staff', params: { deposit: id } };
    const { amountXaf } = transaction;
    const onWord = payments.filter((payment) => countsOnWord(payment, transaction));
    const completion = { by: decider.staffId, unproven: onWord.map((payment) => payment.id) };
    const bound = { ids: receiptIds, transactionId: id, reason: use, completion };
    await bindPayments(connection, { ...bound, amountXaf });
    const { reason } = asked;
    const action = 'deposit.complete';
    // A deposit stores one id; those of several payments are on the receipts.
    const [only, ...more] = receipts;
    const providerTxId = more.length === 0 ? (only?.operator_tx_id ?? null) : null;
    return { kind: 'move', action, triggers: ['staff_completed'], reason, providerTxId };
  });
}

export interface CompletionRequest {
  readonly receiptIds: readonly string[];
  readonly reason: string;
  /** How many others had agreed when the person was asked, or `null` if that is not known. */
  readonly approvalsSeen?: number | null;
}

/** What one person's decision still waits for, or `null` if enough people agree. */
async function waitForAgreement(
  connection: Queryable,
  decider: Decider,
  question: JudgedTransaction & {
    readonly payments: readonly ChosenPayment[];
    readonly asked: CompletionRequest;
  },
): Promise<Decided | null> {
  const { transaction, now, policy, payments, asked } = question;
  const move = decide(transaction, 'staff_completed', { at: now, lateWindowMs: 0 });
  if (move.kind === 'refused') return { kind: 'conflict', state: transaction.state };
  const approved = await sumApproved(connection, decider);
  const { hasPaidFromNumber: isKnownPayer } = await findEarlierMoney(connection, transaction);
  const completion = completionOf(transaction, payments, { approved, isKnownPayer });
  const needs = requiredPeople(completion, policy);
  const since = countedSince(now, policy, null);
  const choice = { receipts: payments.map(({ id }) => id).toSorted() };
  const said = { ...asked, transaction, decision: 'confirm', choice, needs, since } as const;
  return agreeOnDecision(connection, policy, decider, said);
}

interface Receipt {
  readonly id: string;
  readonly payer_msisdn: string;
  readonly operator: string;
  readonly operator_tx_id: string;
  readonly state: string;
  readonly amount_xaf: number;
  readonly waits_for_line: boolean;
  readonly is_left_behind: boolean;
  readonly open_fields: readonly string[];
  readonly reason: Message;
}

function refuseReceipts(
  transaction: Transaction,
  wanted: readonly string[],
  receipts: readonly Receipt[],
): Message | null {
  if (receipts.length !== wanted.length) return { code: 'chosen_missing' };
  if (receipts.some(({ state }) => state !== 'unmatched')) return { code: 'chosen_used' };
  if (receipts.some(({ open_fields }) => open_fields.length > 0)) return { code: 'chosen_open' };
  // A line that went on without the text decides nothing about it any more: people do.
  if (receipts.some((receipt) => receipt.waits_for_line && !receipt.is_left_behind)) {
    return { code: 'chosen_waits_for_line' };
  }
  if (receipts.some(({ operator }) => operator !== transaction.operator)) {
    return { code: 'chosen_other_operator' };
  }
  if (receipts.some(({ payer_msisdn }) => payer_msisdn !== transaction.msisdn)) {
    return { code: 'chosen_other_number' };
  }
  const sum = sumXaf(receipts.map(({ amount_xaf }) => amount_xaf));
  const missing = transaction.amountXaf - sum;
  return missing > 0 ? { code: 'chosen_too_little', params: { amount_xaf: missing } } : null;
}

/**
 * A payment reported by the provider completed its own deposit, whatever its text became; a payment
 * that the operator reversed cannot be used.
 */
async function refuseTaken(
  connection: Queryable,
  { id, operator }: Transaction,
  receipts: readonly Receipt[],
): Promise<Message | null> {
  for (const { id: receiptId, operator_tx_id: operatorTxId, reason } of receipts) {
    const payment = { operator, operatorTxId };
    if ((await findReturn(connection, receiptId)) !== null) return { code: 'return_may_have_left' };
    if ((await findReversal(connection, payment)) !== null) {
      const isProven = reason.code !== 'taken_back_unproven';
      return { code: isProven ? 'chosen_taken_back' : 'chosen_taken_back_unproven' };
    }
    const by = await findPaidWith(connection, payment, id);
    if (by !== null) return { code: 'chosen_taken', params: { deposit: by } };
  }
  return null;
}
