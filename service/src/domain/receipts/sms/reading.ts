import type { NOTHING_REASONS, REVIEW_REASONS } from '../../messages/sms-reasons.ts';
import type { Operator } from '../../operators/operator.ts';

/** What a text says, as far as it is certain. Only a `payment` may ever be credited. */
export type SmsReading =
  | SmsPayment
  | SmsSent
  | SmsBalance
  | SmsReview
  | { readonly kind: 'nothing'; readonly reason: NothingReason };

/** What is known about the line that got a text. */
export interface SmsContext {
  /** Our lines with this operator, in E.164. */
  readonly ownLines: readonly string[];
  /** The line of the SIM that got the text, in E.164, when the gateway knows it. */
  readonly line: string | null;
  /** Operators for which a person has accepted the sender of the text. */
  readonly acceptedFor?: readonly Operator[];
}

/** Money that arrived on one of our lines. */
export interface SmsPayment extends SmsFacts {
  readonly kind: 'payment';
  readonly operatorTxId: string;
  readonly amountXaf: number;
  /** E.164. */
  readonly payer: string;
  /** E.164, when the text names it; otherwise the line of the SIM is the payee. */
  readonly payee: string | null;
  readonly payerName: string | null;
}

/** Money that left one of our lines: no receipt, but it moves the balance. */
export interface SmsSent extends SmsFacts {
  readonly kind: 'sent';
  readonly operatorTxId: string;
  readonly amountXaf: number;
  readonly payer: string | null;
  readonly payee: string | null;
  readonly payeeName: string | null;
}

export interface SmsBalance {
  readonly kind: 'balance';
  readonly operator: Operator;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly balanceCents: number;
}

/** Seems to be money of ours, but something is doubtful: a human decides. */
export interface SmsReview {
  readonly kind: 'review';
  readonly reason: ReviewReason;
  readonly operator: Operator | null;
  readonly templateId: string | null;
  readonly templateVersion: number | null;
  /** What could still be read; `null` where it could not. */
  readonly operatorTxId: string | null;
  readonly amountXaf: number | null;
  readonly payer: string | null;
  readonly payee: string | null;
  readonly payerName: string | null;
  readonly operatorTime: Date | null;
  readonly feeCents: number | null;
  readonly balancesCents: readonly number[];
  /** Whether money came to the line or left it, or `null` if the text does not say. */
  readonly moves: 'in' | 'out' | null;
  /** The id of the transaction that the operator has reversed. */
  readonly reversedTxId: string | null;
}

interface SmsFacts {
  readonly operator: Operator;
  readonly templateId: string;
  readonly templateVersion: number;
  /** The operator's own time, from the text or the id. */
  readonly operatorTime: Date | null;
  /** Fees and balances have hundredths although amounts have none. */
  readonly feeCents: number | null;
  /** More than one if the payer wrote a balance too: the line's chain shows which is true. */
  readonly balancesCents: readonly number[];
}

/** `refusal` and others are in both: with an id or a new balance a person must check the text. */
export type ReviewReason = keyof typeof REVIEW_REASONS;
export type NothingReason = keyof typeof NOTHING_REASONS;
