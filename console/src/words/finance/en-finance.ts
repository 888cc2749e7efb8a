import type { StatementDifference, Wallet } from '../../api/types.ts';

type Cause = NonNullable<Wallet['told']>['cause'];

/** The texts about wallets, statements and closings. */
export const enFinance = {
  finance: {
    title: 'Finance',
    noWallets: 'Nothing has been booked yet.',
    book: 'By the books',
    told: 'Told by the operator',
    notTold: 'Nobody has told it',
    difference: 'Difference',
    causes: {
      none: 'none',
      no_opening_balance: 'no opening balance yet',
      moves_without_us: 'texts to look at tell of moves that are not booked',
      gap_in_texts: 'money moved without a text',
      unknown: 'no known cause',
    } satisfies Record<Cause, string>,
    promised: 'Promised to approved payouts',
    free: 'Free',
    perHour: 'Leaves per hour',
    emptyAt: 'Empty',
    notEmpty: 'Not at this pace',
    low: 'low',
    chart: 'Balance at the end of each day',
    wallet: 'Wallet',
    differences: 'Differences with statements',
    noDifferences: 'Every line of the statements agrees.',
    since: 'Since',
    what: 'What differs',
    operatorId: 'Operator’s ID',
    ours: 'Ours',
    theirs: 'Theirs',
    act: 'What to do',
    kinds: {
      paid_not_ours: 'Paid, but not known to us',
      not_on_statement: 'Ours, but not on the statement',
      amount_differs: 'The amount differs',
      fee_differs: 'The fee differs',
      paid_though_failed: 'They paid what we call failed',
      failed_though_paid: 'We call paid what they call failed',
      taken_back: 'Taken back',
    } satisfies Record<StatementDifference['kind'], string>,
    acts: {
      record_receipt: 'Record a receipt and match it',
      ask_provider: 'Ask the provider',
      adjust: 'Correct the books',
      resolve: 'Resolve it',
    } satisfies Record<StatementDifference['proposed_act'], string>,
    closings: 'Closed days',
    noClosings: 'No day has been closed yet.',
    day: 'Day',
    inWallets: 'In all wallets',
    owed: 'Owed to platforms',
    unmatched: 'Unmatched',
    disputed: 'Disputed',
  },
};

export type FinanceWords = typeof enFinance;
