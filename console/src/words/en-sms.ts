import type { DismissalMeaning, OpenField, SmsState, SmsTrust } from '../api/types.ts';
import { plural } from './plural.ts';

const states: Readonly<Record<SmsState, string>> = {
  review: 'To review',
  receipt: 'Payment received',
  nothing: 'Not about us',
  sent: 'Money sent',
  balance: 'Balance',
  repeat: 'Duplicate',
  refused: 'Refused',
  stored: 'Not read yet',
};

const trusts: Readonly<Record<SmsTrust, string>> = {
  trusted: 'The gateway vouches for it',
  late: 'Signed too long ago',
  unknown_sim: 'From a SIM that is not known',
  forged: 'Not signed by its gateway',
};

interface TrustedCounts {
  readonly credited: number;
  readonly toDecide: number;
  readonly unmatched: number;
}

/** The texts about what operators write to our SIM lines. */
export const enSms = {
  numbers: {
    title: 'Phone numbers',
    hint: 'Which operator the rules give each prefix to, and where its payments really were. Single payments prove nothing: money also comes from the other network.',
    proposalTitle: 'The rules should change',
    proposalHint:
      'At least 20 payments, and nearly all of those seen, speak for it. An administrator changes the rule to this, and in live a second one approves it:',
    compared: (days: number) => `Payments of the last ${days} days`,
    nothing: 'There were no payments.',
    prefix: 'Prefix',
    tableSays: 'Rules',
    verdict: 'Result',
    seen: 'Payments',
    nobody: 'none',
    verdicts: {
      contradicted: 'Another operator',
      unnamed: 'Not in the settings',
      confirmed: 'Right',
    },
    counts: (texts: number, transactions: number) =>
      `${plural(texts, 'SMS', 'SMS')}, ${plural(transactions, 'transaction', 'transactions')}`,
  },
  senders: {
    unknownTitle: 'Unknown senders',
    unknownHint:
      'Their texts imitate an operator’s wording, and nothing is credited from them. The operator may have a new name, or a forger imitates it: ask the operator before you accept one.',
    acceptedTitle: 'Senders that we accepted',
    texts: (count: number) => plural(count, 'text', 'texts'),
    accept: 'Accept this sender',
    withdraw: 'Stop accepting it',
    questions: {
      accept: (sender: string) => `Is “${sender}” really the operator?`,
      withdraw: (sender: string) => `Stop trusting “${sender}”?`,
    },
    consequences: {
      accept:
        'Its texts are read as the operator’s from now on, and those that waited are read again. Each is still compared with its SIM and the balances of its line.',
      withdraw: 'Its texts are an unknown sender’s again. What they have completed stays.',
    },
    accepted: (read: number, payments: number) =>
      `Accepted. ${plural(read, 'text was', 'texts were')} read again: ${plural(payments, 'payment', 'payments')}.`,
    withdrawn: 'The sender is unknown again.',
    refusals: {
      sender_is_a_number: 'The number of a phone: anyone can write from one, so it is no operator.',
      sender_not_plain: 'Its letters only look like ours: it is no operator.',
    },
  },
  sms: {
    title: 'SMS of the operators',
    any: 'All',
    states,
    trusts,
    lookAt: 'Mark as reviewed',
    lookAtTitle: 'Mark this SMS as reviewed?',
    lookAtMeans:
      'It leaves this list. Nothing is credited by this: first do what it asks for, such as looking for its transaction id at the operator.',
    lookedAtDone: 'The text has left the list.',
    lookedAt: 'reviewed',
    lookedAtBy: 'Reviewed by',
    toPayment: 'The payment that it became',
    gateway: 'Gateway',
    sim: 'SIM',
    noSim: 'not named by the gateway',
    sentAt: 'Got by the SIM',
    noSentAt: 'not reported by the gateway',
    line: 'Line',
    noLine: 'not known',
    trust: 'Trust',
    template: 'Read as',
    noTemplate: 'no known text',
    seen: 'Came',
    times: (count: number) => plural(count, 'time', 'times'),
  },
  gateways: {
    title: 'Gateways',
    about:
      'A phone or modem that hands over the texts of its SIMs. To test one, send any SMS to a SIM of it: it appears under SMS, and “last seen” is now.',
    none: 'No gateway yet.',
    add: 'Add a gateway',
    addTitle: 'Add a gateway',
    name: 'Name',
    nameHint: 'Small letters, digits and hyphens, such as till-phone.',
    dialect: 'How it hands over texts',
    dialects: {
      android: 'Android app (SMS Gateway)',
      kannel: 'Kannel',
      signed: 'Signed requests (script, modem agent)',
    },
    newSecret: 'New secret',
    newSecretTitle: (gateway: string) => `A new secret for ${gateway}?`,
    newSecretMeans:
      'The secret that it has works until the new one is made: at once, or after a second approval.',
    secret: 'Secret',
    address: 'Address',
    revoke: 'End its secret',
    revokeTitle: (gateway: string) => `End the secret of ${gateway}?`,
    revokeMeans: 'Nothing that it sends is believed any more, and its lines become unavailable.',
    revoked: (gateway: string) => `Nothing of ${gateway} is believed any more.`,
    isRevoked: 'revoked',
    isActive: 'active',
    lastSeen: 'Last seen',
    never: 'never',
    sims: 'SIMs',
    onlySim: 'only SIM',
    placeSim: 'Place a SIM',
    placeTitle: (gateway: string) => `Which line is a SIM of ${gateway}?`,
    placeMeans: 'This decides to which line a payment came.',
    sim: 'SIM, as the gateway calls it',
    operator: 'Operator',
    line: 'Number that players pay, or merchant code',
    isOnly: 'The gateway holds no other SIM',
    placed: 'The SIM is placed.',
  },
  lines: {
    title: 'SIM lines',
    inGap: 'balance gap',
    inOrder: 'adds up',
    unchecked: 'balances not checked',
    gateways: 'Gateways',
    balance: 'Balance by the texts',
    balanceUnknown: 'Not opened yet',
    noBalances: 'Texts carry none',
    paysOut: 'Withdrawals by USSD',
    paysNow: (jobs: number) => (jobs === 0 ? 'Ready' : `Ready, ${jobs} in hand`),
    signal: (level: number) => `(signal ${level} of 31)`,
    problem: 'Payments cannot be confirmed now',
    loose: 'Texts that do not follow from a trusted balance',
    before: 'Before it',
    after: 'After it',
    gapWaits:
      'Payments to this line wait until the missing text comes or a person enters the balance that the operator shows.',
    looseWaits:
      'The line goes on without them. Look for each payment in the operator’s portal, then open its details: they say what you can do with it.',
    toPayment: 'Details of the payment',
    revealBalance: 'Show the balance',
    revealMeans: 'For one hour. The audit log says who saw it.',
    typeBalance: 'Enter the balance',
    balanceTitle: (line: string) => `What balance does ${line} have?`,
    balanceMeans:
      'The line goes on from this balance. Payments whose texts lead to it are matched: deposits that fit are credited. Every other payment is left for you to decide.',
    balanceAtOperator: 'Balance at the operator',
    balanceHint: 'Read it in the operator’s own app, menu or portal, never in a text.',
    readWhen: 'When did you read it?',
    minutesAgo: (minutes: number) =>
      minutes === 0 ? 'just now' : `${plural(minutes, 'minute', 'minutes')} ago`,
    balanceUnreadable: 'Type francs, such as 50500.25',
    confirmBalance: 'Trust this balance',
    trusted: ({ credited, toDecide, unmatched }: TrustedCounts) =>
      [
        `${plural(credited, 'payment', 'payments')} credited, ${toDecide + unmatched} left to decide.`,
        toDecide > 0 && `Awaiting a decision: ${plural(toDecide, 'deposit', 'deposits')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    goesOn: (balance: string) => `The line goes on from ${balance}.`,
    wouldBeCredited: (count: number): string =>
      count === 0 ? 'No payment would be credited' : 'These payments would be credited',
    wouldBeDecided: 'These deposits would wait for a decision',
    wouldBecome: (state: string) => `It came late: the deposit would be “${state}”.`,
    wouldBeHeld: (count: number) =>
      `${plural(count, 'other payment', 'other payments')} would no longer wait and be left for you to decide.`,
    wouldBeLeft: (count: number) =>
      `${plural(count, 'payment does', 'payments do')} not lead to this balance: decide about each.`,
    shownScreen: 'The screen',
    pinMeant: 'Say what the screen meant',
    pinTitle: (line: string) => `Was the PIN of ${line} accepted?`,
    pinMeans:
      'Look at the PIN on a phone first. If it was accepted, it is used again; if it was refused, nothing more is said until its file has been corrected. A third wrong PIN blocks the wallet.',
    pinAccepted: 'It was accepted',
    pinRefused: 'It was refused',
    pinSaid: 'The modem agent takes it within half a minute.',
    withoutBalances: 'Accept texts without balances',
    withoutTitle: (line: string) => `Accept texts of ${line} without balances?`,
    withoutMeans:
      'Only the balance shows that a text is forged. Without it, anyone who can send an SMS in the operator’s name can have a deposit credited. Payments that wait are not credited by this.',
    declareWithout: 'Accept without balances',
    declared: 'Texts of the line are accepted without balances from now on.',
    unseen: 'cannot confirm',
    seenAt: 'Last heard of:',
    look: 'See the SIM lines',
  },
  fillIn: {
    unread: 'not readable',
    button: 'Fill in',
    title: 'Fill in what could not be read?',
    means:
      'A second person has to approve it. Then it is a payment like any other. Look for it in the operator’s portal: never guess a number.',
    fields: {
      payer_msisdn: 'Number that paid',
      amount_xaf: 'Amount in XAF',
      operator_tx_id: 'Operator’s transaction ID',
    } satisfies Record<OpenField, string>,
  },
  sendBack: {
    button: 'Send it back',
    title: 'Send this payment back to its payer?',
    means:
      'This makes a withdrawal to the number that paid, which another person has to approve. Until it fails, the payment can be used for nothing else.',
    done: (what: string) => `The withdrawal of ${what} waits for approval.`,
    returns: 'Return',
    underWay: 'being sent back',
    arrived: 'sent back',
  },
  giveBack: {
    refund: 'Refund',
    refundTitle: 'Give this deposit back to the number that paid it?',
    refundMeans:
      'This makes a withdrawal of the application, which another person has to approve. The platform gets its webhooks; your reason stays inside.',
    disputed:
      'Something is said against this deposit: close the contradiction before anything is given back.',
    between: (least: string, most: string) =>
      `From ${least} to ${most}: what is left of the deposit.`,
    overpaid: 'Paid too much',
    whyNot: (why: string) => `Paid too much: ${why}`,
    button: 'Send back what was paid too much',
    title: 'Send back what was paid too much?',
    means:
      'This makes a withdrawal to the number that paid, which another person has to approve. What the platform has of the deposit stays as it is.',
    lists: { label: 'Show', unmatched: 'Unmatched', overpaid: 'Paid too much' },
    owed: {
      title: 'Paid too much: owed to payers',
      none: 'No payer paid too much. Unmatched payments are listed apart.',
      byAgents: 'It can go back: an agent can send it.',
      sum: (listed: string) => `In total ${listed}, as in the books.`,
      corrected: (listed: string, corrected: string, owed: string) =>
        `In total ${listed}; two people corrected this by ${corrected}. By the books, ${owed} is owed.`,
    },
  },
  heldPayment: {
    why: 'Why it is not matched',
    doubts: 'What makes the text doubtful',
    score: 'Reliability of the text',
    ofHundred: (score: number) => `${score}/100`,
    payerName: 'Name in the text',
    operatorTime: 'Operator’s time',
    waitsForLine:
      'Waiting for the SIM line: the payment is matched automatically as soon as the balance is verified.',
    leftBehind:
      'The line went on without this text: the payment is no longer matched automatically. Look for it in the operator’s portal. If it is there, complete a deposit from it; if not, dismiss it.',
    leftAlone:
      'The line went on without this text: the payment is no longer matched automatically, and no deposit near it can be completed. Look for it in the operator’s portal, then dismiss it: as forged if it is not there; if it is, say which deposit it paid, that it was returned, or that this is unknown: the money then stays owed.',
    lineInDoubt: 'balance gap',
    doubtful: 'doubtful text',
    lookFirst:
      'A text is doubtful. Look in the operator’s portal for its transaction id before you complete anything from it.',
    waitsFirst: 'It waits for its line: put the line in order before you use it.',
    toLine: 'See the line',
    text: 'The text as it came',
    maskedText: 'The text (balance hidden)',
    noText: 'No text: the payment was recorded in another way.',
    rivals: 'Texts with the same operator id',
    rivalsMean:
      'They report different payments: one of them is forged. Look for the id at the operator, or enter the balance of the line.',
    rivalFits: 'fits the balances',
    dismiss: 'Dismiss',
    dismissTitle: 'Dismiss this payment?',
    match: 'Complete a deposit',
    acts: { returned: 'Mark as returned', deposit: 'Say which deposit it paid' },
    titles: {
      returned: 'Mark this payment as returned?',
      deposit: 'Which deposit did this payment pay?',
    },
    fillInFirst: 'Fill in what could not be read first: then it is matched like any other.',
    was: 'What was it?',
    choose: 'Choose',
    meanings: {
      deposit: 'The payment of a deposit that succeeded without it',
      returned: 'Returned to the payer',
      forged: 'Forged: the money never came',
      unknown: 'Unknown',
    } satisfies Record<DismissalMeaning, string>,
    dismissMeans: {
      deposit: 'It is bound to that deposit and can pay no other. No money moves.',
      returned:
        'It can no longer pay a deposit. Nothing is sent back by this, and a second person has to agree. A believed text of the transfer, a statement or a reversal has to show it.',
      forged:
        'It can no longer pay a deposit, and there is nothing to return. If it is in the books, a second person has to agree: its entry is then turned round, and its line waits until its balance is read.',
      unknown:
        'It leaves this list and can no longer pay a deposit. What came in stays owed. You can still say later what it was.',
    } satisfies Record<DismissalMeaning, string>,
    depositId: 'ID of the deposit',
    sayWhat: 'Say what it was',
    dismissed: (what: string) => `Dismissed: ${what}.`,
    usedFor: 'The deposit that it paid',
    dismissedBy: 'Who dismissed it, and why',
    returnedBy: 'Who asked to send it back, and why',
    meanwhile: 'This payment was used or dismissed meanwhile. You changed nothing.',
  },
};

export type SmsWords = typeof enSms;
