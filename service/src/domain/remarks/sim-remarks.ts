/** What is wrong with a SIM that pays by USSD, and why a payment of it ended as it did. */
export const SIM_REMARKS = {
  sim_agent_silent: 'The program beside the modem of the line is not heard of.',
  sim_not_in_network: 'The SIM of the line is not in its network.',
  sim_in_trouble: 'The program beside the modem does not use the SIM of the line.',
  sim_pin_refused:
    'The operator refused the PIN of the line: nothing is tried again until it has been corrected.',
  sim_pin_unproven:
    'The PIN of the line was said and no answer was seen: check it on a phone, then save its file again.',
  sim_without_pin: 'The program beside the modem has no PIN for the wallet of the line.',
  sim_at_day_limit: 'The SIM of the line has reached its limit of the day.',
  sim_without_scenario: 'The SIM of the line has no recorded scenario for this.',
  sim_lacks_money: 'The line does not have enough money.',
  sim_busy: 'The SIM of the line has too much to do.',
  sim_jobs_away: 'The jobs of the SIMs could not be reached.',
  sim_end_unseen:
    'The transfer was confirmed, and no screen said what came of it: the text of the operator decides.',
  sim_says_nothing:
    'The program beside the modem has taken the payment and does not say what came of it.',
  sim_screens_contradicted:
    'The screens say that no money moved, and a text of the operator says that it did.',
  sim_other_screen:
    'The operator showed a screen that the scenario does not know: nothing was confirmed.',
  sim_other_amount: 'The operator showed another amount: nothing was confirmed.',
  sim_other_number: 'The operator showed another number: nothing was confirmed.',
  sim_too_late: 'There was no time left to pay: nothing was confirmed.',
  sim_operator_refused: 'The operator refused the payment on its screen.',
  sim_stopped: 'The payment was stopped before anything was confirmed.',
} as const;
