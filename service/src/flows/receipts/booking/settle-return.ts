import { insertEntries } from '../../../db/books/entries.ts';
import type { Queryable } from '../../../db/client.ts';
import type { NamedPayment } from '../../../db/receipts/receipts.ts';
import { findTransferTo, insertGivenBack, lockReturns } from '../../../db/receipts/sent-money.ts';
import { paymentCause, postAnswer } from '../../../domain/books/posting.ts';
import { postMove } from '../../../domain/books/wallet-move.ts';

/**
 * A payment went back to its payer. If the transfer was reported before staff said so, it is booked
 * as money moved outside, and is turned into the return that it was. One that is reported later
 * finds the payment by itself.
 */
export async function settleReturn(
  connection: Queryable,
  payment: NamedPayment & {
    readonly payer: string;
    readonly amountXaf: number;
    readonly receivedAt: Date;
  },
): Promise<void> {
  const { operator, operatorTxId, payer: payee, amountXaf, receivedAt: since } = payment;
  await lockReturns(connection, payee);
  const transfer = await findTransferTo(connection, { payee, operator, amountXaf, since });
  if (transfer === null) return;
  const sent = { operator, operatorTxId: transfer.operatorTxId };
  const move = {
    ...sent,
    direction: 'out' as const,
    amountXaf,
    feeCents: null,
    operatorTime: transfer.at,
  };
  await insertEntries(connection, [
    postAnswer('moved_out_was_return', paymentCause(sent)),
    ...postMove(move, transfer.wallet, { kind: 'payment_given_back', operatorTxId }),
  ]);
  await insertGivenBack(connection, { ...sent, cause: paymentCause(payment) });
}
