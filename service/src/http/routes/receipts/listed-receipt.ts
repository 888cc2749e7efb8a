import type { Static } from 'typebox';
import type { ReceiptLine } from '../../../contract/receipts/receipts-api.ts';
import type { ReceiptRow } from '../../../db/receipts/staff-receipts.ts';

export function toReceiptLine(row: ReceiptRow): Static<typeof ReceiptLine> {
  return {
    ...row,
    doubts: [...row.doubts],
    received_at: row.received_at.toISOString(),
    operator_time: row.operator_time?.toISOString() ?? null,
  };
}
