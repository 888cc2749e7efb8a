import type { StatementColumn } from '../../api/types.ts';

/** The texts about how the columns of a statement are read. */
export const enMapping = {
  mapping: {
    columns: {
      id: 'Operator’s ID',
      at: 'Date (and time)',
      time: 'Time of day',
      status: 'Status',
      direction: 'In or out',
      from: 'Sender',
      to: 'Recipient',
      party: 'Other party',
      amount: 'Amount',
      debit: 'Went out (debit)',
      credit: 'Came in (credit)',
      fee: 'Fee',
      balance: 'Balance after',
    } satisfies Record<StatementColumn, string>,
    everyLinePaid: 'no status: every line counts as paid',
    leavesOut: (rows: string) => `without the rows ${rows}`,
  },
};

export type MappingWords = typeof enMapping;
