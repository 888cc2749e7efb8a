import type { Message } from '../messages/message.ts';
import { MIN_AMOUNT_XAF } from '../money.ts';
import { contradictingOperator, isCameroonNumber, type PrefixTable } from '../msisdn.ts';
import type { Operator } from '../operators/operator.ts';
import { type DismissedState, mayBeDismissed } from './dismissal.ts';

/** A payment of no platform that a person wants to send back. */
export interface ReturnablePayment extends DismissedState {
  readonly operator: Operator;
  /** As the operator reported it. */
  readonly payer: string;
  readonly amountXaf: number;
  /** Something about it could not be read, and nobody has filled it in. */
  readonly isOpen: boolean;
  readonly waitsForLine: boolean;
  /** A balance, the provider or a line of a statement proves it, and it is in the books. */
  readonly isProven: boolean;
  /** The operator says that it took it back. */
  readonly isTakenBack: boolean;
  /** The deposit whose provider says that it was paid with it. */
  readonly paidDeposit: string | null;
}

/** What was paid above the amount of a deposit that a person wants to send back. */
interface ReturnableRest {
  readonly operator: Operator;
  readonly msisdn: string;
  readonly amountXaf: number;
  readonly isProven: boolean;
  readonly isTakenBack: boolean;
  /** It has gone back, or is on its way. */
  readonly isGone: boolean;
}

/** Why what was overpaid cannot be sent back, or `null` if it can. */
export function refuseRest(rest: ReturnableRest, prefixes: PrefixTable): Message | null {
  if (rest.isTakenBack) return { code: 'chosen_taken_back' };
  if (rest.isGone) return { code: 'overpayment_gone' };
  if (!rest.isProven) return { code: 'return_unproven' };
  return refusePayee({ ...rest, payer: rest.msisdn }, prefixes);
}

/** Why a payment cannot be sent back, or `null` if it can. */
export function refuseReturn(payment: ReturnablePayment, prefixes: PrefixTable): Message | null {
  if (!mayBeDismissed(payment, 'returned')) return { code: 'chosen_used' };
  if (payment.waitsForLine) return { code: 'chosen_waits_for_line' };
  if (payment.isTakenBack) return { code: 'chosen_taken_back' };
  const { paidDeposit: deposit } = payment;
  if (deposit !== null) return { code: 'chosen_taken', params: { deposit } };
  if (payment.isOpen) return { code: 'chosen_open' };
  if (!payment.isProven) return { code: 'return_unproven' };
  return refusePayee(payment, prefixes);
}

function refusePayee(
  { operator, payer, amountXaf }: Pick<ReturnablePayment, 'operator' | 'payer' | 'amountXaf'>,
  prefixes: PrefixTable,
): Message | null {
  const isOther = contradictingOperator(prefixes, payer, operator) !== null;
  if (isOther || !isCameroonNumber(payer)) return { code: 'return_not_payable' };
  const least = { amount_xaf: MIN_AMOUNT_XAF };
  return amountXaf < MIN_AMOUNT_XAF ? { code: 'return_too_small', params: least } : null;
}
