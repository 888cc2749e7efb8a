import type { RemarkCode } from '../../api/types.ts';
import { enSimRemarks } from './en-sim-remarks.ts';
import { enStatementRemarks } from './en-statement-remarks.ts';

/** What the service remarks, in English. A code without its sentence does not compile. */
export const enRemarks: Readonly<Record<RemarkCode, string>> = {
  prose: '{text}',

  // Why a transaction is in its state.
  waits_for_payment_by_code: 'Waiting for the player to pay with the code.',
  waits_for_confirmation: 'Waiting for the player to confirm.',
  prompt_sent: 'The payment request was sent to the player.',
  initiation_refused: 'The operator refused to start the payment.',
  payment_confirmed: 'The payment was confirmed.',
  payment_refused: 'The player refused the payment or did not answer in time.',
  window_closed: 'No confirmation came before the deadline.',
  confirmed_after_expiry: 'A confirmation came after the deposit had expired: you have to decide.',
  confirmed_after_failure: 'A confirmation came after the deposit had failed: you have to decide.',
  paid_after_expiry: 'A payment that fits came after the deposit had expired.',
  paid_with_taken_payment:
    'The provider says it was paid, but with the payment that completed transaction {transaction}: you have to decide.',
  staff_confirmed_payment: 'Staff marked the deposit as paid.',
  staff_rejected_payment: 'Staff marked the deposit as not paid.',
  staff_completed: 'Staff completed the deposit from payments received.',
  staff_completed_expired: 'Staff completed the expired deposit from payments received.',
  waits_for_approval: 'Awaiting approval.',
  withdrawal_approved: 'Staff approved the withdrawal.',
  withdrawal_rejected: 'Staff rejected the withdrawal.',
  withdrawal_cancelled: 'Staff cancelled the withdrawal before it was sent.',
  approval_lapsed: 'The approval has lapsed and nothing was sent: approve it again, or reject it.',
  withdrawal_approved_anew: 'Staff approved the withdrawal again.',
  transfer_sent: 'The transfer was sent to the provider.',
  transfer_confirmed: 'The provider confirmed the transfer.',
  transfer_refused: 'The provider refused the transfer.',
  transfer_unanswered: 'The provider gave no final answer in time: you have to decide.',
  staff_confirmed_transfer: 'Staff marked the withdrawal as paid.',
  staff_rejected_transfer: 'Staff marked the withdrawal as not paid.',
  simulated: 'Simulated in the sandbox: {outcome}.',

  // Payments and the texts that reported them.
  no_deposit_waits: 'No deposit of this number waits for a payment.',
  older_than_deposits: 'The operator dates the payment before every deposit that it would fit.',
  other_amount: 'The amount is that of no deposit of this number.',
  several_players: 'Deposits of different players wait for the same number and amount.',
  other_line: 'The payment went to another merchant number than the one in the instructions.',
  several_prompts:
    'Several payment requests fit this number and amount: the provider will say which one was paid.',
  may_have_paid:
    'It may be the payment of deposit {deposit}, which was confirmed without the operator’s id.',
  id_of_deposit:
    'The provider gave its id to deposit {deposit}, which is not paid or asks for another payment: compare them.',
  too_many_deposits: 'Too many deposits wait for the same number and amount.',
  taken_back: 'The operator says that it took the payment back.',
  just_arrived: 'The payment has just arrived.',
  confirmed_by_provider_before: 'The provider had confirmed the deposit already.',
  paid_before_named: 'Deposit {deposit} was confirmed by it before the operator’s id was known.',
  completed_deposit: 'It completed deposit {deposit}.',
  late_for_deposit: 'It came late for deposit {deposit}, which is on hold.',
  used_by_staff: 'Staff completed deposit {deposit} with it.',
  named_by_provider: 'The provider says that it paid deposit {deposit}.',
  confirmed_by_staff: '{staff} marked deposit {deposit} as paid; this is the payment of that time.',
  freed_by_staff: '{staff} rejected deposit {deposit}: the payment can pay another one.',
  returned_to_payer:
    '{staff} rejected deposit {deposit}, and the money went back to the payer: {text}',
  not_signed: 'The message was not signed with the secret of its gateway.',
  gateway_key_revoked: 'The key of the gateway was revoked.',
  signed_too_long_ago: 'The signature of the gateway is too old: the message may be a repeat.',
  unknown_sim: 'The SIM that got the text is not one of our SIM lines.',
  balance_left_out: 'The text names no balance, while those of its line do: it may be forged.',
  no_balance: 'The text names no balance to compare.',
  odd_clock: 'The operator’s time in the text is more than a day away from ours.',
  dismissed_before: 'Staff have dismissed this payment before.',
  known_payment: 'The payment is known already.',
  rival_texts:
    'Two texts with the same operator id tell of different amounts or payers: one of them is forged.',
  rival_of_known: 'Another text with the same operator id tells of another amount or payer.',
  rival_replaced:
    'Another text with the same operator id fits the balances of the line: this one is probably forged.',
  other_operator_than_sim: 'The text is of another operator than the SIM.',
  sms_review: '{review_reason}',
  sms_nothing: '{nothing_reason}',
  differs_operator: 'It came through another operator.',
  differs_number: 'It came from another number.',
  differs_line: 'It went to another merchant number than the one in the instructions.',
  too_little: 'It is {amount_xaf} too little.',
  too_much: 'It is {amount_xaf} too much.',
  paid_before_asked: 'It was received before the deposit was asked for.',
  not_paid_by_code: 'The deposit asked the player to confirm on the phone, not to pay by code.',
  deposit_had_failed: 'The deposit had already failed.',

  // SIM lines.
  line_holds_more:
    'Balance gap: the line holds {amount_xaf} more than its texts say. A text about received money was missed, money was put on the line otherwise, or this text is forged.',
  line_holds_less:
    'Balance gap: the line holds {amount_xaf} less than its texts say. A text about sent money was missed, money was taken from the line otherwise, or this text is forged.',
  line_not_opened: 'The line was not opened: type the balance that it has at the operator.',
  gap_came_in: '{amount_xaf} probably came to the line without a text that we got.',
  gap_went_out: '{amount_xaf} probably left the line without a text that we got.',
  not_on_chain:
    'Its text does not lead to the balance that was read at the operator: look for it there and decide.',
  line_without_gateway: 'No SMS gateway is set up for the line.',
  line_gateway_revoked: 'The key of the line’s SMS gateway was revoked.',
  line_gateway_never_heard: 'The line’s SMS gateway has never been heard of.',
  line_gateway_silent: 'The line’s SMS gateway is silent.',
  line_sim_full: 'The SIM of the line is nearly full of texts.',
  ...enSimRemarks,
  ...enStatementRemarks,

  // The condition of a provider, and why a request is not settled.
  provider_switched_off: 'This provider is switched off.',
  provider_cannot_confirm: 'This provider cannot confirm payments at the moment.',
  provider_without_channel: 'This provider has no channel.',
  channels_switched_off: 'The channels of this provider are switched off.',
  deposits_not_accepted: 'Deposits are not accepted at the moment: {because}',
  withdrawals_not_accepted: 'Withdrawals are not accepted at the moment: {because}',
  payouts_wait: 'Withdrawals wait at the moment: {because}',
  provider_fails_often: 'About {percent}% of the payments of the last hour failed.',
  provider_works: 'This provider works normally.',
  amount_outside_limits: 'The amount is outside what the operator accepts in one payment.',
  no_provider_takes_it: 'No provider can take the request at the moment.',
  float_too_low:
    'The balance that the provider told, {amount_xaf}, does not cover the withdrawal; it waits for a top-up.',
  no_time_to_send: 'The request was not sent: there was no time left to send it.',
  no_adapter: 'The request was not sent: there is no adapter named {adapter}.',
  provider_not_configured: 'The provider is not configured any more.',
  request_unknown_there: 'The provider does not know the request.',
  transfer_succeeded_after_all: 'The provider now says that the transfer succeeded.',
  transfer_failed_after_all: 'The provider now says that the transfer failed: {because}',
  sandbox_sends_no_prompts: 'The sandbox sends no payment requests; simulate the outcome instead.',
  line_cannot_be_asked: 'A SIM line cannot be asked.',
  line_only_receives: 'A SIM line only receives payments.',
  not_set_up_for_deposits: 'The {system} account is not set up for deposits.',
  not_set_up_for_payouts: 'The {system} account is not set up for withdrawals.',

  // Why a payment was refused.
  player_refused: 'The player refused the payment.',
  player_cancelled: 'The player cancelled the payment.',
  player_did_not_approve: 'The player did not approve the payment.',
  player_too_late: 'The player did not approve the payment in time.',
  approved_too_late: 'The payment was not approved in time.',
  payment_cancelled: 'The payment was cancelled.',
  payer_lacks_money: 'The payer does not have enough money.',
  payer_lacks_money_or_limit: 'The payer does not have enough money, or has reached a limit.',
  payer_at_limit: 'The payer has reached a limit of their account.',
  payer_not_active: 'The payer’s account is not active.',
  payer_unknown: 'The payer has no {system} Mobile Money account.',
  payee_at_limit: 'The recipient has reached a limit of their account.',
  payee_may_not_receive: 'The recipient may not receive this payment.',
  payee_unknown: 'The recipient has no {system} Mobile Money account.',
  account_not_active: 'The account is not active.',
  account_not_available: 'The account is not available.',
  account_blocked: 'The account is blocked.',
  account_at_daily_limit: 'The account has reached a daily limit.',
  account_at_monthly_limit: 'The account has reached a monthly limit.',
  beyond_account_limit: 'The payment is beyond a limit of the account.',
  not_number_of_operator: 'The number is not a number of {system}.',
  number_without_account: 'The number has no {system} account.',
  subscriber_unknown: '{system} does not know this subscriber.',
  only_cameroon: '{system} pays only numbers of Cameroon.',
  system_refused: '{system} refused the payment.',
  system_reported_failure: '{system} reported a failed payment.',
  system_could_not: '{system} could not carry out the payment.',
  system_could_not_payer_lacks_money:
    '{system} could not carry out the payment; often the payer lacks money.',
  system_could_not_we_lack_money:
    '{system} could not carry out the payment; often our account at {system} lacks money.',
  system_not_available: '{system} was not available for this payment.',
  system_not_allowed: '{system} does not allow this payment.',
  system_found_mistake: '{system} found a mistake in the payment.',
  system_has_reference: '{system} already has a payment under this reference.',
  system_knows_no_payment: '{system} does not know the payment.',
  system_knows_no_callback_host: '{system} does not know the host of our callback address.',
  system_takes_no_such_currency: '{system} does not take this currency.',
  system_other_environment: 'The account may not be used in this environment of {system}.',
  system_refuses_same_again:
    '{system} refuses the same amount to the same number again within about five minutes.',
  payout_refused: 'The withdrawal was refused at {system}.',
  payout_not_approved: 'The withdrawal was not approved at {system}.',
  payout_too_late: '{system} did not pay out the withdrawal in time.',
  we_lack_money: 'Our account at {system} does not have enough money.',
  we_lack_money_or_payee_limit:
    'Our account at {system} does not have enough money, or the recipient has reached a limit.',
  our_account_at_limit: 'Our account at {system} has reached a limit.',
  our_account_not_active: 'Our account at {system} is not active.',
  our_account_unknown: '{system} does not know our account.',

  // What is wrong between an outside system and us.
  system_unreachable: '{system} could not be reached.',
  system_refused_credentials: '{system} did not accept our credentials.',
  system_bars_our_address: '{system} does not let us in from our address.',
  system_lacks_this_payment: '{system} does not offer this kind of payment at our address.',
  system_takes_no_more: '{system} is taking no more requests from us for now.',
  system_takes_nothing_now: '{system} does not take our requests now.',
  system_gave_no_payment_token: '{system} gave no token for the payment.',
  system_answer_lost: 'The answer of {system} was lost: {because}',
  system_gave_no_status: '{system} gave no status: {because}',
  system_gave_no_name: '{system} gave no name: {because}',
  system_knows_number_without_name: '{system} knows the number and gave no name.',
  system_gave_unknown_status: '{system} gave a status that we do not know: {their_words}',
  system_gave_empty_status: '{system} answered without a status.',
  system_answered_of_another: '{system} answered about another payment: {difference} differs.',
  system_success_without_amount: '{system} reported a success without an amount.',
  system_success_with_failed_step: '{system} reported a success beside a step that failed.',
  system_answered: '{system} answered {status}.',
  system_answered_words: '{system} answered {status} ({their_words}).',
  no_token_in_time: 'no access token in time',
  no_token_status: 'no access token: the system answered {status}',
  no_token_in_answer: 'no access token: the answer has none',
  no_token: 'no access token: {because}',
  no_answer_within: 'no answer within {ms} ms',
  no_time_left: 'there was no time left',
  answer_too_long: 'the answer is too long',
  answer_without_status: 'the answer has no status',
  address_refused: 'the address of the system is not allowed',
  not_set_up_for_this: 'the account is not set up for this',
  technical: '{error}',

  // What is wrong with how a channel is to collect.
  channel_needs_template: 'a channel where the player dials needs a USSD template',
  channel_code_of_sandbox:
    'a code of the sandbox starts with {text}, so that it can do nothing when dialled',
  channel_number_form:
    'a merchant number is 4 to 15 digits, or a phone number such as +237670000000',
  channel_number_dialled: 'a merchant number that players dial is digits only, or starts with +237',
  channel_illustration_incomplete:
    'an illustration has an address and a text for those who cannot see it',
  channel_illustration_form:
    'an illustration has an https address, and a text of at most 300 characters',
  channel_merchant_name_form: 'the name of a merchant has 1 to 60 characters',
  channel_limit_form: 'a limit is a whole number of francs above 0',
  channel_limits_crossed: 'the smallest amount is above the largest',
  channel_without_prompts:
    'the adapter {adapter} sends no payment requests, so the player has to dial',
  template_ends: 'a USSD code starts with * or # and ends with #',
  template_without_amount: '{text} is missing, so the player would have to type the amount',
  template_without_merchant: '{text} is missing, so the player would pay whom the code names',
  template_with_number:
    'the code names {text}: digits of a number or merchant code come only from the channel',
  template_placeholder_unknown: 'the placeholder {text} is not known; use {their_words}',
  template_part_mixed:
    '“{text}” must be digits only or one placeholder, parted from the rest by * or #',

  // The result of a decision.
  decided: 'Done.',
  decided_before: 'You have done this already.',
  waits_for_second_person: 'A second approval is needed.',

  // Why an act takes two people.
  against_provider: 'You decide against what the provider says, so two people have to decide it.',
  never_sent: 'It was never sent, so two people have to say that it was paid.',
  large_amount: 'The amount is above {amount_xaf}, so two people have to decide it.',
  unproven_payment:
    'A payment is in doubt and the amount is above the limit, so two people have to decide it.',
  many_payouts:
    'Its number or its player has more withdrawals within 24 hours than the limit, so two people have to decide it.',
  daily_sum:
    'With it you approve more than {amount_xaf} within 24 hours, so a second person has to approve it as well.',
  set_up:
    'It changes who gets the money, who may decide or what the books say, so another administrator approves it.',

  // Why a deposit cannot be completed from the payments that were chosen.
  chosen_missing: 'A payment does not exist.',
  chosen_used: 'A payment has been used already.',
  chosen_waits_for_line: 'A payment waits for its line: put the line in order first.',
  chosen_other_operator: 'A payment came through another operator.',
  chosen_other_number: 'A payment came from another number than the player’s.',
  chosen_too_little: 'The payments are {amount_xaf} short of the deposit.',
  chosen_taken_back: 'The operator says that it took a payment back: it pays no deposit any more.',
  chosen_taken: 'A payment has completed deposit {deposit}: the provider reported it.',

  // What was said against something settled.
  settled_failed_but_paid: 'It was settled as failed, but the provider says that it was paid.',
  settled_paid_but_failed:
    'It was settled as paid, but the provider says that it failed: {because}',
  paid_with_another:
    'One payment completed it, and the provider says that another one, {operator_tx_id}, paid it: the player may have paid twice.',
  told_otherwise:
    'A second text with the operator id of this payment tells of {amount_xaf}, or of another payer.',
  reversed_by_operator: 'Reversal: the operator took the payment back after it had succeeded.',

  // Why nothing leaves the service, and what a restore has put in doubt.
  quarantine_other_database:
    'The database is not the one that the service ran on: it was restored or moved.',
  quarantine_sends_unknown:
    'Withdrawals were sent that the database does not know as sent: it was restored to an earlier moment.',
  quarantine_waits:
    'Quarantine: nothing leaves the service until somebody has accepted the restored database.',
  quarantine_by_hand: 'Somebody stopped everything that leaves the service: {text}',
  restored_unanswered:
    'The service was restored from a backup; check whether the transfer was made.',
  restored_known:
    'The service was restored from a backup, and the provider knows the transfer; decide about it.',
  sent_before_restore:
    'It was sent before the database was restored, so it is not sent again: the provider is asked.',
  send_not_noted:
    'The request was not sent: it could not be written to the list of sent withdrawals in DATA_DIR.',
};
