/** The result of a decision, and why a deposit cannot be completed from the chosen payments. */
export const DECISION_REMARKS = {
  decided: 'Done.',
  decided_before: 'You have done this already.',
  waits_for_second_person: 'A second approval is needed.',

  chosen_missing: 'A payment does not exist.',
  chosen_used: 'A payment has been used already.',
  chosen_waits_for_line: 'A payment waits for its line: put the line in order first.',
  chosen_other_operator: 'A payment came through another operator.',
  chosen_other_number: 'A payment came from another number than the player’s.',
  chosen_too_little: 'The payments are {amount_xaf} short of the deposit.',
  chosen_taken_back: 'The operator says that it took a payment back: it pays no deposit any more.',
  chosen_taken: 'A payment has completed deposit {deposit}: the provider reported it.',
} as const;
