import type { ListedReceiptRow } from '../../db/receipts/staff-receipts.ts';
import type { ReturnFacts } from '../../db/transactions/payment-limits.ts';
import type { Policy } from '../../domain/access/policy.ts';
import type { Message } from '../../domain/messages/message.ts';
import { refuseReturn } from '../../domain/receipts/returned-payment.ts';

/** Why a payment cannot be sent back now, or `null` if it can. */
export function whyNoReturn(
  receipt: ListedReceiptRow,
  { isBooked, isTakenBack, paidDeposit }: Omit<ReturnFacts, 'id' | 'returns'>,
  { operatorPrefixes }: Pick<Policy, 'operatorPrefixes'>,
): Message | null {
  const payment = {
    state: receipt.state,
    dismissedAs: receipt.dismissed_as,
    operator: receipt.operator,
    payer: receipt.payer_msisdn,
    amountXaf: receipt.amount_xaf,
    isOpen: receipt.open_fields.length > 0,
    waitsForLine: receipt.waits_for_line,
    isProven: receipt.is_trusted && isBooked,
    isTakenBack,
    paidDeposit,
  };
  return refuseReturn(payment, operatorPrefixes);
}
