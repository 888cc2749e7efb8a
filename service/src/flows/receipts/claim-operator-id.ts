import type { Database, Queryable } from '../../db/client.ts';
import { findPaidWith } from '../../db/receipts/match-candidates.ts';
import { holdReceipt, lockReceiptOf, lockUnusedReceipts } from '../../db/receipts/receipts.ts';
import { hasSqlstate, SQLSTATE } from '../../db/sqlstate.ts';
import { assert } from '../../domain/assert.ts';
import type { Message } from '../../domain/messages/message.ts';
import { isFromTimeOf, isPaymentFor, lacksOperatorId } from '../../domain/receipts/matching.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { findReturn } from '../transactions/judge-refund.ts';
import {
  asksForWebhook,
  type OnWebhooksQueued,
  type Recorder,
  recordTransitions,
} from '../transactions/record-transition.ts';
import { bindPayments } from './booking/bind-payments.ts';

/**
 * Records moves of a deposit with the payment that its provider names: no other deposit can have
 * it, and the text that reported it is used up.
 */
export function createClaimingRecorder(deps: {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
}): Recorder {
  return async (change) => {
    const { transaction, providerTxId } = change;
    assert(providerTxId !== null, 'a payment without a name');
    const isRecorded = await claimOperatorId(deps.database, transaction, {
      operatorTxId: providerTxId,
      write: async (connection) => {
        const [isRecorded] = await recordTransitions(connection, [change]);
        return isRecorded === true;
      },
    });
    if (isRecorded && asksForWebhook(change)) deps.onQueued();
    return isRecorded;
  };
}

/** The payment has completed another deposit, or is sent back; nothing was written. */
export class OperatorIdTaken extends Error {
  readonly by: string;
  constructor(by: string) {
    super(`the payment has completed deposit ${by}`);
    this.by = by;
  }
}

/**
 * Writes a payment's id into its deposit and then reads the receipt, in this order: the flow that
 * reads a text locks the deposits that it may be for before it checks which one has the id, and
 * staff lock the receipt. So one of the two always sees the other, or fails on the unique index.
 */
export async function claimOperatorId(
  database: Database,
  transaction: Transaction,
  payment: {
    readonly operatorTxId: string;
    readonly write: (connection: Queryable) => Promise<boolean>;
  },
): Promise<boolean> {
  const { id, operator } = transaction;
  const named = { operator, operatorTxId: payment.operatorTxId };
  try {
    return await database.atomically(async (connection) => {
      const isWritten = await payment.write(connection);
      if (isWritten) await useReceipt(connection, transaction, named);
      return isWritten;
    });
  } catch (error) {
    if (!hasSqlstate(error, SQLSTATE.uniqueViolation)) throw error;
    const by = await findPaidWith(database, named, id);
    throw by === null ? error : new OperatorIdTaken(by);
  }
}

async function useReceipt(
  connection: Queryable,
  transaction: Transaction,
  named: Pick<Transaction, 'operator'> & { readonly operatorTxId: string },
): Promise<void> {
  const receipt = await lockReceiptOf(connection, named);
  if (receipt === null) return;
  if (receipt.state === 'used') {
    const by = await findPaidWith(connection, named, transaction.id);
    if (by !== null) throw new OperatorIdTaken(by);
  } else {
    const by = await findReturn(connection, receipt.id);
    if (by !== null) throw new OperatorIdTaken(by);
  }
  // A text that contradicts the provider is left for staff to check.
  if (receipt.state !== 'unmatched' || !isPaymentFor(receipt, transaction)) return;
  const { id } = transaction;
  const reason: Message = { code: 'named_by_provider', params: { deposit: id } };
  await bindPayments(connection, { ids: [receipt.id], transactionId: id, reason });
}

/**
 * A payment that fits several requests to pay waits for the provider to name its own. If a provider
 * confirms one of them without naming the payment, it never will: staff have to decide.
 */
export async function notePaymentWithoutOperatorId(
  database: Database,
  transaction: Transaction,
): Promise<void> {
  if (!lacksOperatorId(transaction)) return;
  const { id, operator, msisdn: payer, amountXaf, createdAt: since } = transaction;
  const reason: Message = { code: 'may_have_paid', params: { deposit: id } };
  await database.atomically(async (connection) => {
    const unused = await lockUnusedReceipts(connection, { operator, payer, amountXaf, since });
    const waiting = unused.filter(
      (receipt) => receipt.reason.code === 'several_prompts' && isFromTimeOf(receipt, transaction),
    );
    for (const receipt of waiting) await holdReceipt(connection, { id: receipt.id, reason });
  });
}
