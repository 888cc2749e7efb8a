/** How many transactions have ended, and how. */
export interface Ended {
  readonly succeeded: number;
  readonly failed: number;
  readonly expired: number;
}

/**
 * The one rule for success: of those that have ended, how many succeeded. What is under way says
 * nothing yet. Null when nothing has ended.
 */
export function successRate({ succeeded, failed, expired }: Ended): number | null {
  const ended = succeeded + failed + expired;
  return ended === 0 ? null : succeeded / ended;
}
