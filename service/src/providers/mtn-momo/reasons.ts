import type {
  Message,
  PlainMessageCode,
  SystemMessageCode,
} from '../../domain/messages/message.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import { answersOf } from '../answers.ts';

export const OF_MTN = answersOf('MTN');
const { of: ofMtn } = OF_MTN;

function plain(code: PlainMessageCode): Message {
  return { code };
}

/** What MTN's codes for a failure mean for people, as documented and as seen in use. */
export const MTN_REASONS: Readonly<Record<string, Message>> = {
  APPROVAL_REJECTED: plain('player_refused'),
  COULD_NOT_PERFORM_TRANSACTION: ofMtn('system_could_not'),
  EXPIRED: plain('player_too_late'),
  INTERNAL_PROCESSING_ERROR: ofMtn('system_could_not_payer_lacks_money'),
  INVALID_CALLBACK_URL_HOST: ofMtn('system_knows_no_callback_host'),
  INVALID_CURRENCY: ofMtn('system_takes_no_such_currency'),
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: plain('payer_lacks_money_or_limit'),
  NOT_ALLOWED: ofMtn('system_not_allowed'),
  NOT_ALLOWED_TARGET_ENVIRONMENT: ofMtn('system_other_environment'),
  NOT_ENOUGH_FUNDS: plain('payer_lacks_money'),
  PAYEE_LIMIT_REACHED: plain('payee_at_limit'),
  PAYEE_NOT_ALLOWED_TO_RECEIVE: plain('payee_may_not_receive'),
  PAYEE_NOT_FOUND: ofMtn('payee_unknown'),
  PAYER_LIMIT_REACHED: plain('payer_at_limit'),
  PAYER_NOT_FOUND: ofMtn('payer_unknown'),
  PAYMENT_NOT_APPROVED: plain('player_did_not_approve'),
  RESOURCE_ALREADY_EXIST: ofMtn('system_has_reference'),
  RESOURCE_NOT_FOUND: ofMtn('system_knows_no_payment'),
  SENDER_ACCOUNT_NOT_ACTIVE: plain('payer_not_active'),
  SERVICE_UNAVAILABLE: ofMtn('system_not_available'),
  TRANSACTION_CANCELED: plain('payment_cancelled'),
  TRANSACTION_NOT_FOUND: ofMtn('system_knows_no_payment'),
  VALIDATION_ERROR: ofMtn('system_found_mistake'),
};

/** The same codes where they mean something else for a payout, in which we are the payer. */
export const MTN_PAYOUT_REASONS: Readonly<Record<string, Message>> = {
  APPROVAL_REJECTED: ofMtn('payout_refused'),
  EXPIRED: ofMtn('payout_too_late'),
  INTERNAL_PROCESSING_ERROR: ofMtn('system_could_not_we_lack_money'),
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: ofMtn('we_lack_money_or_payee_limit'),
  NOT_ENOUGH_FUNDS: ofMtn('we_lack_money'),
  PAYER_LIMIT_REACHED: ofMtn('our_account_at_limit'),
  PAYER_NOT_FOUND: ofMtn('our_account_unknown'),
  PAYMENT_NOT_APPROVED: ofMtn('payout_not_approved'),
  SENDER_ACCOUNT_NOT_ACTIVE: ofMtn('our_account_not_active'),
};

export function mtnReason(
  direction: Direction,
  code: string | null,
  otherwise: SystemMessageCode,
): Message {
  const reasons =
    direction === 'withdrawal' ? { ...MTN_REASONS, ...MTN_PAYOUT_REASONS } : MTN_REASONS;
  const known = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return known ?? ofMtn(otherwise);
}
