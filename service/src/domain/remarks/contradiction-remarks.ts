/** What an outside system says against what is settled; each code is a kind of contradiction. */
export const CONTRADICTION_REMARKS = {
  settled_failed_but_paid: 'It was recorded as failed, but the provider says that it was paid.',
  settled_paid_but_failed:
    'It was recorded as paid, but the provider says that it failed: {because}',
  paid_with_another:
    'One payment completed it, and the provider says that another one, {operator_tx_id}, paid it: the player may have paid twice.',
  told_otherwise: 'A second text with the same operator id reports {amount_xaf}, or another payer.',
  reversed_by_operator: 'Reversal: the operator took the payment back after it had succeeded.',
} as const;
