/**
 * A clock that only goes forward but stops while the computer sleeps, and the wall clock, which may
 * be set to any time.
 */
export interface Clocks {
  readonly steady: () => number;
  readonly wall: () => number;
}

export const CLOCKS: Clocks = { steady: () => performance.now(), wall: () => Date.now() };

/** It is over when either clock says so. */
export interface Deadline {
  readonly steady: number;
  readonly wall: number;
}

export function deadlineIn(ms: number, clocks: Clocks = CLOCKS): Deadline {
  return { steady: clocks.steady() + ms, wall: clocks.wall() + ms };
}

export function leftUntil({ steady, wall }: Deadline, clocks: Clocks = CLOCKS): number {
  return Math.min(steady - clocks.steady(), wall - clocks.wall());
}
