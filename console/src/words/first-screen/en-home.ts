import type { QueueName } from '../../api/types.ts';
import { plural } from '../plural.ts';

/** The texts of the first screen. */
export const enHome = {
  home: {
    title: 'Home',
    queues: 'Waiting for you',
    queue: {
      approvals: 'Withdrawals awaiting approval',
      payouts_not_sent: 'Approved, but no provider takes them',
      held: 'Transactions on hold',
      contradictions: 'Contradictions',
      statement_differences: 'Differences with statements',
      changes: 'Changes to approve',
      own_changes: 'What you asked for, awaiting another person',
      unmatched_receipts: 'Unmatched payments',
      sms_to_look_at: 'SMS to review',
      undelivered_webhooks: 'Undelivered webhooks',
    },
    oldest: (age: string) => `Oldest: ${age}`,
    nothing: 'Nothing waits',
    today: 'Transactions created today, Douala time',
    kind: 'Kind',
    paid: 'Amount paid',
    count: 'Number',
    succeeded: 'Succeeded',
    failed: 'Failed',
    expired: 'Expired',
    rejected: 'Rejected',
    share: 'Success rate',
    confirm: 'Time to confirm',
    confirmMedian: 'Time to confirm (median)',
    confirmRule:
      'To success, from the request of a deposit or the sending of a withdrawal: half were faster.',
    shareRule: 'Succeeded of those that succeeded, failed or expired, without what staff rejected.',
    p95: (time: string) => `95% within ${time}`,
    figures: 'How it went',
    range: 'Range',
    ranges: { '24h': '24 h', '7d': '7 days', '30d': '30 days', '90d': '90 days' },
    lastDays: (name: string) => `${name}, the last 14 days`,
    noData: 'Nothing in this time.',
    compared: 'Grey: the same time before. Hatched: not over yet.',
    table: 'Show the figures',
    unfinished: '(not over yet)',
    hour: 'Time',
    verdict: {
      good: 'Everything is all right: nothing waits and everything works.',
      works: 'Everything works.',
      waitsForYou: 'Waiting for you',
      waitsForOthers: 'Waiting for others',
      attention: (count: number) => `${plural(count, 'thing needs', 'things need')} attention now`,
      waits: {
        approvals: (count) => plural(count, 'withdrawal to approve', 'withdrawals to approve'),
        payouts_not_sent: (count) =>
          plural(count, 'approved withdrawal not sent', 'approved withdrawals not sent'),
        held: (count) => plural(count, 'transaction on hold', 'transactions on hold'),
        contradictions: (count) => plural(count, 'contradiction', 'contradictions'),
        statement_differences: (count) =>
          plural(count, 'difference with a statement', 'differences with statements'),
        changes: (count) => plural(count, 'change to approve', 'changes to approve'),
        own_changes: (count) => plural(count, 'change you asked for', 'changes you asked for'),
        unmatched_receipts: (count) => plural(count, 'unmatched payment', 'unmatched payments'),
        sms_to_look_at: (count) => plural(count, 'text to review', 'texts to review'),
        undelivered_webhooks: (count) =>
          plural(count, 'undelivered webhook', 'undelivered webhooks'),
      } satisfies Record<QueueName, (count: number) => string>,
      unread: (parts: readonly string[]) =>
        `Could not be read: ${parts.join(', ')}. So it is not known whether everything is all right.`,
      parts: { overview: 'waiting work and providers', lines: 'SIM lines', figures: 'float' },
      lineUnseen: (number: string) => `SIM line ${number} cannot confirm payments`,
      lineInGap: (number: string) => `SIM line ${number} is in a balance gap`,
      providerDown: (provider: string) => `${provider} is not available`,
      providerUnstable: (provider: string, percent: string) =>
        `${provider} is unstable: ${percent} of payments fail`,
      operatorOff: (operator: string) =>
        `${operator} is switched off: nobody can pay or be paid there`,
      operatorHalfOff: {
        deposit: (operator: string) =>
          `${operator} is switched off for deposits: nobody can pay there`,
        withdrawal: (operator: string) =>
          `${operator} is switched off for withdrawals: nobody can be paid there`,
      },
      lowFloat: (wallet: string) => `the float of ${wallet} is low`,
      quarantine: 'nothing leaves the service',
    },
    moneyIn: 'Came in today',
    moneyOut: 'Went out today',
    moneyRule: 'What was booked today in all wallets, as in the report of the day in Finance.',
    weekdayBefore: (value: string) => `${value} a week ago at this time`,
    noWeekdayBefore: 'Nothing a week ago at this time',
    underWay: 'Withdrawals under way',
    oldestIs: 'Oldest:',
    floatOf: (wallet: string) => `Float ${wallet}`,
    floatLevels: { enough: 'Enough', low: 'Low', unknown: 'Unknown' },
    floatUnknown: 'The operator has reported no balance',
    low: 'Below the minimum',
    lasts: 'Does not run out at the current rate',
    emptyAt: 'Runs out',
    providers: 'Providers',
    failures: (percent: string, count: number) =>
      `${percent} of ${plural(count, 'outcome', 'outcomes')} failed in the last hour, those of players not counted`,
    switchedOff: 'Switched off',
  },
};

export type HomeWords = typeof enHome;
