/** The requests of one second, which begins with the first of them. */
export interface Second {
  readonly beganMs: number;
  readonly count: number;
}

/** The second with one more request; those that are refused do not make it longer. */
export function nextSecond(current: Second | undefined, nowMs: number): Second {
  return current === undefined || nowMs - current.beganMs >= SECOND_MS
    ? { beganMs: nowMs, count: 1 }
    : { ...current, count: current.count + 1 };
}

const SECOND_MS = 1_000;
