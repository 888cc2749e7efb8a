import {
  type Allotment,
  type Demand,
  type Second,
  takeOfSecond,
} from '../../../domain/access/request-rate.ts';

/** Counts failures per key, and says how long a key has to wait. */
export interface Throttle {
  /**
   * Counts an attempt and returns zero, or returns how many seconds the key has to wait. A throttle
   * with a pace counts on, and returns how long the attempt waits for its turn: if that is longer
   * than `LONGEST_LINE_S`, it was not counted.
   */
  take(key: string): Promise<number>;
  /** Zero if the key may try. */
  waitSeconds(key: string): Promise<number>;
  /** Removes one count: the attempt was right after all. */
  forgive(key: string): Promise<void>;
}

interface Entry {
  count: number;
  readonly until: number;
  /** When the next attempt may be made, once the limit is reached. */
  readonly turnAt: number;
}

/** Beyond this many keys the oldest are forgotten: guessing must not fill the memory. */
const MAX_KEYS = 10_000;

/** Nobody waits longer for a turn; the console waits ten seconds for an answer. */
export const LONGEST_LINE_S = 5;

export function createThrottle(options: {
  readonly limit: number;
  readonly windowMs: number;
  /** Beyond the limit attempts are made one after the other, so far apart, instead of none. */
  readonly paceMs?: number;
  readonly now: () => number;
}): Throttle {
  const { limit, windowMs, paceMs, now } = options;
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
    if (paceMs !== undefined) return Math.max(entry.turnAt - now(), 0) / 1_000;
    return Math.ceil((entry.until - now()) / 1_000);
  };
  return {
    waitSeconds: async (key) => waitSeconds(key),
    take: async (key) => {
      const seconds = waitSeconds(key);
      if (seconds > (paceMs === undefined ? 0 : LONGEST_LINE_S)) return seconds;
      const count = (find(key)?.count ?? 0) + 1;
      const turnAt = now() + seconds * 1_000 + (paceMs ?? 0);
      // The waiting time runs from the last attempt, like a lock.
      entries.delete(key);
      entries.set(key, { count, until: now() + windowMs, turnAt });
      const [oldest] = entries.keys();
      if (entries.size > MAX_KEYS && oldest !== undefined) entries.delete(oldest);
      return seconds;
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
const paceMs = 1_000;

const LIMITS = {
  /**
   * Wrong attempts of strangers by network, for any account. An office behind one address has many
   * people, so that beyond the limit they only wait for their turn.
   */
  networks: { limit: 30, windowMs, paceMs },
  /** Wrong attempts of strangers by account, from any network. */
  accounts: { limit: 20, windowMs, paceMs },
  /** The same for emails that nobody has; apart, so that they push no account out of the memory. */
  unknownAccounts: { limit: 20, windowMs, paceMs },
  /** Wrong attempts with an unknown email, by network; answered like those of real accounts. */
  strangers: { limit: ATTEMPT_LIMIT, windowMs },
  /** Attempts on the pages of checkouts by network; thousands of phones share one address here. */
  payers: { limit: 60, windowMs, paceMs },
  /** Refusals by checkout that say something about a number; beyond them a page says nothing. */
  refusedPayers: { limit: 10, windowMs: 3_600_000 },
  /** Calls to the address of an account that name no payment of ours, by account and network. */
  strays: { limit: 300, windowMs: 60_000 },
  /** Texts with a wrong signature that are kept as evidence; more are only counted by status. */
  gateways: { limit: 100, windowMs: 3_600_000 },
} as const satisfies Record<string, { limit: number; windowMs: number; paceMs?: number }>;

export type ThrottleName = keyof typeof LIMITS;

/** The processes of one start share them. */
export type Throttles = Readonly<Record<ThrottleName, Throttle>>;

const THROTTLE_NAMES = Object.keys(LIMITS) as readonly ThrottleName[];

export function createThrottles(): Throttles {
  const now = () => performance.now();
  return throttlesBy((name) => createThrottle({ ...LIMITS[name], now }));
}

export function throttlesBy(make: (name: ThrottleName) => Throttle): Throttles {
  const all = THROTTLE_NAMES.map((name) => [name, make(name)] as const);
  return Object.fromEntries(all) as Record<ThrottleName, Throttle>;
}

export type TakeRequests = (demand: Demand) => Allotment | Promise<Allotment>;

/** Counts the requests of every application; the processes of one start share it. */
export function createRequestCounts(
  now: () => number = () => performance.now(),
): (demand: Demand) => Allotment {
  // One entry for each application with a key and each person, so its size is bounded.
  const seconds = new Map<string, Second>();
  return (demand) => {
    const { owner } = demand;
    const { second, ...allotment } = takeOfSecond(seconds.get(owner), demand, now());
    seconds.set(owner, second);
    return allotment;
  };
}
