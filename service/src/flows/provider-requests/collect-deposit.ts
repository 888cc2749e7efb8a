import { hash, randomBytes, randomUUID } from 'node:crypto';
import { insertRequest } from '../../db/provider-requests/provider-requests.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
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

/**
 * Our reference at the operator, from what makes a transaction the same one. If a platform creates
 * a withdrawal again after the database was restored to a moment before the first time, it gets the
 * same reference, and an operator that stores references pays it only once. It has the form of a
 * version 4 UUID, because MTN takes nothing else.
 */
export function operatorReferenceOf(
  transaction: Pick<Transaction, 'applicationId' | 'playerId' | 'direction' | 'reference'>,
): string {
  const { applicationId, playerId, direction, reference } = transaction;
  const hex = hash('sha256', JSON.stringify([applicationId, playerId, direction, reference]));
  // The variant digit is one of 8, 9, a and b: two of its bits are free.
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
