import type { StatementDifference } from '../api/types.ts';

export type RowAct = 'record' | 'ask' | 'correct' | 'open' | 'expect' | 'explain';

/** What can be done about each kind, the proposed act first; each can be explained. */
const ACTS = {
  paid_not_ours: ['record'],
  not_on_statement: ['ask', 'open'],
  amount_differs: ['correct', 'open'],
  fee_differs: ['correct', 'open'],
  fee_not_reported: ['expect', 'correct', 'open'],
  paid_though_failed: ['record', 'open'],
  failed_though_paid: ['ask', 'open'],
  taken_back: ['open'],
  reversed: ['record', 'open'],
  lines_disagree: ['ask', 'open'],
} as const satisfies Record<StatementDifference['kind'], readonly RowAct[]>;

/** A reversal of another amount than was booked is corrected, not recorded. */
const ACTS_ON_PART = ['correct', 'open'] as const satisfies readonly RowAct[];

/** Only a payment of ours can be asked about or opened. */
const NEEDS_OURS: ReadonlySet<RowAct> = new Set(['ask', 'open']);

/** What the opening balance of the wallet has is not booked again. */
const BOOKS: ReadonlySet<RowAct> = new Set(['record', 'correct', 'expect']);

type Acted = Pick<
  StatementDifference,
  'kind' | 'proposed_act' | 'is_in_opening' | 'transaction_id'
>;

/** What a person can do about a row, the proposed act first. */
export function actsOn(row: Acted): readonly RowAct[] {
  const acts: readonly RowAct[] = takesPart(row) ? ACTS_ON_PART : ACTS[row.kind];
  const possible = acts.filter(
    (one) =>
      (row.transaction_id !== null || !NEEDS_OURS.has(one)) &&
      !(row.is_in_opening && BOOKS.has(one)),
  );
  return [...possible, 'explain'];
}

/** Whether it gives back another amount than was booked. */
export function takesPart({ kind, proposed_act }: Pick<Acted, 'kind' | 'proposed_act'>): boolean {
  return kind === 'reversed' && proposed_act === 'adjust';
}
