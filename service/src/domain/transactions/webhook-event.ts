import type { SealedTransaction } from './sealed-transaction.ts';
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

export interface ReportedEvent {
  readonly applicationId: string | null;
  readonly event: string;
  readonly url: string;
  readonly body: string;
}

/**
 * Whether a webhook says what a line of the history says, to whom the payment says. The operator's
 * id may have become known after the line.
 */
export function isReportOf(
  transaction: SealedTransaction,
  { applicationId, event, url, body }: ReportedEvent,
): boolean {
  if (url !== transaction.callbackUrl || applicationId !== transaction.applicationId) return false;
  return transaction.lines.some((line) => {
    const known = eventOf(line.to);
    if (known === null || known !== event) return false;
    const ids = [line.providerTxId, line.providerTxId ?? transaction.providerTxId];
    return ids.some(
      (providerTxId) =>
        webhookBody({
          transaction: { ...transaction, providerTxId },
          event: known,
          at: line.at,
        }) === body,
    );
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
