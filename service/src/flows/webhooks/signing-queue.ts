/** Limits how much work runs at once. */
export interface SigningQueue {
  /**
   * Runs the work when it is its turn: usually the best rank goes first. Within the second rank the
   * latest goes first, within the others the earliest.
   */
  readonly run: <T>(rank: Rank, work: () => Promise<T>) => Promise<T>;
}

export type Rank = (typeof RANKS)[number];

const RANKS = ['first', 'second', 'third'] as const;
/** One in this many turns goes to the worst rank that waits, so that nobody waits endlessly. */
const REVERSED_EVERY = 8;

export function createSigningQueue(most: number): SigningQueue {
  const waiting: Readonly<Record<Rank, (() => void)[]>> = { first: [], second: [], third: [] };
  let running = 0;
  let given = 0;

  return {
    run: async (rank, work) => {
      if (running < most) running += 1;
      else await new Promise<void>((resolve) => waiting[rank].push(resolve));
      try {
        return await work();
      } finally {
        // The turn passes directly to the next one in the queue, so nobody else can take it.
        const next = nextWaiting();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };

  function nextWaiting(): (() => void) | undefined {
    given += 1;
    const ranks = given % REVERSED_EVERY === 0 ? RANKS.toReversed() : RANKS;
    const rank = ranks.find((candidate) => waiting[candidate].length > 0);
    return rank && (rank === 'second' ? waiting[rank].pop() : waiting[rank].shift());
  }
}
