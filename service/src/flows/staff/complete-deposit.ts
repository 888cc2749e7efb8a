import { findReceiptsForUse, useReceipts } from '../../db/transaction-detail.ts';
import { sumXaf } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transaction.ts';
import {
  type Decided,
  type Decider,
  type DecisionDeps,
  decideInOne,
  repeatOrConflict,
} from './decision.ts';

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
