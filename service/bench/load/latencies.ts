/** Times of many requests in little memory: counted in steps of 10 microseconds up to 2 seconds. */
export interface Latencies {
  add(ms: number): void;
  /** The time within which this share of the requests was answered; 1 gives the longest. */
  quantileMs(share: number): number;
}

const STEPS_PER_MS = 100;
const STEPS = 2_000 * STEPS_PER_MS;

export function createLatencies(): Latencies {
  const counts = new Uint32Array(STEPS);
  let total = 0;
  let longestMs = 0;
  return {
    add: (ms) => {
      const step = Math.min(STEPS - 1, Math.floor(ms * STEPS_PER_MS));
      counts[step] = (counts[step] ?? 0) + 1;
      total += 1;
      if (ms > longestMs) longestMs = ms;
    },
    quantileMs: (share) => {
      if (share >= 1) return longestMs;
      let seen = 0;
      for (const [step, count] of counts.entries()) {
        seen += count;
        if (seen >= total * share && seen > 0) return (step + 1) / STEPS_PER_MS;
      }
      return 0;
    },
  };
}
