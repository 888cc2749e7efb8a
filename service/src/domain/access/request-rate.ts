/** The requests of one second, which begins with the first of them. */
export interface Second {
  readonly beganMs: number;
  readonly count: number;
}

/** How many requests an application may still send within a second. */
export interface Allotment {
  /** At 0 its requests are refused until the second ends. */
  readonly granted: number;
  readonly endsInMs: number;
}

export interface Demand {
  /** An application that sends requests, or a person who searches. */
  readonly owner: string;
  readonly wanted: number;
  readonly perSecond: number;
}

/** Counts these requests in the current second; refused ones are not counted. */
export function takeOfSecond(
  current: Second | undefined,
  { wanted, perSecond }: Demand,
  nowMs: number,
): Allotment & { readonly second: Second } {
  const isOver = current === undefined || nowMs - current.beganMs >= SECOND_MS;
  const { beganMs, count } = isOver ? { beganMs: nowMs, count: 0 } : current;
  const granted = Math.max(0, Math.min(wanted, perSecond - count));
  const endsInMs = beganMs + SECOND_MS - nowMs;
  return { granted, endsInMs, second: { beganMs, count: count + granted } };
}

/**
 * How many requests a process reserves at once. A hundred queries a second are few, and while
 * another process is refused, one keeps at most a hundredth of the limit.
 */
export function portionOf(perSecond: number): number {
  return Math.max(1, Math.floor(perSecond / 100));
}

const SECOND_MS = 1_000;
