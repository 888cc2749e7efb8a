import type { StatementDifference } from '../api/types.ts';

/**
 * What would make the books of a wallet agree with the statement: positive is more in the wallet.
 * Amounts have no sign, so what left it counts the other way round.
 */
export function proposedChange(difference: Difference): number {
  const { kind, direction, ours_xaf, theirs_xaf } = difference;
  const moved = MOVED[kind];
  const booked = moved.inBooks ? (ours_xaf ?? 0) : 0;
  const stated = moved.onStatement ? (theirs_xaf ?? 0) : 0;
  const more = Math.trunc(stated - booked);
  // A fee leaves the wallet, whichever way its payment went.
  const isFee = kind === 'fee_differs' || kind === 'fee_not_reported';
  return direction === 'out' || isFee ? 0 - more : more;
}

type Difference = Pick<StatementDifference, 'kind' | 'direction' | 'ours_xaf' | 'theirs_xaf'>;

/** Who has the money as moved; the amount of a payment that failed or came back moved nothing. */
const MOVED = {
  paid_not_ours: { inBooks: false, onStatement: true },
  not_on_statement: { inBooks: true, onStatement: false },
  amount_differs: { inBooks: true, onStatement: true },
  fee_differs: { inBooks: true, onStatement: true },
  fee_not_reported: { inBooks: false, onStatement: true },
  paid_though_failed: { inBooks: false, onStatement: true },
  failed_though_paid: { inBooks: true, onStatement: false },
  taken_back: { inBooks: false, onStatement: true },
  reversed: { inBooks: false, onStatement: true },
  lines_disagree: { inBooks: true, onStatement: true },
} as const satisfies Record<StatementDifference['kind'], object>;
