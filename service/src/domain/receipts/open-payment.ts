import type { Operator } from '../operators/operator.ts';
import { moveOf } from './reported-move.ts';
import type { ReviewReason, SmsReview } from './sms/reading.ts';

/** What a text may leave open about a payment, by the columns of its receipt. */
export const UNREAD_FIELDS = ['payer_msisdn', 'amount_xaf', 'operator_tx_id'] as const;
export type OpenField = (typeof UNREAD_FIELDS)[number];

/** A payment of which something could not be read, until two people fill it in. */
export interface OpenPayment {
  readonly operator: Operator;
  readonly payer: string | null;
  readonly amountXaf: number | null;
  readonly operatorTxId: string | null;
  readonly payerName: string | null;
  readonly operatorTime: Date | null;
  readonly feeCents: number | null;
  readonly balanceCents: number | null;
}

/** What each reason leaves open, even where a value stands in its place. */
const OPENS: Readonly<Partial<Record<ReviewReason, OpenField>>> = {
  number_unclear: 'payer_msisdn',
  amount_missing: 'amount_xaf',
  amount_unclear: 'amount_xaf',
  amount_not_whole: 'amount_xaf',
  amounts_disagree: 'amount_xaf',
  several_amounts: 'amount_xaf',
  id_missing: 'operator_tx_id',
  id_unclear: 'operator_tx_id',
  several_ids: 'operator_tx_id',
};

/** The same where a balance proves that money came, whatever the words are. */
const OPENS_IF_PROVEN: typeof OPENS = {
  ...OPENS,
  wording_unclear: 'payer_msisdn',
  denied: 'payer_msisdn',
};

/**
 * The payment of a believed text that could not be read for certain, or `null` if it is not about
 * money that came from a player. Where no balance proves it, its words and its id have to.
 */
export function openPaymentOf(
  reading: SmsReview,
  { isProven }: { readonly isProven: boolean },
): OpenPayment | null {
  const { operator, templateId, reversedTxId, reason } = reading;
  const opened = (isProven ? OPENS_IF_PROVEN : OPENS)[reason];
  if (opened === undefined || operator === null || templateId === null) return null;
  if (reversedTxId !== null || moveOf(reading) !== null) return null;
  const read = <T>(field: OpenField, value: T | null) => (field === opened ? null : value);
  const operatorTxId = read('operator_tx_id', reading.operatorTxId);
  if (!isProven && (reading.moves !== 'in' || operatorTxId === null)) return null;
  const [balanceCents = null, ...more] = reading.balancesCents;
  return {
    operator,
    payer: read('payer_msisdn', reading.payer),
    amountXaf: read('amount_xaf', reading.amountXaf),
    operatorTxId,
    payerName: reading.payerName,
    operatorTime: reading.operatorTime,
    feeCents: reading.feeCents,
    balanceCents: more.length === 0 ? balanceCents : null,
  };
}
