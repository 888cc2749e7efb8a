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
  /** Operators as whose sender a person has accepted the sender of the text. */
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

/** Looks like money of ours, but something is doubtful: a human decides. */
export interface SmsReview {
  readonly kind: 'review';
  readonly reason: ReviewReason;
  readonly operator: Operator | null;
  readonly templateId: string | null;
  readonly templateVersion: number | null;
  /** What could be read nevertheless; null where it could not. */
  readonly operatorTxId: string | null;
  readonly amountXaf: number | null;
  readonly payer: string | null;
  readonly payee: string | null;
  readonly payerName: string | null;
  readonly operatorTime: Date | null;
  readonly feeCents: number | null;
  readonly balancesCents: readonly number[];
  /** Whether money came to the line or left it; null where the text does not tell. */
  readonly moves: 'in' | 'out' | null;
  /** The id of the transaction that the operator has taken back. */
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
  /** More than one when the payer has written a balance too: the line's chain tells which is true. */
  readonly balancesCents: readonly number[];
}

export type ReviewReason =
  /** The words are an operator's, the sender is not. */
  | 'unknown_sender'
  | 'amount_missing'
  | 'amount_unclear'
  | 'amount_not_whole'
  | 'amount_zero'
  /** Amount, fee and net amount do not add up. */
  | 'amounts_disagree'
  | 'several_amounts'
  | 'several_balances'
  | 'unknown_currency'
  /** A number that is truncated, masked, of another country or of another form. */
  | 'number_unclear'
  | 'id_missing'
  | 'id_unclear'
  | 'several_ids'
  /** The text begins like a known one and then continues differently. */
  | 'wording_unclear'
  /** Somewhere in the sentence stands a word such as `non` or `failed`. */
  | 'denied'
  /** The text is of no known kind but speaks of received money and has an id. */
  | 'wording_unknown'
  /** The text fits templates that mean different things. */
  | 'several_readings'
  /** Money that went from one of our lines to another. */
  | 'between_own_lines'
  | 'no_own_line'
  /** A party is ours, but not the line of the SIM that got the text. */
  | 'other_own_line'
  /** Money from an agent, a card or the operator: nobody can tell whose it is. */
  | 'no_player'
  /** The operator has taken a transaction back. */
  | 'reversed'
  | 'too_long'
  // Not received money, but with an id or a new balance: nobody but a person may say that it is
  // nothing.
  | Exclude<NothingReason, 'no_template' | 'unknown_sender' | 'too_long'>;

export type NothingReason =
  | 'no_template'
  | 'other_currency'
  | 'other_country'
  | 'not_money'
  /** Words of an operator from somebody else, about something that is not received money. */
  | 'unknown_sender'
  /** Not received money, and not complete enough to use. */
  | 'incomplete'
  /** A withdrawal by somebody else. */
  | 'not_ours'
  /** The operator refused something that was tried on the line. */
  | 'refusal'
  | 'too_long';
