import type { ReasonCode } from '../payment-kinds.ts';

/** Staff decided so: it says nothing of how payments go, so it is no failure. */
export const REJECTED = 'rejected_by_staff' satisfies ReasonCode;

/** How many transactions have ended, and how. */
export interface Ended {
  readonly succeeded: number;
  readonly failed: number;
  readonly expired: number;
}

/**
 * The one rule for success: of those that have ended, how many succeeded. What is under way says
 * nothing yet, nor does what staff rejected. Null when nothing has ended.
 */
export function successRate({ succeeded, failed, expired }: Ended): number | null {
  const ended = succeeded + failed + expired;
  return ended === 0 ? null : succeeded / ended;
}
