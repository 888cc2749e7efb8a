import type { Static } from 'typebox';
import type { ReceiptRow } from '../../../contract/receipts/receipts-api.ts';
import type { ListedReceipt } from '../../../db/receipts/staff-receipts.ts';

export function toReceiptRow(row: ListedReceipt): Static<typeof ReceiptRow> {
  return {
    ...row,
    doubts: [...row.doubts],
    received_at: row.received_at.toISOString(),
    operator_time: row.operator_time?.toISOString() ?? null,
  };
}
