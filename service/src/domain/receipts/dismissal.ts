/** What a payment was that waits for no deposit any more. */
export const DISMISSED_AS = ['returned', 'forged', 'unknown'] as const;
export type DismissedAs = (typeof DISMISSED_AS)[number];

/** The payment of a deposit is then used, not dismissed. */
export const DISMISSAL_MEANINGS = ['deposit', ...DISMISSED_AS] as const;
export type DismissalMeaning = (typeof DISMISSAL_MEANINGS)[number];

interface DismissalRule {
  /** Whether the money came: then it is in the books, and its line must have decided before. */
  readonly came: boolean | null;
  /** How many people say so: of money that is in the books, and of money that only a text reports. */
  readonly people: { readonly booked: 1 | 2; readonly unbooked: 1 | 2 };
}

export const DISMISSALS = {
  /** It has paid a deposit that succeeded without it, and is bound to that one. */
  deposit: { came: true, people: { booked: 1, unbooked: 2 } },
  /** The payer has it again: a transfer of ours, or the operator's reversal, shows it. */
  returned: { came: true, people: { booked: 2, unbooked: 2 } },
  /** It never came: its entries are turned round, and its line rests on its text no longer. */
  forged: { came: false, people: { booked: 2, unbooked: 1 } },
  /** What came in stays owed until a person says more. */
  unknown: { came: null, people: { booked: 1, unbooked: 1 } },
} as const satisfies Record<DismissalMeaning, DismissalRule>;

/** Whether staff may still say what a payment was. */
export function mayBeDismissed(
  { state, dismissedAs }: DismissedState,
  as: DismissalMeaning,
): boolean {
  if (state === 'unmatched') return true;
  const isOpen = dismissedAs === null || dismissedAs === 'unknown';
  return state === 'dismissed' && isOpen && as !== 'unknown';
}

export interface DismissedState {
  readonly state: 'unmatched' | 'used' | 'dismissed';
  /** `null` of a payment that release 0.2 dismissed. */
  readonly dismissedAs: DismissedAs | null;
}
