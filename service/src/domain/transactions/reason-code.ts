import type { Message, MessageCode, PlainMessageCode } from '../messages/message.ts';
import type { Direction, ReasonCode } from '../payment-kinds.ts';
import type { State } from './transaction.ts';

export const STATES_WITH_REASON = [
  'failed',
  'expired',
  'requires_manual_resolution',
] as const satisfies readonly State[];

/**
 * The code for a move: by its own message, or by that of its row in the tables where a person or
 * the sandbox gave the reason. `null` unless the state that it leads to has one.
 */
export function reasonCodeOf({ direction, to, given, otherwise }: Reason): ReasonCode | null {
  if (!hasReason(to)) return null;
  const code = findCode(given?.code) ?? findCode(otherwise) ?? 'unknown';
  return typeof code === 'string' ? code : code[direction];
}

export interface Reason {
  readonly direction: Direction;
  readonly to: State;
  readonly given: Pick<Message, 'code'> | null;
  /** The message of the row. */
  readonly otherwise: PlainMessageCode;
}

export function hasReason(state: State): boolean {
  return STATES_WITH_REASON.some((one) => one === state);
}

/** The stored code, which payments that ended before release 0.3 may lack. */
export function shownReason(state: State, stored: ReasonCode | null): ReasonCode | null {
  return hasReason(state) ? (stored ?? 'unknown') : null;
}

function findCode(code: MessageCode | undefined) {
  return code === undefined ? undefined : REASONS[code];
}

type Reasons = Readonly<
  Partial<Record<MessageCode, ReasonCode | Readonly<Record<Direction, ReasonCode>>>>
>;

/** In a payout the account may be ours as well as the player's: the operator does not say which. */
function ofPlayer(code: ReasonCode) {
  return { deposit: code, withdrawal: 'unknown' } as const;
}

/**
 * What each message means to a platform. An ambiguous sentence has an ambiguous code, and what
 * concerns our own account or SIM is `not_sent`. Stored events are compared with this table before
 * they are sent, so a code that was given once stays; only `unknown` may become another.
 */
export const REASONS: Reasons = {
  payer_lacks_money: 'insufficient_funds',
  payer_lacks_money_or_limit: 'insufficient_funds_or_limit',

  payer_at_limit: 'limit',
  payee_at_limit: 'limit',
  account_at_daily_limit: ofPlayer('limit'),
  account_at_monthly_limit: ofPlayer('limit'),
  beyond_account_limit: ofPlayer('limit'),
  amount_outside_limits: 'limit',

  payer_not_active: 'blocked',
  payee_may_not_receive: 'blocked',
  account_not_active: ofPlayer('blocked'),
  account_blocked: ofPlayer('blocked'),

  payer_unknown: 'not_registered',
  payee_unknown: 'not_registered',
  not_number_of_operator: 'not_registered',
  number_without_account: 'not_registered',
  subscriber_unknown: 'not_registered',
  only_cameroon: 'not_registered',

  player_refused: 'refused_by_player',
  player_cancelled: 'refused_by_player',

  player_too_late: 'no_answer',
  approved_too_late: 'no_answer',
  window_closed: 'no_answer',
  payout_too_late: 'no_answer',
  transfer_unanswered: 'no_answer',

  system_refuses_same_again: 'same_again_too_soon',

  no_provider_takes_it: 'provider_down',
  system_unreachable: 'provider_down',
  system_not_available: 'provider_down',
  system_takes_no_more: 'provider_down',
  system_takes_nothing_now: 'provider_down',
  system_gave_no_payment_token: 'provider_down',

  we_lack_money: 'not_sent',
  our_account_at_limit: 'not_sent',
  our_account_not_active: 'not_sent',
  our_account_unknown: 'not_sent',
  system_refused_credentials: 'not_sent',
  system_bars_our_address: 'not_sent',
  system_lacks_this_payment: 'not_sent',
  system_knows_no_callback_host: 'not_sent',
  system_takes_no_such_currency: 'not_sent',
  system_other_environment: 'not_sent',
  not_set_up_for_deposits: 'not_sent',
  not_set_up_for_payouts: 'not_sent',
  not_set_up_for_this: 'not_sent',
  float_too_low: 'not_sent',
  float_is_too_low: 'not_sent',
  no_time_to_send: 'not_sent',
  no_adapter: 'not_sent',
  provider_not_configured: 'not_sent',
  send_not_noted: 'not_sent',
  seal_broken: 'not_sent',
  refund_outdated: 'not_sent',
  settlement_outdated: 'not_sent',
  line_only_receives: 'not_sent',
  sandbox_sends_no_prompts: 'not_sent',
  sim_agent_silent: 'not_sent',
  sim_not_in_network: 'not_sent',
  sim_in_trouble: 'not_sent',
  sim_pin_refused: 'not_sent',
  sim_pin_refused_twice: 'not_sent',
  sim_pin_unproven: 'not_sent',
  sim_menu_changed: 'not_sent',
  sim_codes_unproven: 'not_sent',
  sim_without_pin: 'not_sent',
  sim_at_day_limit: 'not_sent',
  sim_without_scenario: 'not_sent',
  sim_lacks_money: 'not_sent',
  sim_busy: 'not_sent',
  sim_jobs_away: 'not_sent',
  sim_other_screen: 'not_sent',
  sim_other_amount: 'not_sent',
  sim_other_number: 'not_sent',
  sim_other_name: 'not_sent',
  sim_other_fee: 'not_sent',
  sim_too_late: 'not_sent',
  sim_stopped: 'not_sent',

  withdrawal_rejected: 'rejected_by_staff',
  withdrawal_cancelled: 'rejected_by_staff',
  staff_rejected_payment: 'rejected_by_staff',
  staff_rejected_transfer: 'rejected_by_staff',
  approval_lapsed: 'lapsed',

  // The sentences leave open whose decision it was, whose money is short, or what went wrong.
  payment_refused: 'unknown',
  player_did_not_approve: 'unknown',
  payment_cancelled: 'unknown',
  initiation_refused: 'unknown',
  transfer_refused: 'unknown',
  payout_refused: 'unknown',
  payout_not_approved: 'unknown',
  account_not_available: 'unknown',
  we_lack_money_or_payee_limit: 'unknown',
  sim_operator_refused: 'unknown',
  system_refused: 'unknown',
  system_reported_failure: 'unknown',
  system_could_not: 'unknown',
  system_could_not_payer_lacks_money: 'unknown',
  system_could_not_we_lack_money: 'unknown',
  system_not_allowed: 'unknown',
  system_found_mistake: 'unknown',
  system_has_reference: 'unknown',
  system_knows_no_payment: 'unknown',
  confirmed_after_expiry: 'unknown',
  confirmed_after_failure: 'unknown',
  paid_with_taken_payment: 'unknown',
  system_reports_paid_otherwise: 'unknown',
  restored_unanswered: 'unknown',
  restored_known: 'unknown',
};
