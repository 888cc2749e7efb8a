import type { HeldAdvice, PayoutSign } from '../api/types.ts';
import { plural } from './plural.ts';
import { enSandbox } from './sandbox/en-sandbox.ts';

/** The texts of what people do: buttons, questions, results and refusals. */
export const enActions = {
  cancel: 'Cancel',
  back: 'Back',
  reason: 'Internal reason',
  reasonHint:
    'Says why, for colleagues and auditors: kept in the history and the audit log. Neither the player nor the platform reads it.',
  reasonSent: 'Reason sent to the platform',
  reasonSentHint:
    'The platform reads it and may show it to the player. Also kept in the audit log.',
  answerFirst: 'Answer what is asked above first.',
  typeAmount: (amount: string) =>
    `This withdrawal has a warning. To approve it anyway, type the amount: ${amount}`,
  reasonShort: 'A reason of at least 3 characters, with letters or digits, please.',
  tellPlatform: 'Send this reason to the platform',
  tellPlatformHint: 'Otherwise it stays internal, and the platform reads a standard sentence.',
  buttons: {
    approve: 'Approve',
    reject: 'Reject',
    cancel: 'Cancel the withdrawal',
    ask_provider: 'Ask the provider now',
    confirm: 'Mark as paid',
    refuse: 'Mark as not paid',
    complete: 'Complete from payments',
    replay_webhook: 'Resend the webhook',
    simulate: 'Simulate',
  },
  questions: {
    approve: 'Approve this withdrawal?',
    reject: 'Reject this withdrawal?',
    cancel: 'Cancel this approved withdrawal?',
    confirm: 'Mark this deposit as paid?',
    confirmWithdrawal: 'Mark this withdrawal as paid?',
    refuse: 'Mark this deposit as not paid?',
    refuseWithdrawal: 'Mark this withdrawal as not paid?',
    complete: 'Complete this deposit from payments?',
  },
  consequences: {
    approve: 'The transfer is sent at once. This cannot be undone.',
    approveFirst:
      'Yours is the first of two approvals: a second person approves after you. Nothing is sent before.',
    approveSecond: 'Yours is the second approval. The transfer is sent at once.',
    reject: 'The platform is informed that the withdrawal failed. Nothing is sent.',
    confirm: 'The platform is informed that the player has paid.',
    confirmWithdrawal: 'The platform is informed that the player was paid.',
    refuse: 'The platform is informed that the deposit failed.',
    refuseWithdrawal:
      'The platform is informed that the withdrawal failed. No money is sent by this.',
    cancel:
      'The platform is informed that the withdrawal failed. It has not been sent, and will not be.',
    complete: 'The payments are used up, and the platform is informed that the player has paid.',
  },
  /** What a wrong answer about a held payout leads to. */
  payTwice: {
    confirm:
      'If it was not paid, the player waits for money that is no longer sent. Check the operator’s portal first.',
    refuse:
      'Danger of paying twice: if it was paid after all, the platform gives the money back and the player has it twice. Check the operator’s portal first.',
  },
  /** Which decision fits a held deposit. */
  advice: {
    complete:
      'Complete it from payments: unused payments from this number cover the amount, and this uses them up.',
    confirm_received: 'Mark it as paid: a payment that was received is used for it.',
    confirm_said: 'Mark it as paid: the provider says that it was paid.',
    confirm_named:
      'Mark it as paid: the operator’s ID of its payment is known, though no received payment is used for it. Check the operator’s portal first.',
    refuse: 'Mark it as not paid: the provider says that it was not paid, and no payment is known.',
    unclear:
      'Neither a payment nor the provider says that it was paid. Check the operator’s portal before you mark it as paid.',
  } satisfies Record<HeldAdvice, string>,
  /** Which of two decisions a person makes. */
  twoPeople: {
    first: 'Yours is the first of two decisions: no one is informed before the second.',
    second: 'Yours is the second decision.',
  },
  results: {
    approve: (what: string) =>
      `Approved: ${what}. It is being sent. It stays under way until the operator confirms it.`,
    reject: (what: string) => `Rejected: ${what}.`,
    cancel: (what: string) => `Cancelled before it was sent: ${what}.`,
    secondDecision: (what: string) =>
      `Your decision is recorded. A second person must decide the same: ${what}.`,
    otherwise: (what: string) =>
      `Your decision is recorded, but another person chose otherwise. One of you must choose as the other did: ${what}.`,
    confirm: (what: string) => `Marked as paid: ${what}.`,
    refuse: (what: string) => `Marked as not paid: ${what}.`,
    complete: (what: string) => `Completed: ${what}.`,
    simulate: (what: string) => `Simulated: ${what}.`,
    unmatched: (what: string, count: number) =>
      `Marked as paid: ${what}. ${plural(count, 'unused payment', 'unused payments')} may be its own: check the unmatched payments, or one may pay a second deposit.`,
    already: (what: string) => `It was done already: ${what}.`,
    second: (what: string) => `Your approval is recorded. A second approval is needed: ${what}.`,
    replayed: 'The webhook is queued and goes out now.',
    faster: (done: string, state: string, when: string) =>
      `Already decided: ${done}, ${when}. It is now “${state}”. You changed nothing.`,
    meanwhile: (done: string, when: string) =>
      `${done} meanwhile, ${when}. You changed nothing: check it again.`,
    /** After the name of the person who decided. */
    did: {
      approve: 'has approved it',
      reject: 'has rejected it',
      cancel: 'has cancelled it',
      confirm: 'has marked it as paid',
      refuse: 'has marked it as not paid',
      complete: 'has completed it from payments',
    },
    approvalsChanged: 'Its approvals have changed meanwhile. You changed nothing: check it again.',
    unknown:
      'No clear answer came; nothing was done twice. Check the state: if it was not done, doing it again is safe.',
    noAnswer: (what: string) =>
      `No clear answer came: ${what}. Nothing was sent twice. Check the state: if it was not done, doing it again is safe.`,
    ended:
      'Your session had ended, so nothing was decided. What you typed is still here: confirm again.',
    refused: (detail: string) => `Nothing was done. ${detail}`,
  },
  money: {
    label: 'What becomes of the money?',
    hint: 'A payment that was received is used for this deposit.',
    hintNamed: (id: string) =>
      `The operator’s ID of its payment is known: ${id}. No received payment is used for it yet.`,
    choose: 'Choose …',
    free: 'It is free again: it can pay another deposit',
    sentBack: 'Send it back: a withdrawal to the payer waits for approval',
    returned: 'It was returned to the payer',
    notSentBack: 'It cannot be sent back.',
    notReturned: 'It cannot count as returned.',
    how: 'How was it returned?',
    howHint: 'The operator’s id of the transfer, for example. Kept with the payment.',
  },
  payout: {
    noAccount: (operator: string) => `${operator} has no account under this number.`,
    left: 'Float of the account that pays',
    signsTitle: 'Check before you approve',
    nameIs: (name: string) => `Name at the operator: ${name}`,
    leavesLeft: (amount: string, at: string) =>
      `Float after this withdrawal: ${amount} (balance of ${at})`,
    colleague: (names: string) => `${names} is looking at this right now.`,
    floatEnough: 'Enough funds',
    floatShort: 'Not enough float: this withdrawal is likely to fail.',
    tooLittle: (provider: string, left: string) =>
      `Not enough float: ${provider} has only ${left} left, so this withdrawal is likely to fail.`,
    tooLittleTogether: (provider: string, left: string) =>
      `Not enough float: ${provider} has only ${left} left, so not all of these will arrive.`,
    beyondMoney: (application: string, left: string | null) =>
      `Beyond its money: ${application} has ${left === null ? 'less' : `only ${left} left`}, so two people have to decide it.`,
    applicationHas: (application: string, left: string) =>
      `${application} has ${left} for withdrawals.`,
    signs: {
      never_deposited: 'This player has never deposited.',
      first_to_number: 'First withdrawal to this number.',
      name_unknown: 'The name could not be checked: the provider does not give it.',
      many_to_number: 'This number has reached the daily limit of withdrawals.',
      many_to_player: 'This player has reached the daily limit of withdrawals.',
      float_unknown:
        'Float unknown: the operator has reported no balance of the account that pays.',
      contradicted:
        'The operator disputes money of this player, or took it back: look at the contradictions first.',
      deposit_disputed:
        'Refund of a deposit that the operator took back, or that something is said against.',
      deposit_old:
        'Refund of a deposit older than 90 days: compare the payer’s name with today’s owner of the number.',
      probable_duplicate:
        'Probably a duplicate: another withdrawal of the same amount to this number was requested shortly before.',
    } satisfies Record<Exclude<PayoutSign, 'no_account' | 'beyond_money' | 'float_short'>, string>,
    dangers: {
      no_account: 'no account',
      beyond_money: 'beyond its money',
      float_short: 'float too low',
      deposit_disputed: 'disputed deposit',
      contradicted: 'contradiction',
      probable_duplicate: 'duplicate?',
    },
  },
  bulk: {
    means: 'What is sent cannot be undone.',
    sentNow: (count: number) => `Will be sent now: ${plural(count, 'withdrawal', 'withdrawals')}`,
    waits: (count: number) =>
      `Waiting for a second approval: ${plural(count, 'withdrawal', 'withdrawals')}`,
    oneByOne: (count: number) =>
      `To be approved one by one: ${plural(count, 'withdrawal', 'withdrawals')}`,
    oneByOneHint:
      'They stay in the list. Open each one: to approve it all the same, its amount has to be typed.',
    nothing: 'None of these can be approved together',
    refusal: (what: string, why: string) => `${what}: ${why}`,
    button: (count: number) => `Approve ${plural(count, 'withdrawal', 'withdrawals')}`,
    title: (count: number, chosen: number) => {
      const some = count < chosen ? `${count} of ` : '';
      return `Approve ${some}${plural(chosen, 'withdrawal', 'withdrawals')}?`;
    },
    apart: (count: number) => `${plural(count, 'is', 'are')} set apart: see below.`,
    confirm: (count: number) => (count < 2 ? 'Approve' : `Approve all ${count}`),
    loading: 'Reading the numbers…',
    done: (done: number, total: number) => `${done} of ${total} approved.`,
    leftOut: (payouts: string) => `To be approved one by one: ${payouts}.`,
    waiting: (count: number) => `${plural(count, 'needs', 'need')} a second approval.`,
    notByYou: (count: number) =>
      `For another person to approve: ${plural(count, 'withdrawal', 'withdrawals')}`,
    refused: (count: number) => `${count} not done:`,
    already: (count: number) => `${plural(count, 'was', 'were')} done already.`,
  },
  whyNot: {
    role: 'Your role only reads. An agent can do this.',
    approve: 'Only a withdrawal awaiting approval can be approved or rejected.',
    reject: 'Only a withdrawal awaiting approval can be approved or rejected.',
    confirm: 'Only a transaction on hold needs a decision.',
    refuse: 'Only a transaction on hold needs a decision.',
    completed: {
      succeeded: 'It is paid already.',
      failed: 'This deposit has failed: it cannot be completed from payments.',
      prompt:
        'The player confirms this deposit on the phone: it cannot be completed from payments.',
    },
    replay_webhook: 'Only the webhook of a settled transaction with an address can be resent.',
    replayPending: 'It is on its way again already.',
    cancel: 'Only an approved withdrawal that was not sent can be cancelled.',
    ask_provider: 'Nothing was sent that the provider could be asked about.',
    decided_by_you: 'You have decided this. Another person must decide the same.',
    simulate: 'No outcome can be simulated from this state.',
    created_by_you: 'You created this withdrawal: another person must approve it.',
    approved_by_you: 'You have approved it. Another person must approve it too.',
    admin: 'Only an administrator can change this.',
  },
  sandbox: enSandbox,
  providers: {
    title: 'Providers and channels',
    on: 'On',
    off: 'Off',
    turnOn: 'Switch on',
    turnOff: 'Switch off',
    switchOn: (name: string) => `Switch ${name} on?`,
    switchOff: (name: string) => `Switch ${name} off?`,
    switchOnMeans: 'New requests may use it again.',
    switchOffMeans: 'New requests no longer use it. What is under way goes on.',
    switchLabel: (name: string) => `${name} is on`,
    primary: 'first choice',
    edit: 'Change',
    editTitle: (operator: string) => `Change the ${operator} channel`,
    enabled: 'In use',
    uses: { used: 'In use', off: 'Off', provider_off: 'Not used: the provider is off' },
    displayName: 'Name the player sees',
    template: 'USSD template',
    save: 'Save',
    saved: 'Saved.',
    health: (failed: number, count: number, percent: string) =>
      `Last hour: ${failed} of ${count} failed (${percent})`,
    problem: 'Problem',
    checked: 'Last checked',
    neverChecked: 'not yet',
    trial: 'Trial with real money',
    notTried: 'not recorded',
    trialPoints: {
      answer: 'Answer',
      callback: 'Callback',
      text: 'Text',
      id: 'Operator’s id',
      fee: 'Fee',
      balance: 'Balance',
      time: 'Time',
    },
    trialOutcomes: { verified: 'verified', differs: 'differs', not_seen: 'not seen' },
    limits: 'Limits per payment',
    noLimits: 'none of our own',
    from: (amount: string) => `from ${amount}`,
    upTo: (amount: string) => `up to ${amount}`,
    smallest: 'Smallest amount (XAF, empty: no limit)',
    largest: 'Largest amount (XAF, empty: no limit)',
    limitWrong: 'A whole number above 0, or nothing.',
    limitsCrossed: 'The smallest amount is above the largest.',
    openDeposits: 'Open deposits keep the number that they were given.',
  },
  keys: {
    title: 'Applications and keys',
    application: 'Application',
    issue: 'Issue a key',
    issueTitle: 'Issue an API key',
    issueHint: 'A new name makes a new application; a known one gets a further key.',
    shownOnce: 'Shown this once. Copy it now: it cannot be read again.',
    key: 'API key',
    secret: 'Webhook secret',
    close: 'I have copied it',
    unvouched: 'not vouched for',
    vouch: 'Vouch',
    vouchTitle: (prefix: string) => `Vouch for the key ${prefix}?`,
    vouchMeans:
      'You say that this key belongs to its application. From then on its issuer may approve the withdrawals that it creates.',
    vouched: (prefix: string) => `You vouched for the key ${prefix}.`,
    revoke: 'Revoke',
    revokeTitle: (prefix: string) => `Revoke the key ${prefix}?`,
    revokeMeans: 'Every use of it is refused at once. This cannot be undone.',
    revoked: 'Revoked',
    active: 'Active',
    created: 'Created',
    revokedResult: (prefix: string) => `Revoked: ${prefix}.`,
    none: 'No keys.',
    hasSecret: 'Standard Webhooks signature',
    newSecret: 'New webhook secret',
    newSecretTitle: (name: string) => `Make a new webhook secret for ${name}?`,
    newSecretMeans:
      'Give it to the platform: it is shown once. While both secrets sign, the platform may check with either.',
    formerSigns: 'The former webhook secret signs as well until',
    formerEnds: 'A new secret now ends it at once.',
    overlap: 'The current secret still signs',
    overlaps: { 24: 'for 24 hours', 168: 'for 7 days', 0: 'no longer: it was stolen' },
  },
  staff: {
    title: 'Staff',
    add: 'Add a person',
    name: 'Name',
    email: 'Email',
    role: 'Role',
    secondFactor: 'Second factor',
    yes: 'Yes',
    no: 'No',
    disabled: 'Locked out',
    active: 'Active',
    change: 'Change',
    changeTitle: (name: string) => `Change ${name}`,
    disable: 'Lock out',
    disableHint: 'Signed out everywhere, and cannot sign in.',
    unvouched: 'not vouched for',
    vouch: 'Vouch',
    vouchedByAnother: 'Another administrator vouches',
    vouchTitle: (name: string) => `Vouch for the account of ${name}?`,
    vouchMeans:
      'You say that this account belongs to this person and not to the one who made or reset it. From then on the two count as two people.',
    vouched: (name: string) => `You vouched for ${name}.`,
    reset: 'Reset sign-in',
    resetTitle: (name: string) => `Reset the sign-in of ${name}?`,
    resetWhat: 'What to reset',
    resets: {
      password: 'The password',
      factors: 'The second factors',
      sessions: 'Nothing: only sign out',
    },
    resetMeans: {
      password:
        'For a forgotten password: a new temporary one, signed out everywhere. Second factors stay.',
      factors:
        'For a lost phone: no authenticator app, passkey or recovery code is left, signed out everywhere. A temporary password that was not changed yet is replaced. In live an account that is nobody else’s counts as yours until another administrator vouches for it.',
      sessions: 'Signed out everywhere, and the tokens of scripts end.',
    },
    resetDone: (name: string) => `The sign-in of ${name} is reset.`,
    password: 'Temporary password',
    saved: 'Saved.',
    you: 'you',
    state: 'State',
    acts: 'Actions',
  },
  audit: {
    title: 'Audit log',
    search: 'Name, action or id',
    before: 'Before',
    after: 'After',
    system: 'from',
  },
  account: {
    title: 'Your account',
    password: 'Change password',
    secondFactor: 'Authenticator app',
    enrolled: 'An authenticator app is set up. An administrator can reset it.',
    everywhere: 'Sign out everywhere',
    everywhereHint: 'Also on other computers.',
  },
};

export type ActionWords = typeof enActions;
