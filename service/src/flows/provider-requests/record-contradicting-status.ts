import { insertEntries } from '../../db/books/entries.ts';
import type { Queryable } from '../../db/client.ts';
import { finishStep } from '../../db/provider-requests/provider-requests.ts';
import { isPaidByProvenText } from '../../db/receipts/open-receipts.ts';
import { insertGivenBack } from '../../db/receipts/sent-money.ts';
import { recordContradiction } from '../../db/transactions/contradictions.ts';
import {
  findLastMove,
  listHistory,
  lockTransaction,
} from '../../db/transactions/transaction-detail.ts';
import {
  type Posting,
  postFailureReturned,
  postPaidFailure,
  postReversal,
  transactionCause,
} from '../../domain/books/posting.ts';
import type { Message } from '../../domain/messages/message.ts';
import {
  type ContradictionMessage,
  contradictionOf,
} from '../../domain/transactions/contradiction.ts';
import { isSettled, type Transaction } from '../../domain/transactions/transaction.ts';
import type { ContradictingStatus } from './apply-provider-status.ts';
import type { LeasedRequest, ProviderRequestDeps } from './leased-request.ts';

/**
 * Ends a step in which the provider reported a final status that did not settle the transaction.
 * The status is written under the lock of the transaction: a person who decides at the same moment
 * has either read it, or is contradicted by it.
 */
export function recordContradictingStatus(
  { database }: Pick<ProviderRequestDeps, 'database'>,
  { providerRequest }: Pick<LeasedRequest, 'providerRequest'>,
  step: Parameters<typeof finishStep>[1],
  reported: ContradictingStatus,
): Promise<void> {
  return database.atomically(async (connection) => {
    const found = await lockTransaction(connection, step.transactionId);
    await finishStep(connection, step);
    if (found === null || !isSettled(found.transaction)) return;
    await noteContradiction(connection, found.transaction, reported, providerRequest);
  });
}

/** What is settled stays as it is; a person settles the contradicting status. */
async function noteContradiction(
  connection: Queryable,
  transaction: Transaction,
  { status, reason, providerId, providerTxId }: ContradictingStatus,
  { said }: Pick<LeasedRequest['providerRequest'], 'said'>,
): Promise<void> {
  const { id } = transaction;
  if (status.kind === 'paid_otherwise' && (await hasReason(connection, { id, reason }))) return;
  const provider = `provider:${providerId}`;
  const settledBy = (await findLastMove(connection, id))?.actor;
  const saidSucceeded = said === 'succeeded' || settledBy === provider;
  const isProven =
    transaction.direction === 'deposit' &&
    status.kind === 'failed' &&
    (await isPaidByProvenText(connection, id));
  const statusFacts = { status: status.kind, reason, saidSucceeded, providerTxId, isProven };
  const message = contradictionOf(transaction, statusFacts);
  if (message === null) {
    if (status.kind === 'failed') await insertEntries(connection, postFailureReturned({ id }));
    return;
  }
  const evidence = `${provider}:${status.kind}`;
  const about = { transactionId: id, receiptId: null, smsId: null };
  const named = { ...transaction, operatorTxId: providerTxId ?? transaction.providerTxId };
  await insertEntries(connection, postingsAgainst(named, message));
  if (message.code === 'settled_failed_but_paid') await keepTransfer(connection, named);
  await recordContradiction(connection, { ...about, remark: message, evidence });
}

/** Staff have decided about what the provider only repeats. */
async function hasReason(
  connection: Queryable,
  { id, reason }: { readonly id: string; readonly reason: Message | undefined },
): Promise<boolean> {
  return (await listHistory(connection, id)).some((move) => move.reason.code === reason?.code);
}

/** The transaction, and the id that the provider gives it. */
type NamedTransaction = Transaction & { readonly operatorTxId: string | null };

/** A text or a statement line with this id is no other money, even if it does not name the payee. */
async function keepTransfer(
  connection: Queryable,
  { id, operator, operatorTxId }: NamedTransaction,
): Promise<void> {
  if (operatorTxId === null) return;
  await insertGivenBack(connection, { operator, operatorTxId, cause: transactionCause(id) });
}

/** The money of a contradiction is disputed until a person has closed it. */
function postingsAgainst(
  transaction: NamedTransaction,
  { code }: ContradictionMessage,
): readonly Posting[] {
  if (code === 'settled_failed_but_paid') return postPaidFailure(transaction);
  if (code !== 'reversed_by_operator') return [];
  const { id: transactionId, operator, providerTxId: operatorTxId } = transaction;
  return postReversal({ operator, operatorTxId, transactionId });
}
