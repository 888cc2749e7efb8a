import { isOpenDeposit, type Transaction } from './transaction.ts';
import type { Trigger } from './transition.ts';

/** A provider's status of a request that was sent to it. */
export type ProviderStatus =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed' };

/** The money of a deposit that staff have returned to its payer or freed for another deposit. */
export interface PlacedMoney {
  /** The operator's ids; none if the provider named none. */
  readonly operatorTxIds: readonly string[];
  /** The provider had reported the payment before. */
  readonly wasReported: boolean;
}

/**
 * Whether a provider repeats a success that staff have decided about: it names the same payment, or
 * none. Another id is another payment.
 */
export function repeatsPlaced(
  { state }: Pick<Transaction, 'state'>,
  reported: { readonly status: ProviderStatus; readonly providerTxId: string | null },
  placed: PlacedMoney | null,
): boolean {
  if (state !== 'failed' || reported.status.kind !== 'succeeded' || placed === null) return false;
  const { providerTxId } = reported;
  return providerTxId === null ? placed.wasReported : placed.operatorTxIds.includes(providerTxId);
}

/**
 * What a provider's status triggers for a transaction in its present state; nothing when the status
 * is not new. The deadline of a deposit decides, not which worker happens to come first: after it a
 * confirmation first closes the window and is late, and a refusal leaves the deposit to expire.
 */
export function triggersOf(transaction: Transaction, status: ProviderStatus, at: Date): Trigger[] {
  return transaction.direction === 'deposit'
    ? depositTriggers(transaction, status, at)
    : withdrawalTriggers(transaction, status);
}

function depositTriggers(transaction: Transaction, status: ProviderStatus, at: Date): Trigger[] {
  const { state, expiresAt } = transaction;
  const isLate = expiresAt !== null && at.getTime() >= expiresAt.getTime();
  if (!isOpenDeposit(transaction) || isLate) {
    return status.kind === 'succeeded' ? holdingTriggersOf(transaction) : [];
  }
  const isWaiting = state === 'pending';
  switch (status.kind) {
    case 'accepted':
    case 'pending':
      return isWaiting ? ['prompt_sent'] : [];
    case 'succeeded':
      return isWaiting ? ['prompt_sent', 'payment_confirmed'] : ['payment_confirmed'];
    case 'failed':
      return [isWaiting ? 'initiation_refused' : 'payment_refused'];
  }
}

/**
 * The triggers that let staff decide whether a deposit is paid; none when it is settled or held
 * already. The tables hold only closed deposits, so an open one is closed first.
 */
export function holdingTriggersOf(transaction: Transaction): Trigger[] {
  if (isOpenDeposit(transaction)) return ['window_closed', 'late_confirmation'];
  const { state } = transaction;
  return state === 'expired' || state === 'failed' ? ['late_confirmation'] : [];
}

function withdrawalTriggers({ state }: Transaction, status: ProviderStatus): Trigger[] {
  // The tables require that a payout is sent before it is refused, even during preparation.
  if (state === 'approved' && status.kind === 'failed')
    return ['transfer_sent', 'transfer_refused'];
  if (state !== 'provider_submitted') return [];
  if (status.kind === 'succeeded') return ['transfer_succeeded'];
  return status.kind === 'failed' ? ['transfer_refused'] : [];
}
