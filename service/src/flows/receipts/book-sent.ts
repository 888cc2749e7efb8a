import { insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import { findNamelessPayout, findReturned, isOfPayout } from '../../db/receipts/sent-money.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import { postSent } from '../../domain/books/posting.ts';
import type { SmsSent } from '../../domain/receipts/sms/reading.ts';

/** Books money that left a line, and gives a payout that has no id of the operator this one. */
export async function bookSent(connection: Queryable, line: string, sent: SmsSent): Promise<void> {
  const isPayout = (await namePayout(connection, sent)) || (await isOfPayout(connection, sent));
  const { payee } = sent;
  const returnedTxId =
    isPayout || payee === null ? null : await findReturned(connection, { ...sent, payee });
  await insertEntries(connection, postSent({ ...sent, line, isPayout, returnedTxId }));
}

async function namePayout(
  connection: Queryable,
  { payee, operator, amountXaf, operatorTxId }: SmsSent,
): Promise<boolean> {
  if (payee === null) return false;
  const id = await findNamelessPayout(connection, { payee, operator, amountXaf });
  if (id !== null) await fillProviderTxId(connection, { id, providerTxId: operatorTxId });
  return id !== null;
}
