/** What is wrong with a SIM line: with its balances, or with the gateways that get its texts. */
export const LINE_MESSAGES = {
  gateway_name: 'A gateway is named with 1 to 40 small letters, digits and hyphens.',
  sim_name: 'The name of a SIM has 1 to 100 characters.',
  line_name: 'A line is a number such as +237690000000, or the 4 to 15 digits of a merchant code.',
  sim_is_not_only: 'The gateway holds another SIM: {text}.',
  sim_is_only:
    'The gateway was declared to hold only {text}: place that one again, not as its only SIM, first.',
  text_assumes_other: 'This text assumes a balance of {assumed_xaf}; the line had {had_xaf}.',
  // The same without the figures, for those who do not see balances.
  text_assumed_other: 'This text assumed another balance than the line had when it arrived.',
  text_fits_no_balance: 'This text does not fit the balances of its line.',
  // Texts that came earlier have one of the next two.
  line_holds_more:
    'Balance gap: the line holds {amount_xaf} more than its texts say. A text about received money was missed, money was put on the line otherwise, or this text is forged.',
  line_holds_less:
    'Balance gap: the line holds {amount_xaf} less than its texts say. A text about sent money was missed, money was taken from the line otherwise, or this text is forged.',
  line_holds_other:
    'Balance gap: the line holds another amount than its texts say. A text was missed, money moved otherwise, or this text is forged.',
  line_not_opened: 'The line was not opened: enter the balance that it has at the operator.',
  gap_came_in: '{amount_xaf} probably came to the line without a text that we got.',
  gap_went_out: '{amount_xaf} probably left the line without a text that we got.',
  not_on_chain:
    'Its text does not lead to the balance that was read at the operator: look for it there and decide.',

  line_without_gateway: 'No SMS gateway is set up for the line.',
  line_gateway_revoked: 'The key of the line’s SMS gateway was revoked.',
  line_gateway_never_heard: 'The line’s SMS gateway has never reported.',
  line_gateway_silent: 'The line’s SMS gateway is silent.',
  line_sim_full: 'The SIM of the line is nearly full of texts.',
} as const;

/** What is wrong with a SIM that pays by USSD, and why a payment of it ended as it did. */
export const SIM_MESSAGES = {
  sim_agent_silent: 'The modem agent of the line is silent.',
  sim_not_in_network: 'The SIM of the line is not in its network.',
  sim_in_trouble: 'The modem agent does not use the SIM of the line.',
  sim_pin_refused:
    'The operator refused the PIN of the line: write the right one into its file, and it is tried once.',
  sim_pin_refused_twice:
    'The PIN of the line was refused again, and a third wrong one blocks the wallet: ask the operator how many tries are left, correct the file, then run momo gateway pin --i-know-how-many-tries-are-left.',
  sim_pin_unproven:
    'The PIN of the line was said twice, and no screen proved it: check it on a phone, then say what the screen meant: momo gateway pin.',
  sim_menu_changed:
    'The operator showed unknown screens twice in a row: record its menu again, then run momo gateway check.',
  sim_codes_unproven:
    'The modem of the line does not bring the menu of the operator: run momo gateway check beside it.',
  sim_without_pin:
    'The modem agent has no PIN for the wallet of the line: write its 4 to 8 digits into wallet_pin_file, which only the agent may read.',
  sim_at_day_limit:
    'The SIM of the line has reached its limit of the day: wait for the next day, or raise day_amount_xaf or day_payments.',
  sim_without_scenario: 'The SIM of the line has no recorded scenario for this.',
  sim_lacks_money: 'The line does not have enough money.',
  sim_busy: 'The SIM of the line has too much to do.',
  sim_not_begun:
    'The SIM took the payment and gave it back, since something stopped its line: nothing was paid.',
  sim_walks_menu: 'The SIM walks the menu of the operator.',
  sim_jobs_away: 'The jobs of the SIMs could not be reached.',
  sim_end_unseen:
    'The transfer was confirmed, and no screen said what came of it: the text of the operator decides.',
  sim_says_nothing: 'The modem agent has taken the payment and has not reported its result.',
  sim_screens_contradicted:
    'The screens say that no money moved, and a text of the operator says that it did.',
  sim_other_screen:
    'The operator showed a screen that the scenario does not know: nothing was confirmed.',
  sim_other_amount: 'The operator showed another amount: nothing was confirmed.',
  sim_other_number: 'The operator showed another number: nothing was confirmed.',
  sim_other_name: 'The operator showed another name for this number: nothing was confirmed.',
  sim_other_fee: 'The operator showed a larger fee than is allowed: nothing was confirmed.',
  sim_too_late: 'There was no time left to pay: nothing was confirmed.',
  sim_operator_refused: 'The operator refused the payment on its screen.',
  sim_stopped: 'The payment was stopped before anything was confirmed.',
} as const;
