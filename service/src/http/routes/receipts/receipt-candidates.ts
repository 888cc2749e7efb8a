import type { Queryable } from '../../../db/client.ts';
import { listCandidates, type ReceiptRow } from '../../../db/receipts/staff-receipts.ts';
import { lineOf } from '../../../domain/lines/line.ts';
import { differencesBetween } from '../../../domain/receipts/receipt-differences.ts';
import { toLine } from '../transactions/listed-transaction.ts';

export async function candidatesFor(database: Queryable, receipt: ReceiptRow) {
  const rows = await listCandidates(database, receipt);
  const payment = {
    operator: receipt.operator,
    payerMsisdn: receipt.payer_msisdn,
    line: lineOf(receipt.line),
    amountXaf: receipt.amount_xaf,
    receivedAt: receipt.received_at,
  };
  return rows.map((row) => ({
    transaction: toLine(row),
    differences: [
      ...differencesBetween(payment, {
        operator: row.operator,
        msisdn: row.msisdn,
        merchantNumber: lineOf(row.merchant_number),
        amountXaf: row.amount_xaf,
        state: row.state,
        collectionMode: row.collection_mode,
        createdAt: row.created_at,
      }),
    ],
  }));
}
