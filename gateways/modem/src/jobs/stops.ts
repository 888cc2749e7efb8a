/** What stops the payouts of a SIM, and the screen that led to it, if one did. */
export interface Stop {
  readonly code: keyof typeof STOPS;
  /** Without the PIN. */
  readonly screen: string | null;
  /** When the PIN was said that it is about, if it is about one. */
  readonly since: number | null;
}

/**
 * What stopped, and what a person does about it. The service says the same about a SIM that reports
 * the code, and a test compares the two.
 */
export const STOPS = {
  pin_refused: {
    what: 'The operator refused the PIN of the line',
    remedy: 'write the right one into its file, and it is tried once',
  },
  pin_refused_twice: {
    what: 'The PIN of the line was refused again, and a third wrong one blocks the wallet',
    remedy:
      'ask the operator how many tries are left, correct the file, then run momo gateway pin --i-know-how-many-tries-are-left',
  },
  pin_unproven: {
    what: 'The PIN of the line was said twice, and no screen proved it',
    remedy: 'check it on a phone, then say what the screen meant: momo gateway pin',
  },
  no_pin: {
    what: 'The modem agent has no PIN for the wallet of the line',
    remedy: 'write its 4 to 8 digits into wallet_pin_file, which only the agent may read',
  },
  menu_changed: {
    what: 'The operator showed unknown screens twice in a row',
    remedy: 'record its menu again, then run momo gateway check',
  },
  codes_unproven: {
    what: 'The modem of the line does not bring the menu of the operator',
    remedy: 'run momo gateway check beside it',
  },
  day_limit: {
    what: 'The SIM of the line has reached its limit of the day',
    remedy: 'wait for the next day, or raise day_amount_xaf or day_payments',
  },
} as const;
