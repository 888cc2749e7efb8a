/** Counts what went wrong per key, in this process, and says how long a key has to wait. */
export interface Throttle {
  /** Zero when the key may try. */
  waitSeconds(key: string): number;
  count(key: string): void;
  /** Takes back one count: the attempt was right after all. */
  forgive(key: string): void;
}

interface Entry {
  count: number;
  readonly until: number;
}

/** Beyond this many keys the oldest are forgotten: guessing must not fill the memory. */
const MOST_KEYS = 10_000;

export function createThrottle(options: {
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
}): Throttle {
  const { limit, windowMs, now } = options;
  const entries = new Map<string, Entry>();
  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.until > now()) return entry;
    entries.delete(key);
    return undefined;
  };
  return {
    waitSeconds: (key) => {
      const entry = find(key);
      if (entry === undefined || entry.count < limit) return 0;
      return Math.ceil((entry.until - now()) / 1_000);
    },
    count: (key) => {
      const count = (find(key)?.count ?? 0) + 1;
      // The time to wait is counted from the last attempt, like a lock.
      entries.delete(key);
      entries.set(key, { count, until: now() + windowMs });
      const [oldest] = entries.keys();
      if (entries.size > MOST_KEYS && oldest !== undefined) entries.delete(oldest);
    },
    forgive: (key) => {
      const entry = find(key);
      if (entry !== undefined) entry.count -= 1;
    },
  };
}
