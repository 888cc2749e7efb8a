/** Why a transaction is in its state. Platforms read these sentences as `state_reason`. */
export const TRANSACTION_REMARKS = {
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
