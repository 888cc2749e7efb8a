import type { PaymentEvent, WebhookDelivery, WebhookPage } from '../types.ts';
import { refuseIssues } from './fake-checks.ts';
import {
  type CheckoutEvent,
  checkoutEventBody,
  cursorIssues,
  type StoredCheckout,
  type Transaction,
  webhookBody,
} from './service-rules.ts';

/** Where webhooks go: each is listed, and sent in order. */
export interface Outbox {
  readonly deliveries: WebhookDelivery[];
  readonly send: (url: string, body: string) => void;
}

/** Reports what a payment has become, if it has an address. */
export function reportPayment(
  { deliveries, send }: Outbox,
  transaction: Transaction,
  event: PaymentEvent,
  { isReplay }: { readonly isReplay: boolean },
): void {
  const { id, reference, callbackUrl: url, stateUpdatedAt: at, reasonCode } = transaction;
  if (url === null) return;
  const about = { service_tx_id: id, reference, event, is_replay: isReplay, callback_url: url };
  deliveries.push(deliveryOf(about));
  send(url, webhookBody({ transaction, event, at, reasonCode }));
}

/** Nobody pays on the page of a fake, so that a checkout can only expire. */
export function reportExpiry(
  { deliveries, send }: Outbox,
  checkout: Pick<StoredCheckout, 'id' | 'reference' | 'amountXaf' | 'callbackUrl' | 'expiresAt'>,
  { isReplay }: { readonly isReplay: boolean },
): void {
  const { id, reference, callbackUrl: url, expiresAt: at } = checkout;
  if (url === null) return;
  const event: CheckoutEvent = 'checkout.expired';
  const about = { service_tx_id: id, reference, event, is_replay: isReplay, callback_url: url };
  deliveries.push(deliveryOf(about));
  send(url, checkoutEventBody(checkout, { event, deposit: null, at }));
}

/** The fake delivers every webhook at the first attempt. */
function deliveryOf(
  sent: Pick<
    WebhookDelivery,
    'service_tx_id' | 'reference' | 'event' | 'is_replay' | 'callback_url'
  >,
): WebhookDelivery {
  const at = new Date().toISOString();
  const done = { latency_ms: 0, response: '', problem: null, message: null };
  return {
    ...sent,
    webhook_id: crypto.randomUUID(),
    state: 'delivered',
    created_at: at,
    next_attempt_at: null,
    attempts: [{ number: 1, at, status: 200, ...done }],
  };
}

interface DeliveriesAsked {
  readonly service_tx_id?: string;
  readonly state?: string;
  readonly before?: string;
  readonly limit: number;
}

export function pageOf(
  deliveries: readonly WebhookDelivery[],
  { service_tx_id: id, state, before, limit }: DeliveriesAsked,
): WebhookPage {
  if (before !== undefined && !deliveries.some((one) => one.webhook_id === before)) {
    refuseIssues(cursorIssues('before', before));
  }
  const fitting = deliveries
    .filter((one) => id === undefined || one.service_tx_id === id)
    .filter((one) => state === undefined || one.state === state)
    .toReversed();
  const start = fitting.findIndex((one) => one.webhook_id === before) + 1;
  const items = fitting.slice(start, start + limit);
  const isLast = start + limit >= fitting.length;
  return { items, next_before: isLast ? null : (items.at(-1)?.webhook_id ?? null) };
}
