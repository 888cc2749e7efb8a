/** Which of its decisions fits a held deposit, by what is known of the money. */
export const HELD_ADVICES = ['complete', 'confirm', 'refuse', 'unclear'] as const;
export type HeldAdvice = (typeof HELD_ADVICES)[number];

export interface HeldFacts {
  readonly amountXaf: number;
  /** What the provider said last of our request, if there was one. */
  readonly said: string | null;
  /** A payment was used for it already, or the provider named one. */
  readonly hasMoney: boolean;
  /** Whether a person may complete it from payments. */
  readonly mayComplete: boolean;
  /** Trusted payments of its number that nothing has used. */
  readonly unusedXaf: readonly number[];
}

/**
 * A payment that lies there unused must be used up by the decision, or it could pay a second
 * deposit: completing does that for certain, so it comes first.
 */
export function adviseHeld(facts: HeldFacts): HeldAdvice {
  const unusedXaf = facts.unusedXaf.reduce((sum, xaf) => sum + xaf, 0);
  if (facts.hasMoney) return 'confirm';
  if (facts.mayComplete && unusedXaf >= facts.amountXaf) return 'complete';
  if (facts.said === 'succeeded') return 'confirm';
  return facts.said === 'failed' ? 'refuse' : 'unclear';
}
