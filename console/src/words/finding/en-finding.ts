import type { FoundBy } from '../../api/types.ts';
import { plural } from '../plural.ts';

/** The texts of searching, sorting and adding up. */
export const enFinding = {
  palette: {
    label: 'Search everything',
    results: 'Results',
    hint: 'Last digits and amount (1373 8000), number, payer’s name, id, screen. Enter searches transactions.',
    waiting: 'Searching…',
    nothing: 'Nothing found. Enter searches all transactions.',
    notByNumber: 'Your role cannot search by number.',
    refused: 'Not searched: the service did not answer.',
    found: (count: number) =>
      `${count} ${count === 1 ? 'result' : 'results'}. ↓ and Enter open one; Enter alone searches transactions.`,
    groups: {
      transactions: 'Transactions',
      acts: 'Actions',
      players: 'Players',
      numbers: 'Numbers',
      receipts: 'Payments received',
      texts: 'Texts',
      staff: 'Staff',
      screens: 'Screens',
    },
    act: (act: string, what: string) => `${act}: ${what}…`,
    player: (id: string) => `Player ${id}`,
    line: (number: string) => `SIM line ${number}`,
    allOf: (number: string) => `All transactions of ${number}`,
    acts: {
      balance: 'Enter the balance of a line…',
      link: 'Make a payment link…',
      colleague: 'Add a colleague…',
      key: 'Issue an API key…',
      password: 'Change your password…',
    },
  },
  finding: {
    hint: 'Id, number, payer’s name…',
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
    together: (amount: string) => `${amount} together`,
    succeeded: {
      deposit: (count: number, amount: string) =>
        `${plural(count, 'deposit', 'deposits')} succeeded (${amount})`,
      withdrawal: (count: number, amount: string) =>
        `${plural(count, 'withdrawal', 'withdrawals')} succeeded (${amount})`,
    },
    since: (time: string) =>
      `Counted, sorted by amount and searched by amount or last digits only since ${time}: choose dates to go further back.`,
    period: 'Period',
    periods: {
      any: 'Any time',
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
      digits_and_amount: 'by last digits and amount',
      amount: 'by amount',
      last_digits: 'by last digits',
    } satisfies Record<FoundBy, string>,
    underWay: {
      hint: 'Withdrawals that are approved or sent and not confirmed yet, the oldest first.',
    },
  },
};

export type FindingWords = typeof enFinding;
