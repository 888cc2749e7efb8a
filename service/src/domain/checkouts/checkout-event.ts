import { fitsSeal, type SealRow } from '../seals/seal.ts';
import type { SealedTransaction } from '../transactions/sealed-transaction.ts';
import type { ReportedEvent } from '../transactions/webhook-event.ts';
import { type Checkout, type CheckoutFacts, isAttemptOf, sealedCheckout } from './checkout.ts';

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

/**
 * Whether a checkout's webhook says what the sealed checkout and the sealed history of its deposit
 * say, to whom the checkout says.
 */
export function isReportOfCheckout(
  seal: SealRow,
  { checkout, deposit }: { checkout: Checkout; deposit: SealedTransaction | null },
  { applicationId, event, url, body }: ReportedEvent,
): boolean {
  if (!fitsSeal(seal, sealedCheckout(checkout), checkout.seal)) return false;
  if (url !== checkout.callbackUrl || applicationId !== checkout.applicationId) return false;
  if (event === 'checkout.expired') {
    const at = checkout.expiresAt;
    return checkoutEventBody(checkout, { event, deposit: null, at }) === body;
  }
  if (!isCheckoutEvent(event) || deposit === null) return false;
  if (deposit.applicationId !== applicationId || deposit.amountXaf !== checkout.amountXaf) {
    return false;
  }
  if (deposit.direction !== 'deposit' || !isAttemptOf(checkout, deposit.reference)) return false;
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
