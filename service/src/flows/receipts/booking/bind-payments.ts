import { findFeeBearers } from '../../../db/books/applications.ts';
import { insertEntries } from '../../../db/books/entries.ts';
import type { Queryable } from '../../../db/client.ts';
import { bindReceipts, type StoredReceipt } from '../../../db/receipts/receipts.ts';
import {
  paymentCause,
  postAnswer,
  postOverpayment,
  postPayment,
  transactionCause,
} from '../../../domain/books/posting.ts';
import { postPassedFee } from '../../../domain/books/wallet-move.ts';
import { sumXaf } from '../../../domain/money.ts';
import type { Remark } from '../../../domain/remarks/remark.ts';

/** Payments of one deposit. */
interface PaymentUse {
  readonly ids: readonly string[];
  readonly transactionId: string;
  readonly reason: Remark;
  /** What the deposit needs of them: the rest is the payer's. Absent: all of it. */
  readonly neededXaf?: number;
}

/**
 * Binds payments to the one deposit that they paid, and books them unless they are booked already.
 * If the deposit was booked as paid by a payment without a name, that was one of these.
 */
export async function bindPayments(
  connection: Queryable,
  ...uses: readonly PaymentUse[]
): Promise<void> {
  if (uses.length === 0) return;
  const bound = await bindReceipts(
    connection,
    uses.flatMap(({ ids, ...use }) => ids.map((id) => ({ ...use, id }))),
  );
  const found = new Map(bound.map((receipt) => [receipt.id, receipt]));
  const booked = uses.map((use) => {
    return { ...use, receipts: use.ids.flatMap((id) => found.get(id) ?? []) };
  });
  const charged = booked.filter(({ receipts }) =>
    receipts.some(({ feeCents }) => (feeCents ?? 0) > 0),
  );
  const bearers = await findFeeBearers(
    connection,
    charged.map(({ transactionId }) => transactionId),
  );
  const postings = booked.flatMap(({ receipts, transactionId, neededXaf }) => {
    const bearer = bearers.get(transactionId) ?? null;
    const paidXaf = sumXaf(receipts.map(({ amountXaf }) => amountXaf));
    return [
      ...receipts.flatMap(postPayment),
      ...receipts.flatMap((receipt) => postPassedFee(bearer, feeOf(receipt))),
      postAnswer('payment_named', transactionCause(transactionId)),
      ...postOverpayment(transactionId, paidXaf - (neededXaf ?? paidXaf)),
    ];
  });
  await insertEntries(connection, postings);
}

function feeOf(receipt: StoredReceipt) {
  const feeCents = BigInt(receipt.feeCents ?? 0);
  return { cause: paymentCause(receipt), feeCents, valueAt: receipt.operatorTime };
}
