import { randomBytes, randomUUID } from 'node:crypto';
import { insertRequest } from '../../db/provider-requests/provider-requests.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { operatorReferenceOf } from '../transactions/operator-reference.ts';
import { sendProviderRequest } from './advance-request.ts';
import { LEASE_MS, type ProviderRequestDeps } from './leased-request.ts';

/** The platform waits for the answer, so everything ends well within ten seconds. */
const INITIATION_MS = 9_000;
const PREPARE_MS = 4_000;

/**
 * Sends the payment request of a new merchant-initiated deposit to the player's phone while the
 * platform waits. A worker follows up whatever is uncertain by then.
 */
export async function collectDeposit(
  deps: ProviderRequestDeps,
  transaction: Transaction,
): Promise<Transaction> {
  const connected = await deps.connectors.find(transaction.providerId);
  if (connected !== null && !connected.adapter.abilities.collect) return transaction;
  const startedAt = performance.now();
  const claim = randomUUID();
  const providerRequest = await insertRequest(deps.database, {
    ...newProviderRequest(transaction),
    claim: { id: claim, leaseMs: LEASE_MS },
  });
  if (providerRequest === null) return transaction;
  const until = startedAt + INITIATION_MS;
  const leased = {
    providerRequest,
    transaction,
    claim,
    now: providerRequest.createdAt,
    leaseEndsAt: startedAt + LEASE_MS,
  };
  return sendProviderRequest(deps, leased, { until, prepareMs: PREPARE_MS, sendMs: INITIATION_MS });
}

/** The provider request of a transaction before anything is sent. */
export function newProviderRequest(transaction: Transaction) {
  const { id, providerId, channelId } = transaction;
  return {
    transactionId: id,
    providerId,
    channelId,
    reference: operatorReferenceOf(transaction),
    callbackSecret: randomBytes(16).toString('hex'),
  };
}
