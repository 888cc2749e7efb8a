/** The texts of a list or a screen that is empty, still loading or cannot be loaded. */
export const enStates = {
  errors: {
    loading: 'Loading…',
    offline: 'The service does not answer. What you see may be out of date.',
    server: 'The service has a problem. Try again in a moment.',
    forbidden: 'Your role does not allow this.',
    other: (detail: string) => `The service refused this: ${detail}`,
    notFound: 'There is nothing here.',
    retry: 'Try again',
    quote: 'If it happens again, give this to the people who run the service.',
    requestId: 'Request id',
    notLoaded:
      'This screen could not be loaded: there is no connection. Nothing was decided, and the rest of the console is still here.',
    crash: 'This page has a problem. Reload it; nothing was decided.',
    reload: 'Reload',
  },
  empty: {
    goTo: (place: string) => `Go to ${place}`,
    clear: 'Clear the filters',
    showAll: 'Show all',
    approvals: 'Nothing waits for approval. A new withdrawal appears here by itself.',
    held: 'Nothing is on hold. What only a person can decide appears here.',
    underWay: 'No withdrawal is under way. An approved one stays here until it is confirmed.',
    receipts: 'Every payment is matched. One that fits no deposit appears here.',
    contradictions:
      'No open contradiction. If an operator contradicts what was settled, it appears here.',
    contradictionsEver: 'No contradiction has been recorded yet.',
    changes: 'No change is waiting for a second approval. A new one appears here.',
    transactions:
      'No transaction yet. Deposits and withdrawals appear here as soon as a platform asks for one.',
    transactionsFiltered: 'No transaction fits these filters.',
    webhooks: 'No webhook yet. One appears here for every change that a platform is informed of.',
    webhooksDelivered: 'Every webhook is delivered or on its way.',
    webhooksFiltered: 'No webhook fits this filter.',
    smsToReview:
      'No text waits for review. A text that could not be read with certainty appears here.',
    sms: 'No text yet. What operators write to our SIM lines appears here.',
    smsFiltered: 'No text fits this filter.',
    alerts: 'Nothing needs attention. What the pager hears of appears here.',
    lines: 'No SIM line is set up. Each appears here with its balance.',
    wallets: 'Nothing has been booked yet. Each wallet appears here with its first payment.',
    providers: 'No provider is set up. Each appears here with its channels.',
    applications: 'No application yet. Each platform gets one, with keys of its own.',
    history: 'Nothing yet.',
    related: 'No other transaction of this number.',
    player: 'This player has no transaction yet. Each appears here.',
    audit: 'Nothing was done yet. Every act of staff appears here.',
    auditFiltered: 'No entry fits these filters.',
    candidates: 'No deposit comes near this payment.',
    evidence: 'No text or statement shows an unused payment of this number.',
    passkeys: 'You have no passkey yet.',
    choose: 'Choose a row to see its details.',
  },
};

export type StateWords = typeof enStates;
