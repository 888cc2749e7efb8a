/** What a provider says against something settled. */
export type Said = 'succeeded' | 'failed' | 'paid_otherwise';

/** The texts about what was said against something settled. */
export const enContradictions = {
  contradictions: {
    title: 'Contradictions',
    choices: { open: 'Open', any: 'All' },
    settledAs: 'Recorded as',
    saidBy: 'According to',
    providerSays: (provider: string, said: string) => `${provider}: ${said}`,
    said: {
      succeeded: 'paid',
      failed: 'failed',
      paid_otherwise: 'paid, but otherwise than asked',
    } satisfies Record<Said, string>,
    listSays: 'the list of sent withdrawals',
    since: 'Since',
    statement: (id: string) => `the operator’s statement, transaction ${id}`,
    byText: 'a text of the operator',
    text: 'The SMS that says so',
    toTransaction: 'See the transaction',
    toPayment: 'See the payment',
    close: 'Close the contradiction',
    closeTitle: 'Close this contradiction?',
    closeMeans:
      'It leaves this list. No state changes and no money moves by this: settle it first with the operator and the platform, and write down how.',
    rulings: {
      reversed: {
        button: 'It is a reversal',
        title: 'Record that the operator took the payment back?',
        means:
          'The books record that the money is gone. Look in the operator’s portal first: no balance proves the SMS. The platform receives nothing by this.',
      },
      not_reversed: {
        button: 'It is not a reversal',
        title: 'Record that the operator did not take the payment back?',
        means:
          'The payment is free again: it completes its deposit, or waits in the unmatched payments. Look in the operator’s portal first.',
      },
    },
    closed: 'closed',
    closedDone: 'The contradiction is closed.',
    closedBy: 'Closed by',
    closedBecause: 'How it was settled',
    look: 'See contradictions',
  },
  agreement: {
    confirm: 'Marked as paid by',
    reject: 'Marked as not paid by',
    needsSecond: 'A second person must decide the same.',
  },
  alerts: {
    title: 'Alerts',
    about:
      'What the service reports to the people on call, while it lasts and after it has ended. To silence one, use the pager.',
    open: 'Open now',
    past: 'Ended',
    what: 'Alert',
    subject: 'About',
    since: 'Since',
    ended: 'Ended',
    kinds: {
      payouts_wait: 'Withdrawals have waited for 30 minutes',
      float_low: 'Float is low',
      line_silent: 'Payments to a SIM line cannot be confirmed',
      line_burst: 'Many texts that connect to no balance',
      contradiction: 'A contradiction is open',
      policy_untrusted: 'The stored rules are not what the service wrote',
      seal_broken: 'A stored row is not what the service wrote',
    },
  },
  providerStatus: {
    title: 'The provider says:',
    said: {
      pending: 'under way',
      succeeded: 'succeeded',
      failed: 'failed',
      not_found: 'unknown to it',
      nothing: 'nothing yet',
      noAnswer: 'nothing, no answer came',
    },
    since: 'since',
    askedAt: 'Last asked',
    neverAsked: 'It was not asked yet.',
    askNow: 'Ask the provider now',
    notAsked: 'The provider could not be asked.',
    unclear: (now: string, what: string, why: string) => `${now}: ${what}. ${why}`,
    now: { paid: 'Paid', notPaid: 'Not paid', open: 'Still open' },
    answered: (now: string, what: string, said: string) =>
      `${now}: ${what} (the provider says: ${said}).`,
  },
};

export type ContradictionWords = typeof enContradictions;
