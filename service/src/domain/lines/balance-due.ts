/** Texts of a line in a gap wait for its balance, so that it is asked for soon. */
const IN_GAP_MS = 300_000;

/** Whether it is time to ask a line by USSD what it has. */
export function isBalanceDue(
  line: { readonly isInGap: boolean; readonly sinceAskedMs: number | null },
  everyMs: number,
): boolean {
  const { isInGap, sinceAskedMs } = line;
  return (
    sinceAskedMs === null || sinceAskedMs >= (isInGap ? Math.min(IN_GAP_MS, everyMs) : everyMs)
  );
}

/** A balance that was read longer ago may have been overtaken by texts that came since. */
export const MOST_BALANCE_AGE_MS = 180_000;
