import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../../src/db/client.ts';

/** A reported payment that fitted no deposit. */
export async function insertReceipt(
  database: Queryable,
  receipt: { readonly payer: string; readonly amountXaf: number; readonly operator?: string },
): Promise<string> {
  const id = randomUUIDv7();
  await database.query({
    text: `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                 received_at, state, reason, created_at)
           values ($1, $2, $3, $4, '000000', $5, app_now(), 'unmatched',
                   'The amount is not that of an open deposit.', app_now())`,
    values: [id, receipt.operator ?? 'orange', `PP-${id}`, receipt.payer, receipt.amountXaf],
  });
  return id;
}
