/** Which decision fits a held deposit, by what is known of its money. */
export const HELD_ADVICES = ['complete', 'confirm', 'refuse', 'unclear'] as const;
export type HeldAdvice = (typeof HELD_ADVICES)[number];

export interface HeldFacts {
  readonly amountXaf: number;
  /** The provider's last status of our request, if there was one. */
  readonly said: string | null;
  /** A payment was already used for it, or the provider named one. */
  readonly hasMoney: boolean;
  /** Whether a person may complete it from payments. */
  readonly mayComplete: boolean;
  /** Trusted payments from its number that nothing has used. */
  readonly unusedXaf: readonly number[];
}

/**
 * The decision must use up an unused payment, or it could pay a second deposit: completing
 * certainly does, so it comes first.
 */
export function adviseHeld(facts: HeldFacts): HeldAdvice {
  const unusedXaf = facts.unusedXaf.reduce((sum, xaf) => sum + xaf, 0);
  if (facts.hasMoney) return 'confirm';
  if (facts.mayComplete && unusedXaf >= facts.amountXaf) return 'complete';
  if (facts.said === 'succeeded') return 'confirm';
  return facts.said === 'failed' ? 'refuse' : 'unclear';
}
