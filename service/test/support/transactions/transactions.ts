import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import type { NewTransaction } from '../../../src/db/transactions/transactions.ts';

/** A merchant-initiated deposit of a new player, as `insertTransactions` takes it. */
export function newDeposit(changes: Partial<NewTransaction> = {}): NewTransaction {
  return {
    id: randomUUIDv7(),
    applicationId: DEFAULT_APPLICATION_ID,
    direction: 'deposit',
    reference: randomUUID(),
    playerId: randomUUID(),
    operator: 'mtn',
    providerId: 'mtn-momo',
    channelId: 'mtn-momo-sandbox',
    collectionMode: 'merchant_initiated',
    msisdn: '+237670000001',
    amountXaf: 500,
    state: 'pending',
    stateReason: 'Waiting for the player to confirm.',
    remark: { code: 'waits_for_confirmation' },
    providerTxId: null,
    callbackUrl: null,
    instructions: null,
    refundOf: null,
    windowMs: 900_000,
    line: '+237670000000',
    actor: 'api',
    revision: 1,
    seal: null,
    ...changes,
  };
}

export function newWithdrawal(changes: Partial<NewTransaction> = {}): NewTransaction {
  return newDeposit({
    direction: 'withdrawal',
    collectionMode: null,
    state: 'pending_approval',
    stateReason: 'Waiting for staff to approve the withdrawal.',
    remark: { code: 'waits_for_approval' },
    windowMs: null,
    ...changes,
  });
}
