/** How long a start may wait, and how it is cancelled. */
export interface Patience {
  /** Whether the time is over. Throws when the start was cancelled. */
  isOver(): boolean;
}

const START_TIMEOUT_MS = 30_000;

export function newPatience(signal?: AbortSignal): Patience {
  const until = performance.now() + START_TIMEOUT_MS;
  return {
    isOver() {
      signal?.throwIfAborted();
      return performance.now() >= until;
    },
  };
}

export function tooLate(why: string): Error {
  return new Error(`The local PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s. ${why}`);
}
