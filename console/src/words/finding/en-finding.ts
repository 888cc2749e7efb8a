import type { FoundBy } from '../../api/types.ts';

/** The texts of searching, sorting and adding up. */
export const enFinding = {
  finding: {
    hint: 'Id, number, name…',
    columns: 'Columns',
    sortBy: (column: string) => `Sort by ${column.toLowerCase()}`,
    sorts: {
      newest: 'newest first',
      oldest: 'oldest first',
      largest: 'largest first',
      smallest: 'smallest first',
    },
    totals: 'Totals',
    count: (count: string, isOne: boolean) => `${count} ${isOne ? 'transaction' : 'transactions'}`,
    succeeded: (count: string, amount: string) => `succeeded: ${count}, ${amount}`,
    since: (time: string) =>
      `Counted, sorted by amount and searched by amount or last digits only since ${time}: choose dates to go further back.`,
    period: 'Period',
    periods: {
      today: 'Today',
      yesterday: 'Yesterday',
      week: 'Last 7 days',
      month: 'Last 30 days',
      other: 'Other dates',
    },
    foundBy: {
      id: 'by id',
      reference: 'by reference',
      operator_id: 'by operator’s id',
      number: 'by number',
      player: 'by player',
      payer_name: 'by payer name',
      amount: 'by amount',
      last_digits: 'by last digits',
    } satisfies Record<FoundBy, string>,
    underWay: {
      hint: 'Withdrawals that are approved or sent and not confirmed yet, the oldest first.',
    },
  },
};

export type FindingWords = typeof enFinding;
