import type { SealRow } from '../seals/seal.ts';
import type { SealedTransaction } from '../transactions/sealed-transaction.ts';
import type { ReportedEvent } from '../transactions/webhook-event.ts';
import {
  type AttemptFacts,
  type Checkout,
  type CheckoutFacts,
  findCheckoutProblem,
  isAttemptOf,
  sealedCheckout,
  sealedCheckoutState,
  sealedOutcome,
} from './checkout.ts';

export const CHECKOUT_EVENTS = ['checkout.paid', 'checkout.surplus', 'checkout.expired'] as const;
export type CheckoutEvent = (typeof CHECKOUT_EVENTS)[number];

export function isCheckoutEvent(event: string): event is CheckoutEvent {
  return CHECKOUT_EVENTS.some((known) => known === event);
}

/** The deposit that an event is about; none for an expiry. */
export interface EventDeposit {
  readonly id: string;
  readonly operator: string;
  readonly providerTxId: string | null;
}

/** The exact text of a checkout's webhook. Without a deposit it names the checkout itself. */
export function checkoutEventBody(
  checkout: Pick<CheckoutFacts, 'id' | 'reference' | 'amountXaf'>,
  { event, deposit, at }: { event: CheckoutEvent; deposit: EventDeposit | null; at: Date },
): string {
  return JSON.stringify({
    service_tx_id: deposit?.id ?? checkout.id,
    reference: checkout.reference,
    event,
    direction: 'deposit',
    amount_xaf: checkout.amountXaf,
    operator: deposit?.operator ?? null,
    provider_tx_id: deposit?.providerTxId ?? null,
    ts: at.toISOString(),
    checkout_id: checkout.id,
  });
}

/** What a checkout's webhook is compared with. */
export interface ReportedCheckout {
  readonly checkout: Checkout;
  readonly attempts: readonly AttemptFacts[];
}

/** The same with the seals of what is stored now. */
export function withSeals(
  seal: SealRow,
  { checkout, attempts }: ReportedCheckout,
): ReportedCheckout {
  return {
    checkout: {
      ...checkout,
      seal: seal(sealedCheckout(checkout)),
      stateSeal: seal(sealedCheckoutState(checkout)),
    },
    attempts: attempts.map((one) => ({
      ...one,
      seal: one.outcome === null ? null : seal(sealedOutcome(checkout, one)),
    })),
  };
}

/**
 * Whether a checkout's webhook says what the sealed checkout, its sealed state and outcomes and the
 * sealed history of its deposit say, to whom the checkout says.
 */
export function isReportOfCheckout(
  seal: SealRow,
  { checkout, attempts }: ReportedCheckout,
  deposit: SealedTransaction | null,
  { applicationId, event, url, body }: ReportedEvent,
): boolean {
  if (findCheckoutProblem(seal, checkout, attempts) !== null) return false;
  if (url !== checkout.callbackUrl || applicationId !== checkout.applicationId) return false;
  if (event === 'checkout.expired') {
    const at = checkout.expiresAt;
    const isSame = checkoutEventBody(checkout, { event, deposit: null, at }) === body;
    return isSame && mayHaveExpired(checkout, attempts);
  }
  if (!isCheckoutEvent(event) || deposit === null) return false;
  if (deposit.applicationId !== applicationId || deposit.amountXaf !== checkout.amountXaf) {
    return false;
  }
  if (deposit.direction !== 'deposit' || !isAttemptOf(checkout, deposit.reference)) return false;
  const outcome = attempts.find(({ id }) => id === deposit.id)?.outcome ?? null;
  if (outcome === null || event !== `checkout.${outcome}`) return false;
  return deposit.lines.some((line) => {
    if (line.to !== 'succeeded') return false;
    const ids = [line.providerTxId, deposit.providerTxId];
    return ids.some(
      (providerTxId) =>
        checkoutEventBody(checkout, {
          event,
          deposit: { ...deposit, providerTxId },
          at: line.at,
        }) === body,
    );
  });
}

/** It is expired, or was until a late success paid it. */
function mayHaveExpired(
  { state, expiresAt }: Checkout,
  attempts: readonly AttemptFacts[],
): boolean {
  if (state === 'expired') return true;
  const paidAt = attempts.find(({ outcome }) => outcome === 'paid')?.succeededAt ?? null;
  return state === 'paid' && paidAt !== null && paidAt >= expiresAt;
}
