/** Lets only so much work run at once. */
export interface Turns {
  /** Runs the work when its turn has come: `first` before all that is `later`, else in order. */
  readonly run: <T>(rank: Rank, work: () => Promise<T>) => Promise<T>;
}

export type Rank = 'first' | 'later';

export function createTurns(most: number): Turns {
  const waiting: Record<Rank, (() => void)[]> = { first: [], later: [] };
  let running = 0;

  return {
    run: async (rank, work) => {
      if (running < most) running += 1;
      else await new Promise<void>((resolve) => waiting[rank].push(resolve));
      try {
        return await work();
      } finally {
        // Whoever is next takes over the turn as it is, so nobody can slip in between.
        const next = waiting.first.shift() ?? waiting.later.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
