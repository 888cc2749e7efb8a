import type { PaymentEvent, State, Transaction } from './transaction.ts';

/**
 * The exact text of a webhook. It is made once and stored, because every attempt must carry the
 * same bytes: the signed token contains their hash.
 */
export function webhookBody({ transaction, event, at }: WebhookFacts): string {
  return JSON.stringify({
    service_tx_id: transaction.id,
    reference: transaction.reference,
    event,
    direction: transaction.direction,
    amount_xaf: transaction.amountXaf,
    operator: transaction.operator,
    provider_tx_id: transaction.providerTxId,
    ts: at.toISOString(),
  });
}

/** The event for reaching a state, or `null` if the platform gets none. */
export function eventOf(state: State): PaymentEvent | null {
  return EVENTS[state];
}

export interface WebhookFacts {
  readonly transaction: Pick<
    Transaction,
    'id' | 'reference' | 'direction' | 'amountXaf' | 'operator' | 'providerTxId'
  >;
  readonly event: PaymentEvent;
  /** When the event happened, not when it is sent. */
  readonly at: Date;
}

const EVENTS = {
  pending: null,
  provider_acknowledged: null,
  pending_approval: null,
  approved: null,
  provider_submitted: null,
  requires_manual_resolution: null,
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
  expired: 'payment.expired',
} as const satisfies Record<State, PaymentEvent | null>;
