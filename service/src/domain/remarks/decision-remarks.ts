/** The result of a decision, and why a deposit cannot be completed from the chosen payments. */
export const DECISION_REMARKS = {
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

  chosen_missing: 'A payment does not exist.',
  chosen_used: 'A payment has been used already.',
  chosen_waits_for_line: 'A payment waits for its line: put the line in order first.',
  chosen_other_operator: 'A payment came through another operator.',
  chosen_other_number: 'A payment came from another number than the player’s.',
  chosen_too_little: 'The payments are {amount_xaf} short of the deposit.',
  chosen_taken_back: 'The operator says that it took a payment back: it pays no deposit any more.',
  chosen_taken: 'A payment has completed deposit {deposit}: the provider reported it.',
} as const;
