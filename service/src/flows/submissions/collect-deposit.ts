import { randomBytes, randomUUID } from 'node:crypto';
import { insertSubmission } from '../../db/submissions/submissions.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { sendSubmission } from './advance-submission.ts';
import { LEASE_MS, type SubmissionDeps } from './leased-submission.ts';
import { operatorReferenceOf } from './sending/operator-reference.ts';

/** The platform waits for the answer, so everything is over well within ten seconds. */
const INITIATION_MS = 9_000;
const PREPARE_MS = 4_000;

/**
 * Sends the payment request of a new merchant-initiated deposit to the player's phone while the
 * platform waits. Whatever is not certain by then is followed by a worker.
 */
export async function collectDeposit(
  deps: SubmissionDeps,
  transaction: Transaction,
): Promise<Transaction> {
  const connected = await deps.connectors.find(transaction.providerId);
  if (connected !== null && !connected.adapter.abilities.collect) return transaction;
  const startedAt = performance.now();
  const claim = randomUUID();
  const submission = await insertSubmission(deps.database, {
    ...newSubmission(transaction),
    claim: { id: claim, leaseMs: LEASE_MS },
  });
  if (submission === null) return transaction;
  const until = startedAt + INITIATION_MS;
  const leased = {
    submission,
    transaction,
    claim,
    now: submission.createdAt,
    leaseEndsAt: startedAt + LEASE_MS,
  };
  return sendSubmission(deps, leased, { until, prepareMs: PREPARE_MS, sendMs: INITIATION_MS });
}

/** The submission of a transaction before anything is sent. */
export function newSubmission(transaction: Transaction) {
  const { id, providerId, channelId } = transaction;
  return {
    transactionId: id,
    providerId,
    channelId,
    reference: operatorReferenceOf(transaction),
    callbackSecret: randomBytes(16).toString('hex'),
  };
}
