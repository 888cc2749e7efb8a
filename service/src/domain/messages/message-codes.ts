/** The results for payments and for the texts that reported them, and what speaks against them. */
export const RECEIPT_MESSAGES = {
  // Why a payment is held.
  no_deposit_waits: 'When it arrived, no deposit of this number waited for a payment.',
  older_than_deposits: 'The operator dates the payment before every deposit that it would fit.',
  other_amount: 'The amount is that of no deposit of this number.',
  several_players: 'Deposits of different players wait for the same number and amount.',
  several_checkouts: 'Attempts of several checkouts wait for the same number and amount.',
  other_line: 'The payment went to another merchant number than the one in the instructions.',
  several_prompts:
    'Several payment requests fit this number and amount: the provider will say which one was paid.',
  may_have_paid:
    'It may be the payment of deposit {deposit}, which was confirmed without the operator’s id.',
  id_of_deposit:
    'The provider gave its id to deposit {deposit}, which is not paid or asks for another payment: compare them.',
  too_many_deposits: 'Too many deposits wait for the same number and amount.',
  taken_back: 'The operator says that it took the payment back.',
  taken_back_unproven:
    'A text says that the operator took the payment back, and no balance proves it: decide in the contradictions.',
  not_taken_back: '{staff} found that the operator did not take the payment back.',
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
  reserved_by_staff:
    '{staff} marked deposit {deposit} as paid; this payment is not proven and is reserved for it.',

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
  burst_needs_balance:
    'Many texts of its line connect to nothing, so some are probably forged: it is credited when a balance that is read after it fits.',
  large_needs_balance:
    'A payment above {amount_xaf} is credited by a text only when a balance that is read after it fits.',
  large_without_balance:
    'A payment above {amount_xaf} is not credited by a text alone, and its line reports no balances: look for it at the operator and decide.',
  typed_balance_waits:
    'Only one person has typed the balance that it leads to, and has completed as much as one person may: it is credited when a second person types the balance of the line, or the operator reports it.',
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

/** Why nothing leaves the service, and what became of payouts that a restore made doubtful. */
export const QUARANTINE_MESSAGES = {
  quarantine_other_database:
    'The database is not the one that the service ran on: it was restored or moved.',
  quarantine_sends_unknown:
    'Withdrawals were sent that the database does not know as sent: it was restored to an earlier moment.',
  quarantine_waits:
    'Quarantine: nothing leaves the service until a person has accepted the restored database.',
  quarantine_by_hand: 'A person stopped everything that leaves the service: {text}',

  restored_unanswered:
    'The service was restored from a backup; staff must check whether the transfer was made.',
  restored_known:
    'The service was restored from a backup, and the provider knows the transfer; staff must decide.',
  sent_before_restore:
    'It was sent before the database was restored, so it is not sent again: the provider is asked.',
  send_not_noted:
    'The request was not sent: it could not be written to the list of sent withdrawals in DATA_DIR.',
  seal_broken:
    'Nothing was sent: what the database has of this payment is not what the service wrote.',
  refund_outdated:
    'Nothing was sent: since the approval something is known of the deposit, of its other refunds or of a restore.',
  settlement_outdated:
    'Nothing was sent: since the approval the platform is owed less than this, or has been settled otherwise.',
} as const;

/** Why a statement of an operator is refused, with which of its rows. */
export const STATEMENT_MESSAGES = {
  file_too_large: 'The file is too large.',
  file_too_long: 'The file has too many rows.',
  file_too_wide: 'A row of the file has too many columns.',
  file_too_many_cells: 'The file has too many cells, most of which may be empty.',
  file_unpacks_too_large: 'The file is too large when it is unpacked.',
  file_cut: 'The file is cut, or neither CSV nor XLSX.',
  file_without_sheet: 'The file has no sheet.',
  file_of_several_tables:
    'Several of its sheets have the same headings: save each of them as a file of its own.',
  file_unreadable: 'The file cannot be read.',
  file_too_slow: 'Reading the file took too long or too much memory.',
  statement_of_no_form: 'No row has the names of the columns of any known statement.',
  statement_without_status:
    'No column is known as the status, so failed payments would count as paid: name it in a mapping, or say there that such statements have none.',
  statement_column_of_failure:
    'A column that is not known as the status has a word of failure. Name it in a mapping, or say there that it is no status. It is {text}',
  mapping_wrong: 'The mapping lacks something, or says something that cannot be used: {text}',
  statement_without_rows: 'The statement has no lines.',
  statement_of_several_operators:
    'The wallet has money of several operators, and no mapping says which column names them.',
  statement_not_expected:
    'The mapping expects something that the file does not have as a column or above its table: {text}',
  statement_party_is_own:
    'In {percent} % of the lines with money that left, the other party is our own number. Name the columns of sender and recipient: the other one of the two is the party.',
  statement_party_repeats:
    'In {percent} % of the lines with money that left, the other party is {text}. Compare with the file whether this column names the recipients.',
  statement_of_other_number:
    'It names {text} as the account, which is not the number of this wallet. Compare whether it is a statement of this wallet.',
  statement_reversals_as_payments:
    'Rows that say that they take a payment back are read as payments: lines {text}. Say under “Rows with a text” how they name it.',
  statement_fees_as_payments:
    '{percent} % of the lines with money that left name a fee and count as payments. If they are fees of other payments, say below which rows are fees.',
  row_without_id: 'It has no id of the operator.',
  row_time_unclear: 'Its time cannot be read: {text}',
  row_amount_unclear: 'Its amount cannot be read: {text}',
  row_fee_unclear: 'Its fee cannot be read: {text}',
  row_fee_of_none: 'It is a fee of {text}, of which the file has no payment that happened.',
  row_fee_too_large: 'It is more than payment {text}, whose fee it is said to be.',
  row_day_unclear:
    'The day above it is not in the order of the others: it may be a date of printing.',
  row_balance_unclear: 'Its balance cannot be read: {text}',
  row_status_unclear: 'Its status shows neither success nor failure: {text}',
  row_sign_unclear:
    'Money that left is written with a minus and without: say in a mapping what the minus means.',
  row_operator_unclear: 'It is unclear of which operator it is: {text}',
  row_direction_unclear: 'It is unclear whether its money came or left: {text}',
  row_cut: 'It has fewer cells than the row with the names of the columns: the file may be cut.',
  row_ends_the_file:
    'The file ends in it without a line break, so its last cell may be cut. Download it again, or say in a mapping that such files end so.',
  row_left_out_pays:
    'The mapping leaves it out, but it reads as a payment: write the pattern more exactly.',
  row_not_expected: 'It has not what the mapping expects in every line: {text}',
  row_of_others: 'Neither its sender nor its recipient is {text}.',
  row_twice: 'Its id is that of line {row}, too.',
  row_balance_breaks: 'Its balance does not follow that of line {row}.',
} as const;

/** What is wrong with how a channel is set up to collect. */
export const CHANNEL_MESSAGES = {
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
} as const;

/** The result of a decision, and why a deposit cannot be completed from the chosen payments. */
export const DECISION_MESSAGES = {
  decided: 'Done.',
  decided_before: 'You have done this already.',
  waits_for_second_person: 'A second approval is needed.',

  // Why an act takes two people.
  against_provider: 'You decide against what the provider says, so two people have to decide it.',
  against_report:
    'You decide against a report of the operator that it was paid, so two people have to decide it.',
  undoes_two: 'Two people have decided the opposite, so two people have to decide it.',
  in_quarantine:
    'The database was restored: it may have been paid already, so two people have to decide it.',
  never_sent: 'It was never sent, so two people have to say that it was paid.',
  returned_payment: 'Two people have to say that a payment went back to its payer.',
  large_amount: 'The amount is above {amount_xaf}, so two people have to decide it.',
  unproven_payment:
    'No balance proves a payment, and with it you complete more than {amount_xaf} from such payments within 24 hours, so two people have to decide it.',
  reserved_payment: 'A payment is reserved for another deposit, so two people have to decide it.',
  older_payment: 'A payment is older than the deposit, so two people have to decide it.',
  beyond_money: 'It is more than its application has with you, so two people have to decide it.',
  disputed_deposit: 'Its deposit was taken back or is disputed, so two people have to decide it.',
  old_deposit: 'Its deposit is older than 90 days, so two people compare both names and decide it.',
  many_payouts:
    'Its number or its player has more withdrawals within 24 hours than the limit, so two people have to decide it.',
  daily_sum:
    'With it you approve and complete more than {amount_xaf} within 24 hours, so a second person has to decide it as well.',
  set_up:
    'It changes who gets the money, who may decide or what the books say, so another administrator approves it.',

  chosen_missing: 'A payment does not exist.',
  chosen_used: 'A payment has been used already.',
  chosen_open: 'Something about a payment could not be read: fill it in first.',
  chosen_waits_for_line: 'A payment waits for its line: put the line in order first.',
  chosen_other_operator: 'A payment came through another operator.',
  chosen_other_number: 'A payment came from another number than the player’s.',
  chosen_too_little: 'The payments are {amount_xaf} short of the deposit.',
  chosen_taken_back_unproven:
    'A text says that the operator took a payment back, and no balance proves it: decide that first in the contradictions.',
  chosen_taken_back: 'The operator says that it took a payment back: it pays no deposit any more.',
  chosen_deposit_missing: 'There is no such deposit.',
  chosen_deposit_open: 'This deposit has not succeeded: complete it from the payment instead.',
  chosen_deposit_paid: 'This deposit has its payment already.',
  chosen_reversed: 'The operator took this payment back: dismiss it as returned.',
  chosen_taken: 'A payment has completed deposit {deposit}: the provider reported it.',
  chosen_not_returned: 'No believed text, reversal or statement shows that it went back.',
  return_unproven: 'Nothing proves yet that it came: two people say first that it is real.',
  return_not_payable:
    'The payer has no number of this operator, so it cannot be sent back from here: it stays listed as owed.',
  return_too_small: 'Less than {amount_xaf} cannot be paid out: it stays listed as owed.',
  return_may_have_left: 'An earlier return may have left: decide its contradiction first.',
  nothing_overpaid: 'Nothing was paid above the amount of this deposit.',
  overpayment_gone: 'It has gone back, or is on its way.',
  return_has_no_provider: 'No provider pays this amount out to its operator now.',
} as const;

/** Why a transaction is in its state. Platforms read these sentences as `state_reason`. */
export const TRANSACTION_MESSAGES = {
  waits_for_payment_by_code: 'Waiting for the player to pay with the code.',
  waits_for_confirmation: 'Waiting for the player to confirm.',
  prompt_sent: 'The payment request was sent to the player.',
  initiation_refused: 'The operator refused to start the payment.',
  payment_confirmed: 'The payment was confirmed.',
  payment_refused: 'The player refused the payment or did not answer in time.',
  window_closed: 'No confirmation was received before the deadline.',
  confirmed_after_expiry:
    'A confirmation arrived after the deposit had expired; staff must decide.',
  confirmed_after_failure:
    'A confirmation arrived after the deposit had failed; staff must decide.',
  paid_after_expiry: 'A matching payment was received after the deposit had expired.',
  paid_with_taken_payment:
    'The provider says that it was paid, but with the payment that completed transaction {transaction}; staff must decide.',
  staff_confirmed_payment: 'Staff marked the deposit as paid.',
  staff_rejected_payment: 'Staff marked the deposit as not paid.',
  staff_completed: 'Staff completed the deposit from payments received.',
  staff_completed_expired: 'Staff completed the expired deposit from payments received.',

  waits_for_approval: 'Waiting for staff to approve the withdrawal.',
  waits_for_refund: 'Waiting for staff to approve the refund.',
  waits_for_refund_because: 'Waiting for staff to approve the refund: {their_words}',
  waits_for_return: 'Waiting for staff to approve that a payment is sent back: {their_words}',
  waits_for_settlement:
    'Waiting for staff to approve that {text} is paid what it is owed: {their_words}',
  withdrawal_approved: 'Staff approved the withdrawal.',
  withdrawal_rejected: 'Staff rejected the withdrawal.',
  withdrawal_cancelled: 'Staff cancelled the withdrawal before it was sent.',
  approval_lapsed:
    'The approval has lapsed and nothing was sent: staff must approve it again or reject it.',
  withdrawal_approved_anew: 'Staff approved the withdrawal again after its approval had lapsed.',
  transfer_sent: 'The transfer was sent to the provider.',
  transfer_confirmed: 'The provider confirmed the transfer.',
  transfer_refused: 'The provider refused the transfer.',
  transfer_unanswered: 'The provider gave no final answer in time; staff must decide.',
  staff_confirmed_transfer: 'Staff marked the withdrawal as paid.',
  staff_rejected_transfer: 'Staff marked the withdrawal as not paid.',

  simulated: 'Simulated in the sandbox: {outcome}.',
} as const;

/** What an outside system says against what is settled; each code is a kind of contradiction. */
export const CONTRADICTION_MESSAGES = {
  settled_failed_but_paid: 'It was recorded as failed, but the provider says that it was paid.',
  settled_failed_but_sent:
    'It was recorded as failed after a restore, but the list of sent withdrawals has it: it may have been paid.',
  settled_paid_but_failed:
    'It was recorded as paid, but the provider says that it failed: {because}',
  paid_with_another:
    'One payment completed it, and the provider says that another one, {operator_tx_id}, paid it: the player may have paid twice.',
  paid_otherwise:
    'It was completed already, and the provider says that its own request was paid, too: the player may have paid twice. {because}',
  told_otherwise: 'A second text with the same operator id reports {amount_xaf}, or another payer.',
  reversed_by_operator: 'Reversal: the operator took the payment back after it had succeeded.',
  reversed_without_proof:
    'A text says that the operator took the payment back after it had succeeded, and no balance proves it.',
} as const;
