import { readMoveMessage } from '../messages/message.ts';
import { type ReasonCode } from '../payment-kinds.ts';
import type { SealedLine, SealedTransaction } from './sealed-transaction.ts';
import type { PaymentEvent, State, Transaction } from './transaction.ts';
import { reasonOfLine } from './transition.ts';

/**
 * The exact text of a webhook. It is made once and stored, because every attempt must carry the
 * same bytes: the signed token contains their hash.
 */
export function webhookBody({ transaction, event, at, reasonCode }: WebhookFacts): string {
  return JSON.stringify({
    service_tx_id: transaction.id,
    reference: transaction.reference,
    event,
    direction: transaction.direction,
    amount_xaf: transaction.amountXaf,
    operator: transaction.operator,
    provider_tx_id: transaction.providerTxId,
    ts: at.toISOString(),
    // Left out of a success, so that its body is the one of the interface to the letter.
    ...(reasonCode === null ? {} : { reason_code: reasonCode }),
    ...(transaction.refundOf === null ? {} : { refund_of: transaction.refundOf }),
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
    return ids.some((providerTxId) =>
      possibleReasons(transaction, line).some((reasonCode) => {
        const of = { ...transaction, providerTxId };
        return webhookBody({ transaction: of, event: known, at: line.at, reasonCode }) === body;
      }),
    );
  });
}

/**
 * What an event of the line may say: the code of its reason, `unknown` if the release that wrote it
 * did not know that reason, or nothing if it was written before release 0.3.
 */
function possibleReasons(
  { direction }: SealedTransaction,
  { from, to, trigger, reason, remark }: SealedLine,
): readonly (ReasonCode | null)[] {
  const message = readMoveMessage(reason, remark);
  const code = reasonOfLine(direction, { from, to, trigger, message });
  return code === null ? [null] : [code, 'unknown', null];
}

/** The event for reaching a state, or `null` if the platform gets none. */
export function eventOf(state: State): PaymentEvent | null {
  return EVENTS[state];
}

export interface WebhookFacts {
  readonly transaction: Pick<
    Transaction,
    'id' | 'reference' | 'direction' | 'amountXaf' | 'operator' | 'providerTxId' | 'refundOf'
  >;
  readonly event: PaymentEvent;
  /** When the event happened, not when it is sent. */
  readonly at: Date;
  readonly reasonCode: ReasonCode | null;
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
