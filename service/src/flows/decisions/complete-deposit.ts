import type { Queryable } from '../../db/client.ts';
import { findPaidWith } from '../../db/receipts/match-candidates.ts';
import { lockReceipts, useReceipts } from '../../db/receipts/staff-receipts.ts';
import { formatXaf, sumXaf } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
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
  asked: { readonly receiptIds: readonly string[]; readonly reason: string },
): Promise<Decided> {
  const receiptIds = [...new Set(asked.receiptIds)];
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.direction !== 'deposit') return { kind: 'not_found' };
    if (transaction.state === 'succeeded') {
      return repeatOrConflict(connection, decider, transaction, 'staff_completed');
    }
    const receipts = await lockReceipts(connection, receiptIds);
    const why =
      refuseReceipts(transaction, receiptIds, receipts) ??
      (await refuseTaken(connection, transaction, receipts));
    if (why !== null) return { kind: 'receipts_refused', why };
    const use = `Staff completed deposit ${id} with it.`;
    await useReceipts(connection, { transactionId: id, receiptIds, reason: use });
    const { reason } = asked;
    return { kind: 'move', action: 'deposit.complete', triggers: ['staff_completed'], reason };
  });
}

interface Receipt {
  readonly payer_msisdn: string;
  readonly operator: string;
  readonly operator_tx_id: string;
  readonly state: string;
  readonly amount_xaf: number;
  readonly waits_for_line: boolean;
}

function refuseReceipts(
  transaction: Transaction,
  wanted: readonly string[],
  receipts: readonly Receipt[],
): string | null {
  if (receipts.length !== wanted.length) return 'A payment does not exist.';
  if (receipts.some(({ state }) => state !== 'unmatched'))
    return 'A payment has been used already.';
  if (receipts.some(({ waits_for_line }) => waits_for_line)) {
    return 'A payment waits for its line: put the line in order first.';
  }
  if (receipts.some(({ operator }) => operator !== transaction.operator)) {
    return 'A payment came through another operator.';
  }
  if (receipts.some(({ payer_msisdn }) => payer_msisdn !== transaction.msisdn)) {
    return 'A payment came from another number than the player’s.';
  }
  const sum = sumXaf(receipts.map(({ amount_xaf }) => amount_xaf));
  const missing = transaction.amountXaf - sum;
  return missing > 0 ? `The payments are ${formatXaf(missing)} short of the deposit.` : null;
}

/** A payment that the provider told of completed its own deposit, whatever its text became. */
async function refuseTaken(
  connection: Queryable,
  { id, operator }: Transaction,
  receipts: readonly Receipt[],
): Promise<string | null> {
  for (const { operator_tx_id: operatorTxId } of receipts) {
    const by = await findPaidWith(connection, { operator, operatorTxId }, id);
    if (by !== null) return `A payment has completed deposit ${by}: the provider reported it.`;
  }
  return null;
}
