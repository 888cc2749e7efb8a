import assert from 'node:assert/strict';
import { insertEntries } from '../../../service/src/db/books/entries.ts';
import type { Database } from '../../../service/src/db/client.ts';
import { lockReceiptOf } from '../../../service/src/db/receipts/receipts.ts';
import { postPayment, postReversal } from '../../../service/src/domain/books/posting.ts';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';

/** A payment that waits and is in the books, as one that a balance proves. */
export async function insertBooked(
  database: Database,
  payment: { readonly payer: string; readonly amountXaf: number },
): Promise<string> {
  const id = await insertReceipt(database, payment);
  await book(database, id);
  return id;
}

/** The operator has taken a payment back, which shows that its payer has it again. */
export async function takeBack(database: Database, id: string): Promise<void> {
  await insertEntries(
    database,
    postReversal({ ...(await book(database, id)), transactionId: null }),
  );
}

async function book(database: Database, id: string) {
  const named = { operator: 'orange', operatorTxId: `PP-${id}` } as const;
  const receipt = await lockReceiptOf(database, named);
  assert.ok(receipt !== null);
  await insertEntries(database, postPayment(receipt));
  return named;
}
