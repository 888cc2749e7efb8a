/** Counts what goes wrong per key, and says how long a key has to wait. */
export interface Throttle {
  /** Counts an attempt and returns zero, or returns how many seconds the key has to wait. */
  take(key: string): Promise<number>;
  /** Zero when the key may try. */
  waitSeconds(key: string): Promise<number>;
  /** Takes back one count: the attempt was right after all. */
  forgive(key: string): Promise<void>;
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
  const waitSeconds = (key: string): number => {
    const entry = find(key);
    if (entry === undefined || entry.count < limit) return 0;
    return Math.ceil((entry.until - now()) / 1_000);
  };
  return {
    waitSeconds: async (key) => waitSeconds(key),
    take: async (key) => {
      const seconds = waitSeconds(key);
      if (seconds > 0) return seconds;
      const count = (find(key)?.count ?? 0) + 1;
      // The time to wait is counted from the last attempt, like a lock.
      entries.delete(key);
      entries.set(key, { count, until: now() + windowMs });
      const [oldest] = entries.keys();
      if (entries.size > MOST_KEYS && oldest !== undefined) entries.delete(oldest);
      return 0;
    },
    forgive: async (key) => {
      const entry = find(key);
      if (entry !== undefined) entry.count -= 1;
    },
  };
}
