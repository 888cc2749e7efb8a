/** The results for payments and for the texts that reported them, and what speaks against them. */
export const RECEIPT_REMARKS = {
  // Why a payment is held.
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

  // What it was used for.
  confirmed_by_provider_before: 'The provider had confirmed the deposit already.',
  paid_before_named: 'Deposit {deposit} was confirmed by it before the operator’s id was known.',
  completed_deposit: 'It completed deposit {deposit}.',
  late_for_deposit: 'It came late for deposit {deposit}, which is on hold.',
  used_by_staff: 'Staff completed deposit {deposit} with it.',
  named_by_provider: 'The provider says that it paid deposit {deposit}.',
  confirmed_by_staff:
    '{staff} marked deposit {deposit} as paid; this is the payment from that time.',

  freed_by_staff: '{staff} rejected deposit {deposit}: the payment can pay another one.',
  returned_to_payer:
    '{staff} rejected deposit {deposit}, and the money went back to the payer: {text}',

  // What speaks against a text.
  not_signed: 'The message was not signed with the secret of its gateway.',
  gateway_key_revoked: 'The key of the gateway was revoked.',
  signed_too_long_ago: 'The signature of the gateway is too old: the message may be a repeat.',
  unknown_sim: 'The SIM that got the text is not one of our SIM lines.',
  balance_left_out: 'The text names no balance, while those of its line do: it may be forged.',
  no_balance: 'The text names no balance to compare.',
  odd_clock: 'The operator’s time in the text is more than a day away from ours.',

  // The result for a text.
  dismissed_before: 'Staff have dismissed this payment before.',
  known_payment: 'The payment is known already.',
  rival_texts:
    'Two texts with the same operator id report different amounts or payers: one of them is forged.',
  rival_of_known: 'Another text with the same operator id reports another amount or payer.',
  rival_replaced:
    'Another text with the same operator id fits the balances of the line: this one is probably forged.',
  other_operator_than_sim: 'The text is of another operator than the SIM.',
  sms_review: '{review_reason}',
  sms_nothing: '{nothing_reason}',

  // Why a payment was not matched with a deposit.
  differs_operator: 'It came through another operator.',
  differs_number: 'It came from another number.',
  differs_line: 'It went to another merchant number than the one in the instructions.',
  too_little: 'It is {amount_xaf} too little.',
  too_much: 'It is {amount_xaf} too much.',
  paid_before_asked: 'It was received before the deposit was asked for.',
  not_paid_by_code: 'The deposit asked the player to confirm on the phone, not to pay by code.',
  deposit_had_failed: 'The deposit had already failed.',
} as const;
