import { toRemarkBody } from '../../../contract/remark.ts';
import { type ListedReceiptRow, listCandidates } from '../../../db/receipts/staff-receipts.ts';
import { agreementPolicy } from '../../../domain/access/policy.ts';
import { normaliseLine } from '../../../domain/lines/line.ts';
import { differencesBetween } from '../../../domain/receipts/receipt-differences.ts';
import { type RowDeps, toTransactionRow } from '../transactions/listed-transaction.ts';

export async function candidatesFor({ database, policy }: RowDeps, receipt: ListedReceiptRow) {
  const rows = await listCandidates(database, receipt);
  const rules = agreementPolicy(await policy.recent());
  const payment = {
    operator: receipt.operator,
    payerMsisdn: receipt.payer_msisdn,
    line: normaliseLine(receipt.line),
    amountXaf: receipt.amount_xaf,
    receivedAt: receipt.received_at,
  };
  return rows.map((row) => ({
    // Only payouts are marked, and these are deposits.
    transaction: toTransactionRow({ ...row, marks: [] }, rules),
    differences: differencesBetween(payment, {
      operator: row.operator,
      msisdn: row.msisdn,
      merchantNumber: normaliseLine(row.merchant_number),
      amountXaf: row.amount_xaf,
      state: row.state,
      collectionMode: row.collection_mode,
      createdAt: row.created_at,
    }).map(toRemarkBody),
  }));
}
