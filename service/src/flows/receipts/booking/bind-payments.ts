import { findFeeBearers, listUnnamedFees } from '../../../db/books/balances.ts';
import { insertEntries } from '../../../db/books/entries.ts';
import type { Queryable } from '../../../db/client.ts';
import {
  bindReceipts,
  findPaidXaf,
  type ReceiptUse,
  type StoredReceipt,
} from '../../../db/receipts/receipts.ts';
import {
  paymentCause,
  postEntry,
  postOverpayment,
  postPayment,
  transactionCause,
} from '../../../domain/books/posting.ts';
import { postNamedFee, postPassedFee } from '../../../domain/books/wallet-move.ts';
import { sumXaf } from '../../../domain/money.ts';

/**
 * Binds payments to the one deposit that they paid, and books those that are new. If the deposit
 * was booked as paid by a payment without operator id, that was one of these.
 */
export async function bindPayments(
  connection: Queryable,
  use: ReceiptUse & {
    /** The deposit's amount: what its payments are more is the payer's. All of it if absent. */
    readonly amountXaf?: number;
  },
): Promise<void> {
  const { transactionId, amountXaf } = use;
  if (amountXaf === undefined) {
    return bookUses(connection, [{ ...use, receipts: await bindReceipts(connection, use) }]);
  }
  // A held deposit has its payment already: another one that completes it is all the payer's.
  const neededXaf = Math.max(0, amountXaf - (await findPaidXaf(connection, transactionId)));
  await bookUses(connection, [
    { transactionId, neededXaf, receipts: await bindReceipts(connection, use) },
  ]);
}

/** Books payments that were just bound to their deposits. */
export async function bookUses(
  connection: Queryable,
  uses: readonly {
    readonly receipts: readonly BookedReceipt[];
    readonly transactionId: string;
    readonly neededXaf?: number;
  }[],
): Promise<void> {
  const ids = uses.map(({ transactionId }) => transactionId);
  const unnamed = new Set(
    (await listUnnamedFees(connection, ids)).map(({ transactionId }) => transactionId),
  );
  const charged = uses.filter(({ receipts }) =>
    receipts.some(({ feeCents }) => (feeCents ?? 0) > 0),
  );
  const bearers = await findFeeBearers(
    connection,
    charged.map(({ transactionId }) => transactionId),
  );
  const postings = uses.flatMap(({ receipts, transactionId, neededXaf }) => {
    // It bears the fee that its provider has reported already.
    const bearer = unnamed.has(transactionId) ? null : (bearers.get(transactionId) ?? null);
    const paidXaf = sumXaf(receipts.map(({ amountXaf }) => amountXaf));
    return [
      ...receipts.flatMap(postPayment),
      ...receipts.flatMap((receipt) => postPassedFee(bearer, feeOf(receipt))),
      postEntry('payment_named', transactionCause(transactionId)),
      ...postOverpayment(transactionId, paidXaf - (neededXaf ?? paidXaf)),
    ];
  });
  await insertEntries(connection, postings);
  await nameFees(
    connection,
    uses.flatMap(({ receipts: [receipt], transactionId }) =>
      receipt === undefined ? [] : [{ transactionId, cause: paymentCause(receipt) }],
    ),
  );
}

/** Moves fees that were booked without an operator's id to the payments that they are of. */
export async function nameFees(
  connection: Queryable,
  named: readonly { readonly transactionId: string; readonly cause: string }[],
): Promise<void> {
  const causes = new Map(named.map(({ transactionId, cause }) => [transactionId, cause]));
  const fees = await listUnnamedFees(connection, [...causes.keys()]);
  const postings = fees.flatMap((fee) => postNamedFee(fee, causes.get(fee.transactionId) ?? ''));
  await insertEntries(connection, postings);
}

type BookedReceipt = Parameters<typeof postPayment>[0];

function feeOf(receipt: BookedReceipt) {
  const feeCents = BigInt(receipt.feeCents ?? 0);
  return { cause: paymentCause(receipt), feeCents, valueAt: receipt.operatorTime };
}

/** Books a payment that a believed text reported and that has no deposit yet. */
export async function bookPayment(connection: Queryable, receipt: StoredReceipt): Promise<void> {
  await insertEntries(connection, postPayment(receipt));
}
