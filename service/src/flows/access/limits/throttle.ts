import {
  type Allotment,
  type Demand,
  type Second,
  takeOfSecond,
} from '../../../domain/access/request-rate.ts';

/** Counts failures per key, and says how long a key has to wait. */
export interface Throttle {
  /** Counts an attempt and returns zero, or returns how many seconds the key has to wait. */
  take(key: string): Promise<number>;
  /** Zero if the key may try. */
  waitSeconds(key: string): Promise<number>;
  /** Removes one count: the attempt was right after all. */
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
      // The waiting time runs from the last attempt, like a lock.
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

/** A network waits after this many wrong passwords, an account after this many wrong codes. */
export const ATTEMPT_LIMIT = 5;

export const LOCK_MINUTES = 15;

const windowMs = LOCK_MINUTES * 60_000;

const LIMITS = {
  /**
   * Wrong attempts by client address. An office behind one address has many people, and each
   * mistypes a few times.
   */
  addresses: { limit: 30, windowMs },
  /** Wrong attempts with an unknown email, by network; answered like those of real accounts. */
  strangers: { limit: ATTEMPT_LIMIT, windowMs },
  /** Texts of unknown gateways that are kept as evidence. */
  gateways: { limit: 10_000, windowMs: 3_600_000 },
} as const satisfies Record<string, { readonly limit: number; readonly windowMs: number }>;

export type ThrottleName = keyof typeof LIMITS;

/** The processes of one start share them. */
export type Throttles = Readonly<Record<ThrottleName, Throttle>>;

export function createThrottles(): Throttles {
  const now = () => performance.now();
  return {
    addresses: createThrottle({ ...LIMITS.addresses, now }),
    strangers: createThrottle({ ...LIMITS.strangers, now }),
    gateways: createThrottle({ ...LIMITS.gateways, now }),
  };
}

export type TakeRequests = (demand: Demand) => Allotment | Promise<Allotment>;

/** Counts the requests of every application; the processes of one start share it. */
export function createRequestCounts(
  now: () => number = () => performance.now(),
): (demand: Demand) => Allotment {
  // One entry for each application that has a key, so its size is bounded.
  const seconds = new Map<string, Second>();
  return (demand) => {
    const { applicationId } = demand;
    const { second, ...allotment } = takeOfSecond(seconds.get(applicationId), demand, now());
    seconds.set(applicationId, second);
    return allotment;
  };
}
