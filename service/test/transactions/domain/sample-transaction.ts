import type { CollectionMode } from '../../../src/domain/payment-kinds.ts';
import { shownReason } from '../../../src/domain/transactions/reason-code.ts';
import type { State, Transaction } from '../../../src/domain/transactions/transaction.ts';

export const CREATED_AT = new Date('2026-03-01T10:00:00.000Z');
export const EXPIRES_AT = new Date('2026-03-01T10:10:00.000Z');
export const LATE_WINDOW_MS = 24 * 60 * 60 * 1000;

export function after(start: Date, elapsedMs: number): Date {
  return new Date(start.getTime() + elapsedMs);
}

/** A deposit in any state; one that is not open changed its state at its deadline. */
export function sampleDeposit(mode: CollectionMode, state: State = 'pending'): Transaction {
  const isOpen = state === 'pending' || state === 'provider_acknowledged';
  const stateUpdatedAt = isOpen ? CREATED_AT : EXPIRES_AT;
  return {
    id: '0195ab3e-0000-7000-8000-000000000001',
    applicationId: 'default',
    direction: 'deposit',
    reference: 'order-1',
    playerId: '7f0c2a52-6c1d-4f6e-9a53-0d6a2f0b9c11',
    operator: mode === 'merchant_initiated' ? 'mtn' : 'orange',
    providerId: 'sample-provider',
    channelId: 'sample-channel',
    collectionMode: mode,
    msisdn: mode === 'merchant_initiated' ? '+237670000001' : '+237690000001',
    amountXaf: 12_500,
    state,
    stateReason: 'The deposit was created.',
    reasonCode: shownReason(state, null),
    stateUpdatedAt,
    providerTxId: null,
    expiresAt: isOpen ? EXPIRES_AT : null,
    callbackUrl: 'https://platform.example/webhooks',
    instructions: null,
    refundOf: null,
    createdAt: CREATED_AT,
    updatedAt: stateUpdatedAt,
    version: 1,
  };
}

export function sampleWithdrawal(state: State = 'pending_approval'): Transaction {
  return {
    ...sampleDeposit('merchant_initiated'),
    id: '0195ab3e-0000-7000-8000-000000000002',
    direction: 'withdrawal',
    collectionMode: null,
    state,
    stateReason: 'The withdrawal waits for approval.',
    reasonCode: shownReason(state, null),
    expiresAt: null,
  };
}
