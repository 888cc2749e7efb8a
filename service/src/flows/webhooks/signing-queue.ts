/** Limits how much work runs at once. */
export interface SigningQueue {
  /**
   * Runs the work when it is its turn: usually the best rank goes first. Within the second rank the
   * latest goes first, within the others the earliest. Work whose time is over returns `null`.
   */
  readonly run: <T>(rank: Rank, work: () => Promise<T | null>) => Promise<T | null>;
  /** How many can be done within a time, by the pace of the last ones. */
  readonly doneWithin: (ms: number) => number;
}

export type Rank = (typeof RANKS)[number];

const RANKS = ['first', 'second', 'third'] as const;
/** One in this many turns goes to the worst rank that waits, so that no work waits endlessly. */
const REVERSED_EVERY = 8;
/** About this many of the last ones count for the pace. */
const REMEMBERED = 32;
/** Before the first one it assumes a slow machine: too much work would be noticed too late. */
const FIRST_PACE_MS = 30;

export function createSigningQueue(
  most: number,
  now: () => number = () => performance.now(),
): SigningQueue {
  const waiting: Readonly<Record<Rank, (() => void)[]>> = { first: [], second: [], third: [] };
  let running = 0;
  let given = 0;
  // The mean time between two that were done one after the other while there was work. It is wall
  // clock time: a process that seldom gets the processor does less.
  let paceMs = FIRST_PACE_MS;
  let busySince = 0;

  return {
    doneWithin: (ms) => Math.floor(ms / paceMs),
    run: async (rank, work) => {
      if (running === 0) busySince = now();
      if (running < most) running += 1;
      else await new Promise<void>((resolve) => waiting[rank].push(resolve));
      try {
        const result = await work();
        if (result !== null) keepPace();
        return result;
      } finally {
        // The turn passes directly to the next one in the queue, so no other work can take it.
        const next = nextWaiting();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };

  function keepPace(): void {
    const doneAt = now();
    paceMs += (doneAt - busySince - paceMs) / REMEMBERED;
    busySince = doneAt;
  }

  function nextWaiting(): (() => void) | undefined {
    given += 1;
    const ranks = given % REVERSED_EVERY === 0 ? RANKS.toReversed() : RANKS;
    const rank = ranks.find((candidate) => waiting[candidate].length > 0);
    return rank && (rank === 'second' ? waiting[rank].pop() : waiting[rank].shift());
  }
}
