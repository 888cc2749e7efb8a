import type { NothingReason, ReviewReason, SmsState, SmsTrust } from '../api/types.ts';
import { plural } from './plural.ts';

/** Every code has its sentence, or a language does not compile. */
const reviewReasons: Readonly<Record<ReviewReason, string>> = {
  unknown_sender: 'It reads like an operator’s text, but another sender wrote it.',
  amount_missing: 'It names no amount.',
  amount_unclear: 'The amount cannot be read with certainty.',
  amount_not_whole: 'The amount is not a whole number of francs.',
  amount_zero: 'The amount is zero.',
  amounts_disagree: 'Amount, fee and net amount do not add up.',
  several_amounts: 'It names several amounts.',
  several_balances: 'It names several balances.',
  unknown_currency: 'The currency is not known.',
  number_unclear: 'A number is cut off, masked, foreign or of another form.',
  id_missing: 'It has no transaction id of the operator.',
  id_unclear: 'The operator’s transaction id cannot be read with certainty.',
  several_ids: 'It has several transaction ids.',
  wording_unclear: 'It begins like a known text and then goes on differently.',
  wording_unknown: 'No known text reads like this, but it speaks of received money and has an id.',
  several_readings: 'It can be read in ways that mean different things.',
  between_own_lines: 'Money went from one of our lines to another.',
  no_own_line: 'No line of ours is a party to it.',
  other_own_line: 'It is about another line of ours than that of the SIM.',
  no_player: 'An agent paid it in, so nobody can tell whose it is.',
  too_long: 'It is longer than any text of an operator.',
};

const nothingReasons: Readonly<Record<NothingReason, string>> = {
  no_template: 'No known text of an operator.',
  other_currency: 'It is about another currency.',
  other_country: 'It is about another country.',
  not_money: 'It is not about money that moved.',
  unknown_sender: 'Not from an operator, and not about received money.',
  incomplete: 'Not about received money, and not complete enough to use.',
  not_ours: 'A withdrawal by somebody else.',
  too_long: 'It is longer than any text of an operator.',
};

const states: Readonly<Record<SmsState, string>> = {
  review: 'To be looked at',
  receipt: 'Payment received',
  nothing: 'Not about us',
  sent: 'Money sent',
  balance: 'Balance',
  repeat: 'Told again',
  refused: 'Refused',
  stored: 'Not read yet',
};

const trusts: Readonly<Record<SmsTrust, string>> = {
  trusted: 'The gateway vouches for it',
  late: 'Signed too long ago',
  unknown_sim: 'From a SIM that is not known',
  forged: 'Not signed by its gateway',
};

/** The texts about what operators write to our SIM lines. */
export const enSms = {
  sms: {
    title: 'SMS of the operators',
    any: 'All',
    empty: 'No text fits this filter.',
    states,
    trusts,
    reviewReasons,
    nothingReasons,
    lookAt: 'I have looked at it',
    lookAtTitle: 'Does this text need nobody any more?',
    lookAtMeans:
      'It leaves this list. Nothing is credited by this: first do what it asks for, such as looking for its transaction id at the operator.',
    lookedAtDone: 'The text has left the list.',
    lookedAt: 'looked at',
    lookedAtBy: 'Looked at by',
    toPayment: 'The payment that it became',
    gateway: 'Gateway',
    sim: 'SIM',
    noSim: 'not named by the gateway',
    sentAt: 'Got by the SIM',
    noSentAt: 'not told by the gateway',
    line: 'Line',
    noLine: 'not known',
    trust: 'Trust',
    template: 'Read as',
    noTemplate: 'no known text',
    seen: 'Came',
    times: (count: number) => plural(count, 'time', 'times'),
  },
  lines: {
    title: 'SIM lines',
    empty: 'No SIM line is set up.',
    inDoubt: 'in doubt',
    inOrder: 'adds up',
    gateways: 'Gateways',
    balance: 'Balance by the texts',
    balanceUnknown: 'No text has named one yet',
    problem: 'Payments cannot be confirmed now',
    breaks: 'Texts whose balance does not follow',
    expected: 'Expected',
    told: 'Told',
    waits:
      'Payments to this line wait until the missing text comes, a forged payment is dismissed, or somebody accepts its texts.',
    toPayment: 'Look at the payment',
    accept: 'Accept the texts',
    acceptTitle: (line: string) => `Are the texts of ${line} true?`,
    acceptMeans:
      'The line goes on from the balance that you choose, and payments that waited for it are matched: deposits that fit are credited. Dismiss a payment that the operator does not know before this.',
    balanceAtOperator: 'Balance at the operator',
    balanceHint: 'Ask the operator, not the texts. Is it none of these? Then accept nothing.',
    choose: 'Choose',
    balanceTold: (balance: string, time: string) => `${balance}, told by the text of ${time}`,
    balanceOwn: (balance: string) => `${balance}, by the texts that fit together`,
    accepted: (credited: number, held: number) =>
      `Accepted. Credited: ${plural(credited, 'payment', 'payments')}. Still held: ${held}.`,
    meanwhile: 'Nothing about this line is in doubt any more. You changed nothing.',
    changedMeanwhile:
      'Texts in doubt have come or were settled while you were asked. You changed nothing: look again.',
    takenAsTrue: (balance: string) => `Taken as true: the line now holds ${balance}.`,
    wouldBeCredited: (count: number): string =>
      count === 0 ? 'No payment would be credited' : 'These payments would be credited',
    wouldBecome: (state: string) => `It came late: the deposit would be “${state}”.`,
    wouldBeHeld: (count: number) =>
      `${plural(count, 'other payment', 'other payments')} would no longer wait and be held for you.`,
    hint: (count: number) =>
      `${plural(count, 'SIM line is', 'SIM lines are')} in doubt: payments wait.`,
    unheardHint: (count: number) =>
      `${plural(count, 'SIM line', 'SIM lines')} cannot confirm payments now.`,
    unheard: 'cannot confirm',
    heardAt: 'Last heard of:',
    look: 'Look at the lines',
  },
  heldPayment: {
    why: 'Why it is held',
    doubts: 'What speaks against the text',
    score: 'Trust in the text',
    ofHundred: (score: number) => `${score} of 100`,
    payerName: 'Name in the text',
    operatorTime: 'Operator’s time',
    waitsForLine: 'It waits only for its line: once the balances add up, it is matched by itself.',
    lineInDoubt: 'line in doubt',
    doubtful: 'doubtful text',
    lookFirst:
      'A text is doubtful. Look in the operator’s portal for its transaction id before you complete anything from it.',
    waitsFirst: 'It waits for its line: put the line in order before you use it.',
    toLine: 'Look at the line',
    text: 'The text as it came',
    noText: 'No text: the payment was recorded in another way.',
    dismiss: 'Dismiss',
    dismissTitle: 'Dismiss this payment?',
    dismissMeans:
      'It leaves this list and can pay no deposit any more. Nothing is sent back by this: return the money first. If its text put a line in doubt, its balance counts no more.',
    dismissed: (what: string) => `Dismissed: ${what}.`,
    usedFor: 'The deposit that it paid',
    dismissedBy: 'Who dismissed it, and why',
    meanwhile: 'Somebody has used or dismissed this payment meanwhile. You changed nothing.',
  },
};

export type SmsWords = typeof enSms;
