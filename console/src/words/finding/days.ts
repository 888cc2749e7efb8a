// Days as people mean them in Douala, which is an hour ahead of UTC all year.

const AHEAD_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** 2026-11-15 */
export function today(now = Date.now()): string {
  return new Date(now + AHEAD_MS).toISOString().slice(0, 10);
}

export function dayBefore(days: number, now = Date.now()): string {
  return today(now - days * DAY_MS);
}

/** The moments from the beginning of the first day to the end of the last. */
export function toInstants<T extends Days>({ from, to, ...rest }: T): Omit<T, keyof Days> & Days {
  return {
    ...rest,
    from: from === undefined ? undefined : new Date(`${from}T00:00:00+01:00`).toISOString(),
    to: to === undefined ? undefined : new Date(`${to}T23:59:59.999+01:00`).toISOString(),
  };
}

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
