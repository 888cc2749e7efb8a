import type { Direction } from '../../domain/payment-kinds.ts';

/** What MTN's words for a failure mean to the people who read it, documented and seen in use. */
export const MTN_REASONS: Readonly<Record<string, string>> = {
  APPROVAL_REJECTED: 'The player refused the payment.',
  COULD_NOT_PERFORM_TRANSACTION: 'MTN could not carry out the payment.',
  EXPIRED: 'The player did not approve the payment in time.',
  INTERNAL_PROCESSING_ERROR: 'MTN could not carry out the payment; often the payer lacks money.',
  INVALID_CALLBACK_URL_HOST: 'MTN does not know the host of our callback address.',
  INVALID_CURRENCY: 'MTN does not take this currency.',
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED:
    'The payer has not enough money, or a limit of the account was reached.',
  NOT_ALLOWED: 'MTN does not allow this payment.',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'The account may not be used in this environment of MTN.',
  NOT_ENOUGH_FUNDS: 'The payer has not enough money.',
  PAYEE_LIMIT_REACHED: 'The payee has reached a limit of their account.',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'The payee may not receive this payment.',
  PAYEE_NOT_FOUND: 'The payee has no MTN Mobile Money account.',
  PAYER_LIMIT_REACHED: 'The payer has reached a limit of their account.',
  PAYER_NOT_FOUND: 'The payer has no MTN Mobile Money account.',
  PAYMENT_NOT_APPROVED: 'The player did not approve the payment.',
  RESOURCE_ALREADY_EXIST: 'MTN already has a payment under this reference.',
  RESOURCE_NOT_FOUND: 'MTN does not know the payment.',
  SENDER_ACCOUNT_NOT_ACTIVE: 'The account of the payer is not active.',
  SERVICE_UNAVAILABLE: 'MTN was not available for this payment.',
  TRANSACTION_CANCELED: 'The payment was cancelled.',
  TRANSACTION_NOT_FOUND: 'MTN does not know the payment.',
  VALIDATION_ERROR: 'MTN found a mistake in the payment.',
};

/** The same words where they mean something else of a payout, in which the payer is us. */
export const MTN_PAYOUT_REASONS: Readonly<Record<string, string>> = {
  APPROVAL_REJECTED: 'The payout was refused at MTN.',
  EXPIRED: 'MTN did not carry out the payout in time.',
  INTERNAL_PROCESSING_ERROR:
    'MTN could not carry out the payment; often our account at MTN lacks money.',
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED:
    'Our account at MTN has not enough money, or the payee has reached a limit of their account.',
  NOT_ENOUGH_FUNDS: 'Our account at MTN has not enough money.',
  PAYER_LIMIT_REACHED: 'Our account at MTN has reached a limit.',
  PAYER_NOT_FOUND: 'MTN does not know our account.',
  PAYMENT_NOT_APPROVED: 'The payout was not approved at MTN.',
  SENDER_ACCOUNT_NOT_ACTIVE: 'Our account at MTN is not active.',
};

export function mtnReason(direction: Direction, code: string | null, otherwise: string): string {
  const reasons =
    direction === 'withdrawal' ? { ...MTN_REASONS, ...MTN_PAYOUT_REASONS } : MTN_REASONS;
  return code !== null && Object.hasOwn(reasons, code) ? (reasons[code] ?? otherwise) : otherwise;
}
