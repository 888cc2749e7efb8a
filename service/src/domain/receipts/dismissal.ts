import type { Act } from '../access/agreement.ts';

/** What a payment was that waits for no deposit any more. */
export const DISMISSED_AS = ['returned', 'forged', 'unknown'] as const;
export type DismissedAs = (typeof DISMISSED_AS)[number];

/** The payment of a deposit is then used, not dismissed. */
export const DISMISSAL_MEANINGS = ['deposit', ...DISMISSED_AS] as const;
export type DismissalMeaning = (typeof DISMISSAL_MEANINGS)[number];

interface DismissalRule {
  /** Whether the money came: then it is in the books, and its line must have decided before. */
  readonly came: boolean | null;
  /** Whether it left again. */
  readonly returned: boolean;
}

export const DISMISSALS = {
  /** It has paid a deposit that succeeded without it, and is bound to that one. */
  deposit: { came: true, returned: false },
  /** The payer has it again: a transfer of ours, or the operator's reversal, shows it. */
  returned: { came: true, returned: true },
  /** It never came: its entries are turned round, and its line rests on its text no longer. */
  forged: { came: false, returned: false },
  /** What came in stays owed until a person says more. */
  unknown: { came: null, returned: false },
} as const satisfies Record<DismissalMeaning, DismissalRule>;

/** Whether the books have the money: of what only a text reports, they have nothing. */
interface Booked {
  readonly isBooked: boolean;
}

/** What `requiredPeople` judges of it. */
export function dismissalOf(as: DismissalMeaning, { isBooked }: Booked): Act {
  const { came, returned } = DISMISSALS[as];
  const contradictsBooks = came !== null && came !== isBooked;
  return { kind: 'dismiss', contradictsBooks, returnsPayment: returned };
}

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
