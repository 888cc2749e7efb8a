/** What an outside system says against what is settled; each code is a kind of contradiction. */
export const CONTRADICTION_REMARKS = {
  settled_failed_but_paid: 'It was settled as failed, but the provider says that it was paid.',
  settled_paid_but_failed:
    'It was settled as paid, but the provider says that it failed: {because}',
  paid_with_another:
    'It was completed by one payment, and the provider says that another one, {operator_tx_id}, paid it: the player may have paid twice.',
  told_otherwise:
    'A second text with the operator id of this payment tells of {amount_xaf}, or of another payer.',
  reversed_by_operator: 'The operator has taken the payment back after it had succeeded.',
} as const;
