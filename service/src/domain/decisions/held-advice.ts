/**
 * Which decision fits a held deposit, by what is known of its money. What speaks for confirming is
 * named, since a screen says it: a payment came in, the provider says so, or an id is all we have.
 */
export const HELD_ADVICES = [
  'complete',
  'confirm_received',
  'confirm_said',
  'confirm_named',
  'refuse',
  'unclear',
] as const;
export type HeldAdvice = (typeof HELD_ADVICES)[number];

export interface HeldFacts {
  readonly amountXaf: number;
  /** The provider's last status of our request, if there was one. */
  readonly said: string | null;
  /** A payment that was received is used for it. */
  readonly isReceived: boolean;
  /** The operator's id of its payment is known. */
  readonly isNamed: boolean;
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
  const isSaid = facts.said === 'succeeded';
  if (facts.isReceived) return 'confirm_received';
  if (facts.isNamed) return isSaid ? 'confirm_said' : 'confirm_named';
  if (facts.mayComplete && unusedXaf >= facts.amountXaf) return 'complete';
  if (isSaid) return 'confirm_said';
  return facts.said === 'failed' ? 'refuse' : 'unclear';
}
