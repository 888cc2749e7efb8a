/** How our records and a statement of the operator may differ. */
export const DIFFERENCE_KINDS = [
  'paid_not_ours',
  'not_on_statement',
  'amount_differs',
  'fee_differs',
  'paid_though_failed',
  'failed_though_paid',
  'taken_back',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What a person should do about it, by the decisions that there are; nothing is done by itself. */
export const PROPOSED_ACTS = {
  paid_not_ours: 'record_receipt',
  not_on_statement: 'ask_provider',
  amount_differs: 'adjust',
  fee_differs: 'adjust',
  paid_though_failed: 'resolve',
  failed_though_paid: 'ask_provider',
  taken_back: 'resolve',
} as const satisfies Record<DifferenceKind, string>;

export type ProposedAct = (typeof PROPOSED_ACTS)[DifferenceKind];
