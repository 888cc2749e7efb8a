import type { Static } from 'typebox';
import type { ReceiptRow } from '../../../contract/receipts/receipts-api.ts';
import { toRemarkBody } from '../../../contract/remark.ts';
import type { ListedReceiptRow } from '../../../db/receipts/staff-receipts.ts';

export function toReceiptRow(row: ListedReceiptRow): Static<typeof ReceiptRow> {
  return {
    ...row,
    rivals: [...row.rivals],
    reason: toRemarkBody(row.reason),
    doubts: row.doubts.map(toRemarkBody),
    received_at: row.received_at.toISOString(),
    operator_time: row.operator_time?.toISOString() ?? null,
  };
}
